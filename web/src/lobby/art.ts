// The posters are drawn with the symbols of the sprite, so they are part of the page, not pictures beside it.

import type { GameName } from '../shell/protocol';
import color_kingdoms from '../art/posters/color_kingdoms.svg?raw';
import genius from '../art/posters/genius.svg?raw';
import kingdomino from '../art/posters/kingdomino.svg?raw';
import kingems from '../art/posters/kingems.svg?raw';
import scuffle from '../art/posters/scuffle.svg?raw';

export const art: Record<GameName, string> = { kingdomino, genius, scuffle, kingems, color_kingdoms };
