// KinGems for the shell: tunnels that turn, crystals beneath them.

import { whoBegins } from '../../shell/begins';
import type { GameModule, Item, OptionWords } from '../../shell/contract';
import { amount, capital, words } from '../../shell/words';
import Board from './Board.svelte';
import { CONSTANTS } from './constants';
import Final from './Final.svelte';
import { tell } from './log';
import Rules from './Rules.svelte';
import type { Move, Row, View } from './seen';
import { crystal } from './words';

const t = words({
  ru: {
    turnOrGo: 'поверните тайл или сразу идите к фонарю',
    mustTurn: 'поверните тайл: иначе гному некуда идти',
    payOrGo: 'идите к фонарю или сбросьте кристалл ради второго поворота',
    second: 'поверните второй тайл',
    go: 'идите по освещённому туннелю к фонарю',
    goHome: 'идите на площадку или к фонарю',
    take: 'возьмите кристалл',
    theirs: {
      turn: 'думает, что повернуть',
      pay: 'думает о втором повороте',
      second: 'поворачивает второй тайл',
      go: 'выбирает путь',
      take: 'выбирает кристалл',
      over: 'игра окончена',
      chance: 'раскладываем тайлы',
    },
    modes: { basic: 'базовый режим', advanced: 'продвинутый режим' },
    left: (n: number) => `в шахте ещё ${amount(n, 'кристалл', 'кристалла', 'кристаллов')}`,
    quiet: (n: number, all: number) => `ходов без кристаллов: ${n} из ${all}`,
    nothing: 'карта заданий ещё пуста',
    won: 'все шесть кристаллов',
    wonHome: 'полная коллекция и путь назад',
    pairs: (n: number) => `${amount(n, 'пара', 'пары', 'пар')} прозрачных`,
    standIns: (n: number) => amount(n, 'прозрачный', 'прозрачных', 'прозрачных'),
    byPairs: 'Пары прозрачных',
    byClear: 'Прозрачные',
    full: 'коллекция собрана, пора на площадку',
    options: {
      mode: {
        label: 'Режим',
        help: 'В базовом режиме кристаллы собирают в любом порядке. В продвинутом — строго слева направо, а с полной коллекцией нужно раньше всех вернуться на площадку.',
        choices: { basic: 'базовый', advanced: 'продвинутый' },
      },
      memory: {
        label: 'Память',
        help: 'Помнит стол: всё, что однажды показали под тайлами, остаётся отмеченным. Помнят игроки: запоминать нужно самим.',
        choices: { true: 'стол помнит', false: 'помнят игроки' },
      },
    },
  },
  en: {
    turnOrGo: 'rotate a tile, or go straight to a lantern',
    mustTurn: 'rotate a tile: your gnome has nowhere to go',
    payOrGo: 'go to a lantern, or discard a crystal to rotate a second tile',
    second: 'rotate a second tile',
    go: 'follow the lit tunnel to a lantern',
    goHome: 'go back to the platform, or to a lantern',
    take: 'take a crystal',
    theirs: {
      turn: 'is choosing a tile to rotate',
      pay: 'may rotate a second tile',
      second: 'is rotating a second tile',
      go: 'is choosing a way',
      take: 'is choosing a crystal',
      over: 'the game is over',
      chance: 'laying out the tiles',
    },
    modes: { basic: 'basic mode', advanced: 'advanced mode' },
    left: (n: number) => `${amount(n, 'crystal', 'crystals', 'crystals')} left in the mine`,
    quiet: (n: number, all: number) => `turns without a crystal: ${n} of ${all}`,
    nothing: 'the task card is still empty',
    won: 'all six crystals',
    wonHome: 'a complete collection, and back on the platform',
    pairs: (n: number) => `${amount(n, 'pair', 'pairs', 'pairs')} of transparent ones`,
    standIns: (n: number) => `${n} transparent`,
    byPairs: 'Transparent pairs',
    byClear: 'Transparent crystals',
    full: 'collection complete, now back to the platform',
    options: {
      mode: {
        label: 'Mode',
        help: 'In the basic mode crystals are collected in any order. In the advanced mode strictly from left to right, and with a complete collection you must be first back on the platform.',
        choices: { basic: 'basic', advanced: 'advanced' },
      },
      memory: {
        label: 'Memory',
        help: 'The table remembers: whatever was once shown under a tile stays marked. Players remember: you have to remember it yourselves.',
        choices: { true: 'the table remembers', false: 'players remember' },
      },
    },
  },
});

function ask(view: View, moves: Move[]): string {
  const may = (move: Move['move']) => moves.some((other) => other.move === move);
  if (!moves.length) return t().theirs[view.phase];
  switch (view.phase) {
    case 'turn':
      return may('keep') ? t().turnOrGo : t().mustTurn;
    case 'pay':
      return t().payOrGo;
    case 'second':
      return t().second;
    case 'go':
      return may('return') ? t().goHome : t().go;
    case 'take':
      return t().take;
    default:
      return t().theirs[view.phase];
  }
}

function where(view: View): string {
  const left = Object.values(view.left).reduce((sum, n) => sum + n, 0);
  const quiet = view.quiet * 2 >= CONSTANTS.stall ? t().quiet(view.quiet, CONSTANTS.stall) : t().left(left);
  const mode = view.options.mode === 'advanced' ? 'advanced' : 'basic';
  return `${t().modes[mode]} · ${quiet}`;
}

function topic(view: View): string {
  if (view.phase === 'pay' || view.phase === 'second') return 'second';
  if (view.can_return) return 'home';
  const topics: Record<string, string> = { turn: 'turning', go: 'moving', take: 'taking', over: 'end' };
  return topics[view.phase] ?? 'goal';
}

function reason(row: Row, view: View): string {
  const advanced = view.options.mode === 'advanced';
  if (row.won) return advanced ? t().wonHome : t().won;
  if (!row.points) return t().nothing;
  if (advanced && row.points === 6) return t().full;
  const clear = row.by_transparents;
  const parts = row.colours.map(crystal);
  if (clear) parts.push(advanced ? t().standIns(clear) : t().pairs(clear));
  return parts.join(', ');
}

function items(row: Row, view: View): Item[] {
  const list: Item[] = row.colours.map((name) => ({ label: capital(crystal(name)), points: 1 }));
  const label = view.options.mode === 'advanced' ? t().byClear : t().byPairs;
  if (row.by_transparents) list.push({ label, points: row.by_transparents });
  return list;
}

function options(): Record<string, OptionWords> {
  return { players: { label: '', help: '', hidden: true }, ...t().options, first: whoBegins() };
}

const kingems: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason: (row, view) => reason(row as Row, view),
  items: (row, view) => items(row as Row, view),
  options,
  figure: 'miner',
  Final,
  ratio: 3.2,
};

export default kingems;
