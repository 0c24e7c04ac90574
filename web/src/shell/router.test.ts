import { describe, expect, it } from 'vitest';
import { GAME_NAMES } from './catalogue';
import { read, tableCode } from './router.svelte';

const [first] = GAME_NAMES;

describe('addresses', () => {
  it.each([
    ['/', { page: 'lobby' }],
    [`/new/${first}`, { page: 'setup', game: first }],
    [`/rules/${first}`, { page: 'rules', game: first }],
    [`/learn/${first}`, { page: 'learn', game: first }],
    ['/table/sova-med-rog-les', { page: 'table', table: 'sova-med-rog-les' }],
    ['/new/chess', { page: 'nowhere' }],
    ['/table/' + encodeURIComponent('сова мёд рог лес'), { page: 'table', table: 'сова мёд рог лес' }],
    ['/table/%', { page: 'table', table: '%' }],
    ['/table', { page: 'nowhere' }],
    ['/table/a/b', { page: 'nowhere' }],
  ])('%s', (path, route) => expect(read(path)).toEqual(route));
});

describe('a code somebody types', () => {
  it.each([
    ['sova-med-rog-les', 'sova-med-rog-les'],
    ['  Sova med rog les ', 'sova-med-rog-les'],
    ['https://example.org/table/sova-med-rog-les?x=1', 'sova-med-rog-les'],
    ['http://192.168.0.2:8000/table/sova-med-rog-les/', 'sova-med-rog-les'],
    ['Сова мёд рог лес', 'сова-мёд-рог-лес'],
    ['СОВА - МЕД - РОГ - ЛЕС', 'сова-мед-рог-лес'],
    ['http://192.168.0.2:8000/table/' + encodeURIComponent('сова-мёд-рог-лес'), 'сова-мёд-рог-лес'],
    ['100%-sure', null],
    ['nonsense', null],
    ['', null],
  ])('%s', (text, code) => expect(tableCode(text)).toBe(code));
});
