// «Play now»: a table with me and bots, started at once.

import { api } from '../shell/api';
import { about } from '../shell/catalogue';
import { botName } from '../shell/levels';
import { sealing } from '../shell/lots';
import { myName } from '../shell/me.svelte';
import type { GameName, Level, SeatWanted } from '../shell/protocol';
import { go } from '../shell/router.svelte';

export async function playNow(game: GameName, level: Level = 'adept', rivals = about(game).quick - 1): Promise<void> {
  const bots = Array.from({ length: rivals }, (_, i): SeatWanted => ({ kind: 'bot', name: botName(i), level }));
  const seats: SeatWanted[] = [{ kind: 'me', name: myName() }, ...bots];
  const table = await sealing((seal) => api.create({ game, seats, start: true, seal }));
  go(`/table/${table}`);
}
