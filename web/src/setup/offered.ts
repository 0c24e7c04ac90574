// Which options a table has: offered when it is set up, told when somebody comes to it.

import type { OptionWords } from '../shell/contract';
import type { GameInfo, OptionInfo } from '../shell/protocol';

export interface Offered extends OptionInfo {
  told: OptionWords;
  yesNo: boolean;
}

/** Whether a value can be chosen with so many players: a seat that does not exist cannot begin. */
export function fits(name: string, value: unknown, players: number): boolean {
  return name !== 'first' || typeof value !== 'number' || value < players;
}

/** The options for so many players, each with its choices. */
export function offered(info: GameInfo, words: Record<string, OptionWords>, players: number): Offered[] {
  return info.options
    .filter(({ name }) => isTold(words[name], players))
    .map((option) => {
      const told = words[option.name];
      const choices = option.choices.filter(
        (choice) => (!told.choices || String(choice) in told.choices) && fits(option.name, choice, players),
      );
      const yesNo = choices.length === 2 && choices.every((choice) => typeof choice === 'boolean');
      return { ...option, told, choices, yesNo };
    });
}

/** The options of a table in words: «Гармония», «Режим: продвинутый». What is switched off is not mentioned. */
export function toldOptions(
  words: Record<string, OptionWords>,
  options: Record<string, unknown>,
  players: number,
): string[] {
  return Object.entries(options)
    .filter(([name, value]) => isTold(words[name], players) && value !== false)
    .map(([name, value]) => {
      const { label, choices } = words[name];
      const isSwitch = value === true && Object.keys(choices ?? {}).length <= 2;
      return isSwitch ? label : `${label}: ${choices?.[String(value)] ?? called(value)}`;
    });
}

/** A map of one's own goes by its name. */
function called(value: unknown): string {
  return String((value as { name?: string } | null)?.name ?? value);
}

function isTold(told: OptionWords | undefined, players: number): boolean {
  return Boolean(told && !told.hidden && (told.players?.includes(players) ?? true));
}
