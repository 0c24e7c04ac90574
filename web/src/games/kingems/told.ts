// What the shell says about the game: the log, the question of the moment, reasons for points, options.

import { begins, whoBegins } from '../../shell/begins';
import type { Item, OptionWords, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { plural, words } from '../../shell/words';
import { read, readFound } from './moves';
import type { KingemsRow, KingemsView } from './types';
import { crystal, crystals, spot } from './words';

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
    left: (n: number) => `в шахте ещё ${n} ${plural(n, 'кристалл', 'кристалла', 'кристаллов')}`,
    quiet: (n: number, all: number) => `ходов без кристаллов: ${n} из ${all}`,
    keep: 'ничего не поворачивает',
    turn: (cell: string, degrees: number) => `поворачивает ${cell} на ${degrees}°`,
    discard: (name: string) => `сбрасывает ${name} ради второго поворота`,
    goTo: (where: string) => `идёт на ${where}`,
    home: 'возвращается на площадку',
    takes: (name: string) => `берёт ${name}`,
    found: (cell: string, names: string) => `под ${cell}: ${names}`,
    nothing: 'карта заданий ещё пуста',
    won: 'все шесть кристаллов',
    wonHome: 'полная коллекция и путь назад',
    pairs: (n: number) => `${n} ${plural(n, 'пара', 'пары', 'пар')} прозрачных`,
    standIns: (n: number) => `${n} ${plural(n, 'прозрачный', 'прозрачных', 'прозрачных')}`,
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
    left: (n: number) => `${n} ${plural(n, 'crystal', 'crystals', 'crystals')} left in the mine`,
    quiet: (n: number, all: number) => `turns without a crystal: ${n} of ${all}`,
    keep: 'rotates no tile',
    turn: (cell: string, degrees: number) => `rotates ${cell} by ${degrees}°`,
    discard: (name: string) => `discards ${name} to rotate a second tile`,
    goTo: (where: string) => `goes to ${where}`,
    home: 'returns to the platform',
    takes: (name: string) => `takes ${name}`,
    found: (cell: string, names: string) => `under ${cell}: ${names}`,
    nothing: 'the task card is still empty',
    won: 'all six crystals',
    wonHome: 'a complete collection, and back on the platform',
    pairs: (n: number) => `${n} ${plural(n, 'pair', 'pairs', 'pairs')} of transparent ones`,
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

export function ask(view: KingemsView, legal: string[]): string {
  if (!legal.length) return t().theirs[view.phase];
  switch (view.phase) {
    case 'turn':
      return legal.includes('keep') ? t().turnOrGo : t().mustTurn;
    case 'pay':
      return t().payOrGo;
    case 'second':
      return t().second;
    case 'go':
      return legal.includes('return') ? t().goHome : t().go;
    case 'take':
      return t().take;
    default:
      return t().theirs[view.phase];
  }
}

export function where(view: KingemsView): string {
  const left = Object.values(view.left).reduce((sum, n) => sum + n, 0);
  const quiet = view.quiet * 2 >= view.stall ? t().quiet(view.quiet, view.stall) : t().left(left);
  return `${t().modes[view.options.mode]} · ${quiet}`;
}

export function topic(view: KingemsView): string {
  if (view.phase === 'pay' || view.phase === 'second') return 'second';
  if (view.can_return) return 'home';
  const topics: Record<string, string> = { turn: 'turning', go: 'moving', take: 'taking', over: 'end' };
  return topics[view.phase] ?? 'goal';
}

export function tell(lines: Happened[], index: number, view: KingemsView): Told | null {
  const line = lines[index];
  if (line.seat == null) return tellChance(line.chance ?? '');
  const move = read(line.move ?? '');
  switch (move?.kind) {
    case 'keep':
      return { text: t().keep };
    case 'turn':
      return { text: t().turn(move.cell, move.degrees) };
    case 'discard':
      return { text: t().discard(crystal(move.crystal)) };
    case 'go':
      return { text: t().goTo(spot(move.spot)) };
    case 'return':
      return { text: t().home };
    case 'take': {
      const advanced = view.options.mode === 'advanced';
      const covers = advanced || view.players[line.seat]?.task.includes(move.crystal);
      return { text: t().takes(crystal(move.crystal)), ...(covers ? { gain: 1 } : {}) };
    }
    default:
      return null;
  }
}

/** Tiles and cards are seen on the table; only who begins and what was shown is worth a line. */
function tellChance(chance: string): Told | null {
  const found = readFound(chance);
  if (found) return { text: t().found(found.cell, crystals(found.crystals)), symbol: 'ui-eye' };
  const first = /^first (\d)$/.exec(chance);
  return first && { text: begins(Number(first[1])), symbol: 'crown' };
}

export function reason(row: KingemsRow, view: KingemsView): string {
  const advanced = view.options.mode === 'advanced';
  if (row.won) return advanced ? t().wonHome : t().won;
  if (!row.points) return t().nothing;
  if (advanced && row.points === 6) return t().full;
  const clear = row.by_transparents;
  const parts = row.colours.map(crystal);
  if (clear) parts.push(advanced ? t().standIns(clear) : t().pairs(clear));
  return parts.join(', ');
}

export function items(row: KingemsRow, view: KingemsView): Item[] {
  const list: Item[] = row.colours.map((name) => ({ label: capital(crystal(name)), points: 1 }));
  const label = view.options.mode === 'advanced' ? t().byClear : t().byPairs;
  if (row.by_transparents) list.push({ label, points: row.by_transparents });
  return list;
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

export function options(): Record<string, OptionWords> {
  return { players: { label: '', help: '', hidden: true }, ...t().options, first: whoBegins() };
}
