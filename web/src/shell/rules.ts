// What the rules of all games have in common, besides the styles of `.rules` in shell.css.

import { tick } from 'svelte';

/** The rules open at the section that is asked for: `<section {@attach section.id === topic && openHere}>`. */
export function openHere(section: Element): void {
  // A drawer is shown only after what is in it has been made, and where nothing is shown nothing can be scrolled.
  void tick().then(() => section.scrollIntoView({ block: 'start' }));
}
