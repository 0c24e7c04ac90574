// Made by tools/view_types.py from src/pentarchy/games/kingems. Do not edit.

import type { Constants } from './seen';

export const CONSTANTS: Constants = {
  stall: 120,
  cards: {
    "basic": [
      ["violet", "yellow", "orange", "light blue", "green", "pink"],
      ["blue", "yellow", "orange", "light blue", "green", "pink"],
      ["blue", "violet", "orange", "light blue", "green", "pink"],
      ["blue", "violet", "yellow", "light blue", "green", "pink"],
      ["blue", "violet", "yellow", "orange", "green", "pink"],
      ["blue", "violet", "yellow", "orange", "light blue", "pink"],
      ["blue", "violet", "yellow", "orange", "light blue", "green"],
    ],
    "advanced": [
      ["blue", "violet", "yellow", "orange", "light blue", "violet"],
      ["violet", "yellow", "orange", "light blue", "green", "yellow"],
      ["yellow", "orange", "light blue", "green", "pink", "orange"],
      ["orange", "light blue", "green", "pink", "blue", "light blue"],
      ["light blue", "green", "pink", "blue", "violet", "green"],
      ["green", "pink", "blue", "violet", "yellow", "pink"],
      ["pink", "blue", "violet", "yellow", "orange", "blue"],
    ],
  },
};
