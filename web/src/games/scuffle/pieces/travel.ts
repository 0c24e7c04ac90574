// Cards travel on the table: measured before a change, sent from there to where they lie after it.

export type Places = Map<string, DOMRect>;

export function measure(root: HTMLElement | undefined): Places {
  const found: Places = new Map();
  root?.querySelectorAll<Element>('[data-chip],[data-hand],[data-plaque]').forEach((element) => {
    const { chip, hand, plaque } = (element as HTMLElement).dataset;
    const rect = element.getBoundingClientRect();
    if (rect.width) found.set(chip ?? (hand ? `hand-${hand}` : `plaque-${plaque}`), rect);
  });
  return found;
}

/** Others' cards come from their plaque, mine from the hand; where neither is seen, from above. */
function origin(key: string, before: Places, now: DOMRect): { x: number; y: number } {
  const [seat] = key.split('-');
  const from = before.get(key) ?? before.get(`hand-${key}`) ?? before.get(`plaque-${seat}`);
  return from ? { x: from.x - now.x, y: from.y - now.y } : { x: 0, y: -40 };
}

export function travel(root: HTMLElement, before: Places): void {
  if (!before.size) return;
  root.querySelectorAll<SVGGraphicsElement>('[data-chip]').forEach((chip) => {
    const key = chip.dataset.chip!;
    chip.getAnimations().forEach((animation) => animation.cancel());
    const { x, y } = origin(key, before, chip.getBoundingClientRect());
    if (Math.hypot(x, y) < 2) return;
    const unit = (chip.parentNode as SVGGraphicsElement).getScreenCTM()?.a ?? 1;
    const cell = chip.closest<HTMLElement>('[data-place]');
    const style = getComputedStyle(root);
    const from = `translate(${x / unit}px, ${y / unit}px)`;
    const animation = chip.animate(
      [
        { transform: from },
        { transform: `translate(${x / unit}px, ${y / unit - 5}px)`, offset: 0.12 },
        { transform: 'none' },
      ],
      { duration: milliseconds(style.getPropertyValue('--move')), easing: style.getPropertyValue('--ease') || 'ease' },
    );
    // Above the other places while it is under way.
    if (cell) {
      cell.style.zIndex = '3';
      const land = () => (cell.style.zIndex = '');
      animation.finished.then(land, land);
    }
  });
}

function milliseconds(text: string): number {
  const value = parseFloat(text) || 0;
  return text.trim().endsWith('ms') ? value : value * 1000;
}
