// Programs to which seats can be offered: those that whoever runs the server has given a token.

import { api } from './api';
import type { ProgramRow } from './protocol';
import { words } from './words';

export const programs: { list: ProgramRow[] } = $state({ list: [] });

const w = words({ ru: { away: 'нет на связи' }, en: { away: 'away' } });

/** Ask for them; without an answer nothing is offered, and everything else works. */
export async function learnPrograms(): Promise<void> {
  try {
    programs.list = await api.programs();
  } catch {
    programs.list = [];
  }
}

/** «Hal», «Hal (нет на связи)» */
export function programLabel({ name, here }: ProgramRow): string {
  return here ? name : `${name} (${w().away})`;
}
