// Who I am: a name, no sign-up.

import { api } from './api';
import { words } from './words';

const w = words({ ru: { guest: 'Гость' }, en: { guest: 'Guest' } });

export const me = $state({ name: '', known: false });

export async function learnMe(): Promise<void> {
  const { name } = await api.me();
  me.name = name;
  me.known = true;
}

export async function rename(name: string): Promise<void> {
  me.name = (await api.rename(name.trim())).name;
}

export function myName(): string {
  return me.name || w().guest;
}
