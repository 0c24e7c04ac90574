// Keys on a piece of the board: Space chooses, Enter chooses or commits what is chosen.

export function pressPiece(event: KeyboardEvent, chosen: boolean, tap: () => void, commit: () => void): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Enter' && chosen) commit();
  else tap();
}
