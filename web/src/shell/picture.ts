// A drawing of the page as a picture that stands alone: symbols are copied in, colours are written out, fonts are embedded.

import { mount, unmount, type Component } from 'svelte';

/** The <svg> that a component draws, as a file. What stands in `<g data-fit="x y width height">` is fitted in there. */
export async function svgOf<P extends Record<string, unknown>>(Drawing: Component<P>, props: P): Promise<string> {
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;left:-9999px;width:1200px';
  document.body.append(place);
  const drawn = mount(Drawing as Component, { target: place, props });
  const { markup, patterns } = byDaylight(() => standingAlone(place.querySelector('svg')!));
  await unmount(drawn);
  place.remove();
  return markup.replace(/^(<svg[^>]*>)/, `$1<style>${await fonts()}</style><defs>${patterns.join('')}</defs>`);
}

type Values = (name: string) => string;

/** Paper is not dark: the tokens as they are by daylight. */
function byDaylight<T>(draw: () => T): T {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = 'light';
  try {
    return draw();
  } finally {
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
  }
}

function standingAlone(drawn: SVGSVGElement): { markup: string; patterns: string[] } {
  const style = getComputedStyle(document.documentElement);
  const values: Values = (name) => style.getPropertyValue(`--${name}`).trim();
  const svg = drawn.cloneNode(true) as SVGSVGElement;
  writeStyles(drawn, svg);
  svg.querySelectorAll('[data-fit]').forEach(fit);
  svg.querySelectorAll('use').forEach((use) => use.replaceWith(copied(use, values)));
  const markup = resolved(new XMLSerializer().serializeToString(svg), values);
  const patterns = [...new Set(markup.match(/url\(#h-\w+\)/g))].map((url) =>
    resolved(document.getElementById(url.slice(5, -1))?.outerHTML ?? '', values),
  );
  return { markup, patterns };
}

const WRITTEN = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'color'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor'],
];

/** What the page's style sheets say of an element is written into it; what they hide is left out. */
function writeStyles(drawn: SVGSVGElement, copy: SVGSVGElement): void {
  const copies = [...copy.querySelectorAll<SVGElement>('[class]')];
  [...drawn.querySelectorAll('[class]')].forEach((element, i) => {
    const style = getComputedStyle(element);
    if (style.display === 'none') copies[i].remove();
    else if (element.localName !== 'use')
      for (const name of WRITTEN)
        copies[i].style.setProperty(name, style.getPropertyValue(name).replace(/url\("([^"]*)"\)/, 'url($1)'));
  });
}

function fit(place: Element): void {
  const [x, y, width, height] = place.getAttribute('data-fit')!.split(' ');
  const inner = place.querySelector('svg')!;
  for (const [name, value] of Object.entries({ x, y, width, height })) inner.setAttribute(name, value);
}

function resolved(text: string, values: Values): string {
  return text.replace(
    /var\(--([\w-]+)(?:,\s*([^()]+))?\)/g,
    (_, name, other) => values(name).replaceAll('"', "'") || other || 'none',
  );
}

/** A symbol in place of a reference to it, with the colours that the reference gives it. */
function copied(use: SVGUseElement, values: Values): Element {
  const symbol = document.querySelector(use.getAttribute('href')!)!;
  const given = new Map(
    (use.getAttribute('style') ?? '').split(';').map((part) => part.split(/:(.*)/).slice(0, 2) as [string, string]),
  );
  const own: Values = (name) => resolved(given.get(`--${name}`) ?? '', values) || values(name);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const name of ['x', 'y', 'width', 'height', 'opacity'])
    if (use.hasAttribute(name)) svg.setAttribute(name, use.getAttribute(name)!);
  svg.setAttribute('viewBox', symbol.getAttribute('viewBox') ?? '0 0 24 24');
  svg.setAttribute('color', resolved(given.get('color') ?? values('ink'), values));
  svg.innerHTML = resolved(symbol.innerHTML, own);
  svg.querySelectorAll('use').forEach((inner) => inner.replaceWith(copied(inner, own)));
  return svg;
}

/** The page's own fonts, so that the picture looks alike wherever it is opened. */
async function fonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules]
        .filter((rule) => rule instanceof CSSFontFaceRule)
        .map((rule) => ({ rule, base: sheet.href ?? location.href }));
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
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
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
