// What may be done with the crystals of a task card.

import type { Crystal } from '../seen';

export interface Giving {
  payable: Crystal[]; // what may be discarded now
  chosen: Crystal | null;
  advised: Crystal | null;
  pointed: Crystal | null;
  pick: (name: Crystal) => void;
  commit: () => void;
}
