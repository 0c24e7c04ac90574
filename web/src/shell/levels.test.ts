import { expect, it } from 'vitest';
import { newBotName } from './levels';
import { change } from './settings.svelte';

it('a new bot has a name of its own', () => {
  change({ language: 'en' });
  expect(newBotName(['Anna', 'Bot Leo'])).toBe('Bot Ivy');
  change({ language: 'ru' });
  expect(newBotName(['Анна', 'Бот Ива'])).toBe('Бот Лев');
});
