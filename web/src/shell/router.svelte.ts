// Addresses of pages, by the browser's own history.

import { GAME_NAMES } from './catalogue';
import type { GameName } from './protocol';

type Route =
  | { page: 'lobby' }
  | { page: 'setup' | 'rules' | 'learn'; game: GameName }
  | { page: 'table'; table: string }
  | { page: 'nowhere' };

/** Which page an address means. */
export function read(path: string): Route {
  const [first, second, ...more] = path.split('/').filter(Boolean);
  if (!first) return { page: 'lobby' };
  if (!second || more.length) return { page: 'nowhere' };
  if (first === 'table') return { page: 'table', table: decoded(second) };
  const game = GAME_NAMES.find((name) => name === second);
  if (game && first === 'new') return { page: 'setup', game };
  if (game && (first === 'rules' || first === 'learn')) return { page: first, game };
  return { page: 'nowhere' };
}

export const router = $state({ route: read(location.pathname) });

/** Go to a page of ours. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  router.route = read(location.pathname);
  scrollTo(0, 0);
}

/** A part of an address as people write it; one that is spoilt stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What somebody typed as a table's code: its words, or the whole link. The table knows which letters mean what. */
export function tableCode(text: string): string | null {
  const tail = text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)!;
  const code = decoded(tail)
    .normalize()
    .toLowerCase()
    .replace(/[\s_,.‐-―−-]+/g, '-');
  return /^[\p{L}\d]+(-[\p{L}\d]+)+$/u.test(code) ? code : null;
}

/** Links stay links (open in a new tab, copy), but a plain click does not load the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  go(link.pathname);
}

if (typeof window !== 'undefined') addEventListener('popstate', () => (router.route = read(location.pathname)));
