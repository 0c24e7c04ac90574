// What the shell says about the game: the log, the question of the moment, reasons for points, options.

import type { Item, OptionWords, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { plural, words } from '../../shell/words';
import { read, readFound } from './moves';
import type { KingemsRow, KingemsView } from './types';
import { colours, crystal, crystals, spot } from './words';

const t = words({
  ru: {
    turnOrGo: 'поверните плитку или сразу идите к фонарю',
    mustTurn: 'поверните плитку: иначе гному некуда идти',
    payOrGo: 'отдайте кристалл за второй поворот или идите',
    second: 'поверните вторую плитку',
    go: 'идите по светлому ходу к фонарю',
    goHome: 'идите домой, на платформу, или к фонарю',
    take: 'возьмите кристалл',
    theirs: {
      turn: 'думает, что повернуть', pay: 'думает о втором повороте', second: 'поворачивает вторую плитку',
      go: 'выбирает путь', take: 'выбирает кристалл', over: 'игра окончена', chance: 'раскладываются плитки',
    },
    modes: { basic: 'сбор в любом порядке', advanced: 'сбор по порядку и домой' },
    left: (n: number) => `в копях ещё ${n} ${plural(n, 'кристалл', 'кристалла', 'кристаллов')}`,
    quiet: (n: number, all: number) => `без кристаллов ${n} из ${all} ходов`,
    first: (who: string) => `первый ход: ${who}`,
    keep: 'плиток не поворачивает',
    turn: (cell: string, degrees: number) => `поворачивает ${cell} на ${degrees}°`,
    discard: (name: string) => `отдаёт ${name} за второй поворот`,
    goTo: (where: string) => `идёт на ${where}`,
    home: 'возвращается на платформу',
    takes: (name: string) => `берёт ${name}`,
    found: (cell: string, names: string) => `под ${cell}: ${names}`,
    nothing: 'карта ещё пуста',
    won: 'все шесть кристаллов',
    wonHome: 'полная карта и путь домой',
    pairs: (n: number) => `${n} ${plural(n, 'пара', 'пары', 'пар')} прозрачных`,
    standIns: (n: number) => `${n} ${plural(n, 'прозрачный', 'прозрачных', 'прозрачных')}`,
    byPairs: 'Пары прозрачных',
    byClear: 'Прозрачные',
    full: 'карта полна, пора домой',
    options: {
      mode: {
        label: 'Задание',
        help: 'По порядку: кристаллы нужны слева направо, а с полной картой нужно раньше всех вернуться на платформу.',
        choices: { basic: 'в любом порядке', advanced: 'по порядку и домой' },
      },
      memory: {
        label: 'Память',
        help: 'Включена: всё, что однажды показали под плитками, остаётся отмеченным. Выключена: запоминать надо самим.',
        choices: { true: 'стол помнит', false: 'помнят игроки' },
      },
      first: {
        label: 'Кто начинает',
        help: 'По жребию или определённое место.',
        choices: { null: 'жребий', 0: 'красные', 1: 'синие', 2: 'жёлтые', 3: 'зелёные' },
      },
    },
  },
  en: {
    turnOrGo: 'turn a tile, or go to a lantern at once',
    mustTurn: 'turn a tile: your gnome has nowhere to go',
    payOrGo: 'give up a crystal for a second turn, or go',
    second: 'turn a second tile',
    go: 'follow the lit tunnel to a lantern',
    goHome: 'go home to the platform, or to a lantern',
    take: 'take a crystal',
    theirs: {
      turn: 'is thinking what to turn', pay: 'is thinking of a second turn', second: 'turns a second tile',
      go: 'chooses a way', take: 'chooses a crystal', over: 'the game is over', chance: 'tiles are being laid',
    },
    modes: { basic: 'any order', advanced: 'in order, then home' },
    left: (n: number) => `${n} ${plural(n, 'crystal', 'crystals', 'crystals')} left in the mine`,
    quiet: (n: number, all: number) => `${n} of ${all} turns without a crystal`,
    first: (who: string) => `the first turn: ${who}`,
    keep: 'turns no tile',
    turn: (cell: string, degrees: number) => `turns ${cell} by ${degrees}°`,
    discard: (name: string) => `gives up ${name} for a second turn`,
    goTo: (where: string) => `goes to ${where}`,
    home: 'returns to the platform',
    takes: (name: string) => `takes ${name}`,
    found: (cell: string, names: string) => `under ${cell}: ${names}`,
    nothing: 'the card is still empty',
    won: 'all six crystals',
    wonHome: 'a full card, and home',
    pairs: (n: number) => `${n} ${plural(n, 'pair', 'pairs', 'pairs')} of clear ones`,
    standIns: (n: number) => `${n} clear`,
    byPairs: 'Pairs of clear crystals',
    byClear: 'Clear crystals',
    full: 'a full card, time to go home',
    options: {
      mode: {
        label: 'Task',
        help: 'In order: crystals are wanted from left to right, and with a full card you must be first back on the platform.',
        choices: { basic: 'any order', advanced: 'in order, then home' },
      },
      memory: {
        label: 'Memory',
        help: 'On: whatever was once shown under the tiles stays marked. Off: you have to remember it yourselves.',
        choices: { true: 'the table remembers', false: 'players remember' },
      },
      first: {
        label: 'Who begins',
        help: 'Drawn by lot, or a certain seat.',
        choices: { null: 'by lot', 0: 'red', 1: 'blue', 2: 'yellow', 3: 'green' },
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
  return first && { text: t().first(colours()[Number(first[1])]), symbol: 'crown' };
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
  return { players: { label: '', help: '', hidden: true }, ...t().options };
}
