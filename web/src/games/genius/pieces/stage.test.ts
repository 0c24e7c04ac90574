// What a board shows of what is new: a token is turned up before its consequences are seen.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Happened } from '../../../shell/protocol';
import type { Fact, View } from '../seen';
import { Stage } from './stage.svelte';

const at = (number: number) => ({ number }) as unknown as View;
const lines = (...facts: Fact[]) => facts.map((fact) => ({ fact }) as Happened);
const draw: Fact = { what: 'draw', seat: 0 };
const match: Fact = { what: 'drawn', seat: 0, colour: 'red', outcome: 'success' };
const filled: Fact = { what: 'filled', colour: 'blue' };
const collected: Fact = {
  what: 'took',
  seat: 0,
  taken: { tokens: { red: 2 }, alternative: false, completed: [], bonus_turns: 0, gain: 0 },
};

describe('the stage', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('turns a token up first', () => {
    const stage = new Stage(at(1), [], [], () => {});
    stage.receive(at(2), [], lines(draw, match), true);
    expect(stage.reveal).toEqual({ colour: 'red', outcome: 'success', turned: false });
    expect(stage.shown).toEqual(at(1));
    vi.runAllTimers();
    expect(stage.reveal).toBeNull();
    expect(stage.shown).toEqual(at(2));
    expect(stage.last).toEqual(match);
  });

  it('shows what was taken, whatever was added to the centre afterwards', () => {
    const stage = new Stage(at(1), [], lines(draw, match), () => {});
    stage.receive(at(2), [], lines(draw, match, collected, filled, filled), true);
    expect(stage.news).toEqual([collected]);
    expect(stage.shown).toEqual(at(2));
  });

  it('turns nothing up when more has happened meanwhile, nor without motion', () => {
    const stage = new Stage(at(1), [], [], () => {});
    stage.receive(at(2), [], lines(draw, match, draw, match), true);
    expect(stage.reveal).toBeNull();
    stage.receive(at(3), [], lines(draw, match, draw, match, draw, match), false);
    expect(stage.reveal).toBeNull();
    expect(stage.last).toEqual(match);
  });

  it('has no news where somebody goes back', () => {
    const stage = new Stage(at(3), [], lines(draw, match, collected), () => {});
    stage.receive(at(1), [], lines(draw), true);
    expect(stage.news).toEqual([]);
    stage.receive(at(2), [], lines(draw, match), true);
    expect(stage.reveal?.colour).toBe('red');
  });
});
