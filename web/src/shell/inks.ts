// Seats and inks: a seat's colour always travels with its hatch and sign.

export const SEAT_INKS = ['red', 'blue', 'yellow', 'green'];

/** The style that gives cloth an ink: `<use style={cloth('red')}>`. */
export function cloth(ink: string): string {
  return `--c:var(--${ink});--h:url(#h-${ink});--sign:var(--${ink}-sign);color:var(--${ink}-sign)`;
}

export function seatCloth(seat: number): string {
  return cloth(SEAT_INKS[seat % SEAT_INKS.length]);
}
