import { expect, it, vi } from 'vitest';
import { onEscape } from './escape';

const press = (key = 'Escape') => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
};

it('closes what was opened last, one at a time', () => {
  const [below, above] = [vi.fn(), vi.fn()];
  const leaveBelow = onEscape(below);
  const leaveAbove = onEscape(above);
  press();
  expect([below, above].map((close) => close.mock.calls.length)).toEqual([0, 1]);
  leaveAbove();
  press();
  expect(below).toHaveBeenCalledOnce();
  leaveBelow();
});

it('is nobody else’s while something is open, and the board’s again afterwards', () => {
  const board = vi.fn();
  addEventListener('keydown', board);
  const leave = onEscape(() => {});
  expect(press().defaultPrevented).toBe(true);
  expect(board).not.toHaveBeenCalled();
  press('a');
  expect(board).toHaveBeenCalledOnce();
  leave();
  press();
  expect(board).toHaveBeenCalledTimes(2);
  removeEventListener('keydown', board);
});
