// The keyboard's place on a board. What is pressed there often goes away with the move: the focus then goes to what is
// offered nearest to it, or waits at the board until something is offered.

type Stop = HTMLElement | SVGElement;

const FIELDS = 'input, textarea, select'; // who types there is not drawn to the board
const CHANGES = { subtree: true, childList: true, attributeFilter: ['data-move', 'disabled', 'tabindex'] };

/** An attachment for what holds a board and can take the focus itself. */
export function keepPlace(board: HTMLElement): () => void {
  let stop: Stop | null = null; // where the keyboard is, or was until it went away
  let at = { x: 0, y: 0 };

  function arrive() {
    const here = document.activeElement as Stop;
    if (here === board) return;
    stop = board.contains(here) && here.matches(':focus-visible') && !here.matches(FIELDS) ? here : null;
    if (stop) at = middleOf(stop);
  }
  const point = () => (stop = null);
  /** A key that is held down acts once: what the focus comes to next was not chosen. */
  function once(event: KeyboardEvent) {
    if (!event.repeat || (event.key !== 'Enter' && event.key !== ' ') || (event.target as Element).matches(FIELDS))
      return;
    event.preventDefault();
    event.stopPropagation();
  }

  function restore(changes: MutationRecord[]) {
    const active = document.activeElement;
    if (!stop || (active !== stop && active !== board && active !== document.body)) return;
    if (active !== board && usable(stop)) {
      // It is still there. A piece that was only moved within the page has lost the focus all the same.
      const moved = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(stop)));
      if (active !== stop && moved) stop.focus();
      return;
    }
    const next = nearest(board, at);
    if (next) next.focus();
    else if (active !== board) board.focus({ preventScroll: true });
  }

  arrive(); // a curtain may have taken the focus already
  const observer = new MutationObserver(restore);
  observer.observe(board, CHANGES);
  document.addEventListener('focusin', arrive);
  document.addEventListener('pointerdown', point);
  board.addEventListener('keydown', once, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', arrive);
    document.removeEventListener('pointerdown', point);
    board.removeEventListener('keydown', once, { capture: true });
  };
}

function usable(stop: Stop): boolean {
  return stop.isConnected && !stop.matches(':disabled') && (stop.tabIndex >= 0 || stop.hasAttribute('tabindex'));
}

function middleOf(stop: Stop): { x: number; y: number } {
  const { x, y, width, height } = stop.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

function nearest(board: HTMLElement, { x, y }: { x: number; y: number }): Stop | null {
  let best: Stop | null = null;
  let least = Infinity;
  for (const offer of board.querySelectorAll('[data-move]')) {
    const stop = offer.closest<Stop>('button, [tabindex]')!;
    if (stop === board || !usable(stop) || !stop.getClientRects().length) continue;
    const middle = middleOf(stop);
    const away = Math.hypot(middle.x - x, middle.y - y);
    if (away < least) [best, least] = [stop, away];
  }
  return best;
}
