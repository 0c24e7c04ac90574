// What is wrong with a map or unusual in it, in words. The table's own sentences are English; the Russian ones are made of
// the same facts: what was found always stands before what is wanted.

import type { MapProblem } from '../../../shell/protocol';
import { said, words } from '../../../shell/words';
import { w } from '../words';
import type { Colour } from '../seen';

export const mw = words({
  ru: {
    default: 'Шесть королевств',
    open: 'Открыть файл карты',
    keep: 'Сохранить в браузере',
    kept: 'Карта сохранена в этом браузере.',
    noRoom: 'Браузер не дал сохранить карту: играть можно, но в следующий раз её надо будет открыть снова.',
    drop: (name: string) => `Удалить карту «${name}»`,
    mine: 'Карты',
    checking: 'Проверяем карту…',
    cannot: 'На этой карте играть нельзя: остаётся прежняя',
    can: 'На этой карте можно играть',
    unusual: 'Играть можно, но кое-что необычно',
    picture: (name: string) => `Карта «${name}»`,
    error: 'ошибка',
    warning: 'необычно',
  },
  en: {
    default: 'The Six Kingdoms',
    open: 'Open a map file',
    keep: 'Keep in this browser',
    kept: 'The map is kept in this browser.',
    noRoom: 'The browser did not let us keep the map: you can play, but next time you must open it again.',
    drop: (name: string) => `Delete the map «${name}»`,
    mine: 'Maps',
    checking: 'Checking the map…',
    cannot: 'This map cannot be played on: the one before stays',
    can: 'This map can be played on',
    unusual: 'It can be played on, but something is unusual',
    picture: (name: string) => `The map «${name}»`,
    error: 'error',
    warning: 'unusual',
  },
});

const FIELDS: Record<string, string> = {
  blots: 'Кляксы',
  towers: 'Башни',
  tower_cells: 'Ячейки башен',
  spell_cells: 'Ячейки заклинаний',
};

const kingdoms = (problem: MapProblem) =>
  problem.kingdoms.map((name) => w().kingdom[name as Colour] ?? name).join(', ');
const areas = (problem: MapProblem) => problem.areas.join(', ');
const number = (text: string) => /-?\d+/.exec(text)?.[0] ?? text;
const at = (problem: MapProblem) => (problem.areas.length ? `Область ${areas(problem)}: ` : '');
const tower = (problem: MapProblem) => `Башня № ${problem.towers.map((place) => place + 1).join(', ')}: `;
const counted = ({ found, wanted }: MapProblem, thing: string) =>
  `найдено ${thing} ${number(found)}, нужно ${number(wanted)}`;

