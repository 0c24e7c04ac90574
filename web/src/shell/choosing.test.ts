import { describe, expect, it, vi } from 'vitest';
import { Choosing } from './choosing.svelte';
import type { AnyView, Foreseen, TableActions } from './contract';
import type { TypedMove } from './protocol';

const view = (round: number) => ({ round }) as unknown as AnyView;
const typed = (text: string): TypedMove => ({ text, move: text.split(' ')[0] });

/** A table whose answers come when the test wants them to. */
function table(legal: string[]) {
  const answers = new Map<string, (foreseen: Foreseen | null) => void>();
  const actions = {
    preview: vi.fn((moves: string[]) => new Promise<Foreseen | null>((done) => answers.set(moves.join(), done))),
    play: vi.fn(async (move: string) => legal.includes(move)),
    suppose: vi.fn(),
  };
  const choosing = new Choosing(() => ({
    moves: legal.map(typed),
    table: actions as unknown as TableActions,
  }));
  const answer = async (moves: string, round: number) => {
    answers.get(moves)!({ view: view(round), moves: [], facts: [{ what: moves }] });
    await Promise.resolve();
  };
  const refuse = async (moves: string) => {
    answers.get(moves)!(null);
    await Promise.resolve();
  };
  return { actions, choosing, answer, refuse };
}

function pressed(key: string, on: HTMLElement = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, cancelable: true });
  Object.defineProperty(event, 'target', { value: on });
  return event;
}

