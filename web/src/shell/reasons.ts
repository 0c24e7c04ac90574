// Why a command was not carried out, in words; each says what would help.

import type { Reason, Rejected } from './protocol';
import { capital, said } from './words';

const REASONS: Record<Reason, { ru: string; en: string }> = {
  bad_message: {
    ru: 'Стол не понял эту страницу. Обновите её.',
    en: 'The table did not understand this page. Reload it.',
  },
  not_joined: { ru: 'Страница ещё не за столом. Попробуйте ещё раз.', en: 'This page has not joined yet. Try again.' },
  unknown_table: { ru: 'Такого стола нет.', en: 'There is no such table.' },
  not_your_seat: { ru: 'Это чужое место.', en: 'That seat is not yours.' },
  not_your_turn: { ru: 'Сейчас не ваш ход.', en: 'It is not your turn.' },
  illegal: {
    ru: 'Так ходить нельзя: выберите одно из отмеченных мест.',
    en: 'That move is not allowed: choose one of the marked places.',
  },
  stale: {
    ru: 'Стол уже изменился. Посмотрите и сходите заново.',
    en: 'The table has changed in the meantime. Look again and move.',
  },
  cannot_undo: {
    ru: 'Этот ход уже не отменить: что-то открылось или сходил кто-то другой.',
    en: 'This move cannot be taken back: something was revealed or somebody else has moved.',
  },
  not_playing: { ru: 'Игра за этим столом не идёт.', en: 'No game is being played at this table.' },
  too_fast: { ru: 'Слишком часто. Подождите немного.', en: 'Too fast. Wait a moment.' },
  too_long: { ru: 'Слишком длинно: не больше 300 знаков.', en: 'Too long: at most 300 characters.' },
  no_hints: { ru: 'За этим столом играют без подсказок.', en: 'This table plays without hints.' },
  busy: { ru: 'Знаток ещё думает над прошлым вопросом.', en: 'The expert is still thinking about the last question.' },
  no_preview: { ru: 'Дальше решает случай, заранее не увидеть.', en: 'Chance decides next, so it cannot be foreseen.' },
  not_in_front: { ru: 'Сначала откройте занавес.', en: 'Open the curtain first.' },
  no_vote: { ru: 'Это решают те, кто играет и сейчас за столом.', en: 'Those who play and are here decide that.' },
  not_away: { ru: 'Этого игрока сейчас не ждут.', en: 'Nobody is waiting for that player now.' },
  too_soon: { ru: 'Подождите ещё немного: вдруг вернётся.', en: 'Wait a little longer: they may come back.' },
  voted: { ru: 'Ваш голос уже учтён.', en: 'Your vote counts already.' },
  bad_text: {
    ru: 'Такое не отправить: в тексте невидимые знаки, знаки, меняющие направление письма, или слишком много надстрочных.',
    en: 'This cannot be sent: the text has invisible characters, ones that change its direction, or too many marks.',
  },
  removed: {
    ru: 'Вас попросили из-за этого стола: здесь можно только смотреть.',
    en: 'You were removed from this table: you can only watch here.',
  },
  not_for_you: { ru: 'Это могут только программы.', en: 'Only programs can do that.' },
  failed: { ru: 'Стол не смог это записать. Попробуйте ещё раз.', en: 'The table could not store that. Try again.' },
};

export function reasonWords(reason: Reason): string {
  return said(REASONS[reason] ?? REASONS.failed);
}

/** The rule that does not allow a move, as the table words it; null if it names none. */
export function ruleWords({ rule, why }: Pick<Rejected, 'rule' | 'why'>): string | null {
  const words = why && said(why as { ru: string | undefined; en: string | undefined });
  return words ? `${capital(words)} (${rule}).` : null;
}
