// Dragging with mouse, pen or finger: begins only after a few pixels, so that a tap stays a tap.

interface Drag {
  move(event: PointerEvent): void;
  end(dropped: boolean): void;
}

const THRESHOLD = 7;

export function follow(down: PointerEvent, begin: () => Drag): void {
  if (down.button !== 0 || !down.isPrimary) return;
  let drag: Drag | null = null;
  const gone = new AbortController();
  const listen = { signal: gone.signal };

  function move(event: PointerEvent) {
    if (event.pointerId !== down.pointerId) return;
    if (!drag && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
    if (!drag) {
      // What was grabbed may vanish while it is in the air, and its touch with it.
      document.documentElement.setPointerCapture(down.pointerId);
      drag = begin();
    }
    drag.move(event);
  }
  function finish(dropped: boolean) {
    gone.abort();
    if (!drag) return;
    drag.end(dropped);
    // The click that follows a drag is not a tap.
    const swallow = (event: Event) => event.stopPropagation();
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
  }
  addEventListener('pointermove', move, listen);
  addEventListener('pointerup', (event) => event.pointerId === down.pointerId && finish(true), listen);
  addEventListener('pointercancel', (event) => event.pointerId === down.pointerId && finish(false), listen);
}