const RUSSIAN: Record<string, (problem: MapProblem) => string> = {
  json: () => 'Файл не читается: это не JSON',
  shape: (problem) => `${at(problem)}в файле не те данные (${problem.text})`,
  name: () => 'Название: нужно от 1 до 100 обычных букв',
  size: ({ found }) => `Размер: найдено ${found}, нужно от 1 до 10000`,
  number: ({ field, found, wanted }) =>
    `${FIELDS[field] ?? field}: найдено ${found}, нужно ${wanted.replace(' to ', '–')}`,
  spell_cells: (problem) => `Ячейки заклинаний: ${counted(problem, 'чисел')}`,
  points: (problem) => counted(problem, 'точек').replace('нужно', 'нужно не больше'),
  decimals: ({ found }) => `Точка ${found}: больше трёх цифр после запятой`,
  same_point: () => 'Две точки в одном месте: у соседних областей угол общий, под одним номером',
  off_the_map: (problem) => `${at(problem)}точка ${problem.found} вне карты`,
  areas: (problem) => counted(problem, 'областей'),
  corners: (problem) => counted(problem, 'углов').replace('нужно', 'нужно не больше'),
  kingdom: ({ found }) => `Найдено королевство ${found}, нужно одно из шести`,
  symbol: (problem) => `${at(problem)}найден символ ${problem.found}, такого нет`,
  of: (problem) => `${at(problem)}найдено ${problem.found}, нужно ${problem.wanted.replaceAll(' or ', ' или ')}`,
  worth: (problem) => `${at(problem)}столица приносит 2 или 3 очка, найдено ${problem.found}`,
  corner: (problem) => `${at(problem)}точки ${number(problem.found)} нет`,
  polygon: (problem) => `${at(problem)}найдено углов ${number(problem.found)}, нужно хотя бы три`,
  corner_twice: (problem) => `${at(problem)}точка ${number(problem.found)} встречается дважды`,
  no_surface: (problem) => `${at(problem)}у контура нет площади, или он пересекает сам себя`,
  label: (problem) => `${at(problem)}символ стоит вне области`,
  nine_areas: (problem) => `${kingdoms(problem)}: ${counted(problem, 'областей')}`,
  capitals: (problem) => `${kingdoms(problem)}: ${counted(problem, 'столиц')}`,
  monsters: ({ found, wanted }) => {
    const kind = found.split(' ')[1].replace(/s$/, '') as keyof ReturnType<typeof w>['row'];
    return `${w().row[kind]}: найдено ${number(found)}, нужно ${wanted}`;
  },
  dragon_colours: (problem) => `Драконы: ${counted(problem, 'цветов')}`,
  crosses_itself: (problem) => `${at(problem)}контур пересекает сам себя`,
  crossing: (problem) => `Области ${areas(problem)}: линии пересекаются; общими бывают только углы и стороны`,
  overlap: (problem) => `Области ${areas(problem)} лежат одна на другой`,
  lies_within: (problem) => `Области ${areas(problem)} лежат одна на другой`,
  tangled: () => 'Слишком много сторон лежит вплотную: уберите углы, без которых линия не изменится',
  narrow: (problem) =>
    `Суша: высота больше ширины в ${number(problem.found)} раз, можно не больше чем в ${number(problem.wanted)}`,
  long_borders: (problem) =>
    `Границы королевств длиннее ширины суши в ${number(problem.found)} раз, можно не больше чем в ${number(problem.wanted)}`,
  apart: (problem) => `${kingdoms(problem)}: области ${areas(problem)} отрезаны от остальных`,
  towers: (problem) => counted(problem, 'башен').replace('нужно', 'нужно не больше'),
  tower_area: (problem) => `${tower(problem)}такой области нет (${problem.found})`,
  tower_border: (problem) => `${tower(problem)}у областей ${areas(problem)} нет общей границы`,
  tower_twice: (problem) => `${tower(problem)}между областями ${areas(problem)} башня уже есть`,
  tower_place: (problem) => `${tower(problem)}стоит не на границе областей ${areas(problem)}`,
  dice_set: ({ found }) => `Кубики: ${found} — не одно, два или три королевства по порядку`,
  dice_weight: (problem) => `Кубики: вес ${problem.kingdoms.join('+')} должен быть от 1 до миллиарда`,
  dice_none: () => 'Кубики: нет ни одного веса',
  no_dice: () => 'Кубику негде лечь на эту карту',
  corner_only: (problem) => `${at(problem)}суша касается сама себя только углом`,
  gap: (problem) => `${at(problem)}рядом пустое место: озеро или не сошлись линии`,
  island: (problem) => `${at(problem)}остров: эта суша отделена от остальной`,
  unusual_number: ({ field, found, wanted }) => `${FIELDS[field] ?? field}: найдено ${found}, обычно ${wanted}`,
  unusual_spread: (problem) => `${kingdoms(problem)}: символов не столько, сколько обычно`,
  unusual_colour: (problem) => `${at(problem)}чудовище необычного цвета`,
  unusual_worth: (problem) => `${at(problem)}столица приносит ${number(problem.found)}, обычно ${problem.wanted}`,
  unusual_dragons: () => 'Цвета драконов не такие, как обычно',
  unusual_dice: () => 'Кубики ложатся не так, как следует из очертаний; измеренные годятся',
};

/** What is wrong or unusual, for people. */
export function problemWords(problem: MapProblem): string {
  return said({ ru: RUSSIAN[problem.code]?.(problem), en: undefined }) ?? problem.text;
}
