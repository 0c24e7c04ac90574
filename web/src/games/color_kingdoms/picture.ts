// The sheet as a picture that stands alone: symbols are copied in, colours are written out, fonts are embedded.

import { mount, unmount } from 'svelte';
import Picture from './Picture.svelte';
import type { Chart } from './map';
import type { View } from './types';

export interface Wanted {
  view: View;
  chart: Chart;
  seat: number;
  name: string;
}

export async function sheetSvg(wanted: Wanted): Promise<string> {
  const place = document.createElement('div');
  const drawn = mount(Picture, { target: place, props: wanted });
  const svg = place.querySelector('svg')!.cloneNode(true) as SVGSVGElement;
  await unmount(drawn);
  const values = daylight();
  svg.querySelectorAll('.sign').forEach((sign) => sign.remove());
  svg.querySelectorAll('use').forEach((use) => use.replaceWith(copied(use, values)));
  const markup = resolved(new XMLSerializer().serializeToString(svg), values);
  const patterns = [...new Set(markup.match(/url\(#h-\w+\)/g))].map((url) => document.getElementById(url.slice(5, -1))?.outerHTML ?? '');
  const style = `<style>${await fonts()}</style>`;
  return markup.replace(/^(<svg[^>]*>)/, `$1${style}<defs>${patterns.join('')}</defs>`);
}

type Values = (name: string) => string;

/** The tokens as they are by daylight: paper is not dark. */
function daylight(): Values {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = 'light';
  const style = getComputedStyle(root);
  const known = new Map<string, string>();
  const names = 'key edge ink ink-2 paper paper-2 line lamp lamp-ink parchment sea sea-2 display text'.split(' ');
  for (const ink of ['blue', 'red', 'yellow', 'green', 'violet', 'brown']) names.push(ink, `${ink}-d`, `${ink}-sign`);
  for (const name of names) known.set(name, style.getPropertyValue(`--${name}`).trim());
  if (theme === undefined) delete root.dataset.theme;
  else root.dataset.theme = theme;
  return (name) => known.get(name) ?? '';
}

function resolved(text: string, values: Values): string {
  return text.replace(/var\(--([\w-]+)(?:,\s*([^()]+))?\)/g, (_, name, other) => values(name).replaceAll('"', "'") || other || 'none');
}

/** A symbol in place of a reference to it, with the colours that the reference gives it. */
function copied(use: SVGUseElement, values: Values): Element {
  const symbol = document.querySelector(use.getAttribute('href')!)!;
  const given = new Map((use.getAttribute('style') ?? '').split(';').map((part) => part.split(/:(.*)/).slice(0, 2) as [string, string]));
  const own: Values = (name) => resolved(given.get(`--${name}`) ?? '', values) || values(name);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const name of ['x', 'y', 'width', 'height', 'opacity']) if (use.hasAttribute(name)) svg.setAttribute(name, use.getAttribute(name)!);
  svg.setAttribute('viewBox', symbol.getAttribute('viewBox') ?? '0 0 24 24');
  svg.setAttribute('color', resolved(given.get('color') ?? values('ink'), values));
  svg.innerHTML = resolved(symbol.innerHTML, own);
  return svg;
}

/** The page's own fonts, so that the picture looks alike wherever it is opened. */
async function fonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ rule, base: sheet.href ?? location.href }));
    } catch {
      return []; // another site's style sheet
    }
  });
  const made = rules.map(async ({ rule, base }) => {
    const address = /url\("?([^")]+\.woff2[^")]*)"?\)/.exec(rule.cssText)?.[1];
    if (!address) return '';
    const data = await fetch(new URL(address, base)).then((answer) => answer.blob());
    return rule.cssText.replace(/src:[^;]+;/, `src: url(${await asUrl(data)}) format('woff2');`);
  });
  return (await Promise.all(made.map((one) => one.catch(() => '')))).join('');
}

function asUrl(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(blob);
  });
}

export async function toPng(svg: string, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  const pen = canvas.getContext('2d')!;
  // Fonts within a picture are read only once it is drawn: the first drawing calls for them, the second has them.
  for (const wait of [400, 0]) {
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Only the picture is printed, in a frame that nobody sees. */
export async function printed(svg: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.append(frame);
  const page = frame.contentDocument!;
  page.body.innerHTML = svg;
  page.body.style.margin = '0';
  const drawn = page.querySelector('svg')!;
  drawn.setAttribute('width', '100%');
  drawn.removeAttribute('height');
  await page.fonts.ready;
  frame.contentWindow!.print();
  setTimeout(() => frame.remove(), 60_000);
}

export async function share(blob: Blob, name: string, title: string): Promise<void> {
  try {
    await navigator.share({ title, files: [new File([blob], name, { type: blob.type })] });
  } catch {
    // Closed without sharing.
  }
}