describe('choosing', () => {
  it('supposes what the table foresees', async () => {
    const { actions, choosing, answer } = table(['a', 'b']);
    void choosing.choose(['a']);
    expect(choosing.chosen).toEqual(['a']);
    expect(choosing.foreseen).toBeNull();
    await answer('a', 1);
    expect(choosing.foreseen?.view).toEqual(view(1));
    expect(choosing.fact).toEqual({ what: 'a' });
    expect(actions.suppose).toHaveBeenLastCalledWith(view(1));
  });

  it('supposes nothing where the board does not want that', async () => {
    const { actions, choosing, answer } = table(['a', 'b']);
    void choosing.choose(['a'], { suppose: false });
    await answer('a', 1);
    expect(choosing.foreseen?.view).toEqual(view(1));
    expect(actions.suppose).toHaveBeenLastCalledWith(null);
  });

  it('drops answers that come too late', async () => {
    const { choosing, answer } = table(['a', 'b']);
    void choosing.choose(['a']);
    void choosing.choose(['b']);
    await answer('b', 2);
    await answer('a', 1);
    expect(choosing.foreseen?.view).toEqual(view(2));
  });

  it('goes on supposing what it did until the table has answered about another choice', async () => {
    const { choosing, answer } = table(['a', 'b']);
    void choosing.choose(['a']);
    expect(choosing.supposed).toBeNull();
    await answer('a', 1);
    void choosing.choose(['b']);
    expect(choosing.foreseen).toBeNull();
    expect(choosing.supposed).toEqual(view(1));
    await answer('b', 2);
    expect(choosing.supposed).toEqual(view(2));
    choosing.clear();
    expect(choosing.supposed).toBeNull();
  });

  it('asks once for the same moves, until there is a new position', async () => {
    const { actions, choosing, answer } = table(['a', 'b']);
    void choosing.choose(['a']);
    await answer('a', 1);
    void choosing.choose(['b'], { foresee: false });
    expect(choosing.foreseen).toBeNull();
    await choosing.choose(['a']);
    expect(choosing.foreseen?.view).toEqual(view(1));
    expect(actions.preview).toHaveBeenCalledTimes(1);
    choosing.fresh();
    void choosing.choose(['a']);
    expect(actions.preview).toHaveBeenCalledTimes(2);
  });

  it('asks again where the table could not answer', async () => {
    const { actions, choosing, answer, refuse } = table(['a', 'b']);
    void choosing.choose(['a']);
    await refuse('a');
    expect(choosing.foreseen).toBeNull();
    await choosing.choose(['b'], { foresee: false });
    void choosing.choose(['a']);
    expect(actions.preview).toHaveBeenCalledTimes(2);
    await answer('a', 1);
    expect(choosing.foreseen?.view).toEqual(view(1));
  });

  it('chooses the only move by itself where the board wants that, and Escape does not let it go', () => {
    const { choosing } = table(['a']);
    choosing.fresh({ forced: true });
    expect(choosing.chosen).toEqual(['a']);
    expect(choosing.forced).toBe(true);
    choosing.key(pressed('Escape'));
    expect(choosing.chosen).toEqual(['a']);
    choosing.fresh();
    expect(choosing.begun).toBe(false);
  });

  it('plays several moves, each when the position is here that the one before has led to', async () => {
    const { actions, choosing } = table(['a', 'b']);
    await choosing.choose(['a', 'b'], { foresee: false });
    expect(await choosing.commit()).toBe(true);
    expect(choosing.busy).toBe(true);
    expect(actions.play.mock.calls).toEqual([['a']]);
    choosing.fresh();
    expect(actions.play.mock.calls).toEqual([['a'], ['b']]);
    choosing.fresh();
    expect(actions.play).toHaveBeenCalledTimes(2);
  });

  it('forgets what was to follow if it is not possible any more, or the move before it is refused', async () => {
    const { actions, choosing } = table(['a', 'b']);
    await choosing.choose(['a', 'x', 'b'], { foresee: false });
    await choosing.commit();
    choosing.fresh();
    choosing.fresh();
    await choosing.choose(['x', 'b'], { foresee: false });
    expect(await choosing.commit()).toBe(false);
    expect(choosing.busy).toBe(false);
    choosing.fresh();
    expect(actions.play.mock.calls.map(([move]) => move)).toEqual(['a', 'x']);
  });

  describe('where a line was lost and a position is here before the answer to the move that led to it', () => {
    /** A table that answers moves when the test wants it to, and takes none before that. */
    function slow() {
      const { actions, choosing } = table(['a', 'b', 'c']);
      const waiting: ((isStored: boolean) => void)[] = [];
      actions.play.mockImplementation(() => {
        expect(waiting).toHaveLength(0);
        return new Promise((done) => waiting.push(done));
      });
      const say = async (isStored: boolean) => {
        waiting.shift()!(isStored);
        await new Promise((later) => setTimeout(later));
      };
      const played = () => actions.play.mock.calls.map(([move]) => move);
      return { choosing, say, played };
    }

    it('plays what follows after that answer', async () => {
      const { choosing, say, played } = slow();
      void choosing.commit(['a', 'b']);
      choosing.fresh();
      expect(choosing.busy).toBe(true);
      expect(played()).toEqual(['a']);
      await say(true);
      expect(played()).toEqual(['a', 'b']);
      await say(true);
      choosing.fresh();
      expect(choosing.busy).toBe(false);
    });

    it('plays what is chosen meanwhile after that answer, whatever it is', async () => {
      const { choosing, say, played } = slow();
      const first = choosing.commit(['a', 'b']);
      choosing.fresh(); // of «b», which is not awaited any longer when there is yet another position:
      choosing.fresh();
      expect(choosing.busy).toBe(false);
      await choosing.choose(['c'], { foresee: false });
      const second = choosing.commit();
      await say(false);
      expect(await first).toBe(false);
      expect(choosing.busy).toBe(true);
      expect(played()).toEqual(['a', 'c']);
      await say(true);
      expect(await second).toBe(true);
      choosing.fresh();
      expect(choosing.busy).toBe(false);
    });

    it('is not disturbed by an answer that comes when nothing is under way', async () => {
      const { choosing, say, played } = slow();
      void choosing.commit(['a']);
      choosing.fresh();
      await choosing.choose(['b'], { foresee: false });
      await say(true);
      expect([choosing.busy, choosing.chosen]).toEqual([false, ['b']]);
      expect(played()).toEqual(['a']);
    });
  });

  it('plays nothing that is not whole, and nothing while a move is on its way', async () => {
    const { actions, choosing } = table(['a', 'b']);
    await choosing.choose(['a'], { whole: false, foresee: false });
    expect(await choosing.commit()).toBe(false);
    await choosing.choose(['a'], { foresee: false });
    await choosing.commit();
    await choosing.choose(['b'], { foresee: false });
    expect(choosing.chosen).toEqual(['a']);
    expect(await choosing.commit()).toBe(false);
    expect(actions.play).toHaveBeenCalledTimes(1);
  });

  it('takes back what was supposed when nothing is chosen any more', async () => {
    const { actions, choosing, answer } = table(['a']);
    void choosing.choose(['a']);
    choosing.clear();
    await answer('a', 1);
    expect(choosing.begun).toBe(false);
    expect(actions.suppose).toHaveBeenLastCalledWith(null);
  });

  it('is played by Enter and let go by Escape, except where the focus has a use for them', async () => {
    const { actions, choosing } = table(['a']);
    const press = (key: string, on?: HTMLElement) => choosing.key(pressed(key, on));
    await choosing.choose(['a'], { foresee: false });
    press('Enter', document.createElement('button'));
    expect(actions.play).not.toHaveBeenCalled();
    press('Escape', document.createElement('input'));
    expect(choosing.begun).toBe(true);
    press('Escape', document.createElement('button'));
    expect(choosing.begun).toBe(false);
    await choosing.choose(['a'], { foresee: false });
    press('Enter');
    expect(actions.play).toHaveBeenCalledWith('a');
  });

  it('lets Enter play what the gold button says where nothing is chosen', async () => {
    const { actions, choosing } = table(['a', 'b']);
    await choosing.choose(['a'], { foresee: false });
    choosing.key(pressed('Escape'), ['b']);
    expect(actions.play).not.toHaveBeenCalled();
    choosing.key(pressed('Enter'), ['b']);
    expect(actions.play.mock.calls).toEqual([['b']]);
  });
});
