// Drag a piece onto a place. A tap stays a tap: a drag begins after eight pixels.

interface Drag {
  enabled: boolean;
  /** What follows the pointer; the node itself unless told. */
  piece?: (node: Element) => Element | null;
  start: () => void;
  drop: (place: number) => void;
}

export function drag(node: HTMLElement, options: Drag) {
  let origin: { x: number; y: number; id: number } | null = null;
  let held: (HTMLElement | SVGGraphicsElement) | null = null;

  function scale(): number {
    const parent = held?.parentNode;
    return held instanceof SVGElement && parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
  }
  function down(event: PointerEvent) {
    if (options.enabled && event.button === 0 && event.isPrimary)
      origin = { x: event.clientX, y: event.clientY, id: event.pointerId };
  }
  function move(event: PointerEvent) {
    if (!origin || event.pointerId !== origin.id) return;
    const [dx, dy] = [event.clientX - origin.x, event.clientY - origin.y];
    if (!held) {
      if (Math.hypot(dx, dy) < 8) return;
      held = (options.piece ? options.piece(node) : node) as typeof held;
      if (!held) return release();
      node.setPointerCapture(origin.id);
      node.classList.add('held');
      options.start();
    }
    const unit = scale();
    held.style.translate = `${dx / unit}px ${dy / unit}px`;
  }
  function up(event: PointerEvent) {
    if (!held) return release();
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((found) => found.closest<HTMLElement>('[data-place]'));
    const target = under.find((found) => found && found !== node);
    release();
    // The click that ends a drag is not a tap.
    node.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    if (target) options.drop(Number(target.dataset.place));
  }
  function release() {
    if (held) held.style.translate = '';
    node.classList.remove('held');
    held = origin = null;
  }
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', release);
  return {
    update(next: Drag) {
      options = next;
    },
  };
}
