// What things and moves of the game are called in both languages: kingdoms, dice, colours, symbols, spells, rows, verbs.

const KINGDOMS_RU = {
  blue: 'Синеречье',
  red: 'Красногорье',
  yellow: 'Желтоводье',
  green: 'Зеленолесье',
  violet: 'Лиловополье',
  brown: 'Буроземье',
};

const KINGDOMS_EN: typeof KINGDOMS_RU = {
  blue: 'Bluewater',
  red: 'Redhill',
  yellow: 'Yellowmere',
  green: 'Greenwood',
  violet: 'Lilacfield',
  brown: 'Brownsoil',
};

export const ru = {
  kingdom: KINGDOMS_RU,
  die: { blue: 'синий', red: 'красный', yellow: 'жёлтый', white: 'белый' },
  colour: {
    blue: 'синий',
    red: 'красный',
    yellow: 'жёлтый',
    green: 'зелёный',
    violet: 'фиолетовый',
    brown: 'коричневый',
  },
  withColour: {
    blue: 'синим',
    red: 'красным',
    yellow: 'жёлтым',
    green: 'зелёным',
    violet: 'фиолетовым',
    brown: 'коричневым',
  },
  drop: {
    blue: 'синяя капля',
    red: 'красная капля',
    yellow: 'жёлтая капля',
    green: 'зелёная капля',
    violet: 'фиолетовая капля',
    brown: 'коричневая капля',
  },
  symbol: {
    plain: 'без символа',
    capital: 'столица',
    dragon: 'дракон',
    griffin: 'грифон',
    unicorn: 'единорог',
    hydra: 'гидра',
  } as Record<string, string>,
  spell: { move: 'Перенос', exception: 'Исключение', split: 'Раздел', mix: 'Смесь' },
  row: {
    ...KINGDOMS_RU,
    dragon: 'Драконы',
    griffin: 'Грифоны',
    unicorn: 'Единороги',
    hydra: 'Гидры',
    end: 'Финал',
  },
  verb: {
    take: 'Взять',
    paint: 'Закрасить',
    choose: 'Выбрать',
    cross: 'Зачеркнуть',
    move: 'Применить',
    split: 'Применить',
    mix: 'Применить',
    done: 'Закончить',
  },
};

export const en: typeof ru = {
  kingdom: KINGDOMS_EN,
  die: { blue: 'blue', red: 'red', yellow: 'yellow', white: 'white' },
  colour: { blue: 'blue', red: 'red', yellow: 'yellow', green: 'green', violet: 'violet', brown: 'brown' },
  withColour: { blue: 'blue', red: 'red', yellow: 'yellow', green: 'green', violet: 'violet', brown: 'brown' },
  drop: {
    blue: 'blue drop',
    red: 'red drop',
    yellow: 'yellow drop',
    green: 'green drop',
    violet: 'violet drop',
    brown: 'brown drop',
  },
  symbol: {
    plain: 'no symbol',
    capital: 'capital',
    dragon: 'dragon',
    griffin: 'griffin',
    unicorn: 'unicorn',
    hydra: 'hydra',
  },
  spell: { move: 'Move', exception: 'Exception', split: 'Split', mix: 'Mix' },
  row: {
    ...KINGDOMS_EN,
    dragon: 'Dragons',
    griffin: 'Griffins',
    unicorn: 'Unicorns',
    hydra: 'Hydras',
    end: 'Finish',
  },
  verb: {
    take: 'Take',
    paint: 'Paint',
    choose: 'Choose',
    cross: 'Cross out',
    move: 'Cast',
    split: 'Cast',
    mix: 'Cast',
    done: 'Finish turn',
  },
};
