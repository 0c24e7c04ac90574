// Why a command was not carried out, in words; each says what would help.

import type { Reason } from './protocol';
import { settings } from './settings.svelte';

const REASONS: Record<Reason, { ru: string; en: string }> = {
  bad_message: { ru: 'Стол не понял эту страницу. Обновите её.', en: 'The table did not understand this page. Reload it.' },
  not_joined: { ru: 'Страница ещё не за столом. Попробуйте ещё раз.', en: 'This page has not joined yet. Try again.' },
  unknown_table: { ru: 'Такого стола нет.', en: 'There is no such table.' },
  not_your_seat: { ru: 'Это чужое место.', en: 'That seat is not yours.' },
  not_your_turn: { ru: 'Сейчас не ваш ход.', en: 'It is not your turn.' },
  illegal: { ru: 'Так ходить нельзя: выберите одно из отмеченных мест.', en: 'That move is not allowed: choose one of the marked places.' },
  stale: { ru: 'Стол уже изменился. Посмотрите и сходите заново.', en: 'The table has changed meanwhile. Look again and move.' },
  cannot_undo: { ru: 'Этот ход уже не вернуть: что-то открылось или ходили другие.', en: 'This move cannot be taken back: something was revealed or others have moved.' },
  not_playing: { ru: 'Игра за этим столом не идёт.', en: 'No game is going on at this table.' },
  too_fast: { ru: 'Слишком часто. Подождите немного.', en: 'Too fast. Wait a moment.' },
  too_long: { ru: 'Слишком длинно: не больше 300 знаков.', en: 'Too long: at most 300 characters.' },
  no_hints: { ru: 'За этим столом играют без подсказок.', en: 'This table plays without hints.' },
  busy: { ru: 'Знаток ещё думает над прошлым вопросом.', en: 'The expert is still thinking about the last question.' },
  no_preview: { ru: 'Дальше решает случай, заранее не увидеть.', en: 'Chance decides next, so it cannot be foreseen.' },
  failed: { ru: 'Стол не смог это записать. Попробуйте ещё раз.', en: 'The table could not store that. Try again.' },
};

export function reasonWords(reason: Reason): string {
  return (REASONS[reason] ?? REASONS.failed)[settings.language];
}
