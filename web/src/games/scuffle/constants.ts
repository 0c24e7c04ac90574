// Made by tools/view_types.py from src/pentarchy/games/scuffle. Do not edit.

import type { Constants } from './seen';

export const CONSTANTS: Constants = {
  turns: 6,
  layouts: {
    "2": {
      "rows": 2,
      "columns": 3,
      "near": [
        [2, 4],
        [1, 3, 5],
        [2, 6],
        [1, 5],
        [2, 4, 6],
        [3, 5],
      ],
    },
    "3": {
      "rows": 3,
      "columns": 3,
      "near": [
        [2, 4],
        [1, 3, 5],
        [2, 6],
        [1, 5, 7],
        [2, 4, 6, 8],
        [3, 5, 9],
        [4, 8],
        [5, 7, 9],
        [6, 8],
      ],
    },
    "4": {
      "rows": 3,
      "columns": 4,
      "near": [
        [2, 5],
        [1, 3, 6],
        [2, 4, 7],
        [3, 8],
        [1, 6, 9],
        [2, 5, 7, 10],
        [3, 6, 8, 11],
        [4, 7, 12],
        [5, 10],
        [6, 9, 11],
        [7, 10, 12],
        [8, 11],
      ],
    },
  },
};
