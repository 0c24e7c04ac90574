// «Play now»: a table with me and bots, started at once.

import { api } from '../shell/api';
import { about } from '../shell/catalogue';
import { botName } from '../shell/levels';
import { myName } from '../shell/me.svelte';
import type { GameName, SeatWanted } from '../shell/protocol';
import { go } from '../shell/router.svelte';

export async function playNow(game: GameName): Promise<void> {
  const bots = Array.from({ length: about(game).quick - 1 }, (_, i): SeatWanted => ({ kind: 'bot', name: botName(i), level: 'adept' }));
  const { table } = await api.create({ game, seats: [{ kind: 'me', name: myName() }, ...bots], start: true });
  go(`/table/${table}`);
}
