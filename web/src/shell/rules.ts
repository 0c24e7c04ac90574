// What the rules of all games have in common, besides the styles of `.rules` in shell.css.

import { tick } from 'svelte';

/** The rules open at the section that is asked for: `<section {@attach section.id === topic && openHere}>`. */
export function openHere(section: Element): void {
  // A drawer is shown only after what is in it has been made, and where nothing is shown nothing can be scrolled.
  void tick().then(() => section.scrollIntoView({ block: 'start' }));
}

/** The rules of a game as they are read: sections of paragraphs. Pictures are the game's own (see ui/RulesText.svelte). */
export interface Section {
  id: string; // what `topic` names, and a picture
  title: string;
  text: string[]; // paragraphs; one that begins with «— » is an item of a list, `**words**` are strong
}

export interface RulesText {
  lead?: string; // a first paragraph before all sections
  sections: Section[];
}

/** A paragraph cut into plain and strong words, one after the other: the odd ones are strong. */
export function strong(paragraph: string): string[] {
  return paragraph.split('**');
}
