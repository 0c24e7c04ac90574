// Which address an invitation carries. A page at localhost is reached by nobody else.

import type { Reach } from '../shell/protocol';

export interface Invitation {
  /** Addresses without a path, the likeliest first. */
  addresses: string[];
  /** Whether others can open them, as far as can be known here; null: not known yet. */
  arrives: boolean | null;
}

/** Whether a host name means the very machine it is used on. */
export function isThisMachine(hostname: string): boolean {
  return /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[?::1\]?$/.test(hostname);
}

/** What to write into an invitation, given the page's own address and what the table says. */
export function invitation(page: { origin: string; hostname: string }, reach: Reach | null): Invitation {
  if (reach?.public) return { addresses: [reach.public], arrives: true };
  if (!isThisMachine(page.hostname)) return { addresses: [page.origin], arrives: true };
  if (reach?.house.length) return { addresses: reach.house, arrives: true };
  return { addresses: [page.origin], arrives: reach && false };
}
