// Escape closes what is on top, wherever the keyboard is.

const open: (() => void)[] = [];

/** Called with Escape before anything else hears of it, unless something that was opened later takes it. Returns how to
 *  stop listening. */
export function onEscape(close: () => void): () => void {
  if (!open.length) addEventListener('keydown', press, { capture: true });
  open.push(close);
  return () => {
    open.splice(open.lastIndexOf(close), 1);
    if (!open.length) removeEventListener('keydown', press, { capture: true });
  };
}

function press(event: KeyboardEvent): void {
  // A question over the table takes it itself.
  if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[data-question]')) return;
  event.preventDefault();
  event.stopPropagation();
  open.at(-1)?.();
}
