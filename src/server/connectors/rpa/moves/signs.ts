/** What a word or phrase of a carrier says about a move. Several of them together decide what the move is. */
const signs = [
  // What is done.
  'load',
  'discharge',
  'depart',
  'arrive',
  'berth',
  'gateIn',
  'gateOut',
  'pickUp',
  'release',
  'receive',
  'return',
  'deliver',
  'available',
  'stuff',
  'strip',
  'hold',
  'inspect',
  'declare',
  'confirm',
  'cancel',
  'issue',
  'onTheWay',
  'stay',
  'between',
  // With what.
  'empty',
  'laden',
  'vessel',
  'rail',
  'truck',
  'barge',
  'customs',
  'booking',
  'bill',
  'notice',
  'order',
  'cargo',
  // Where on the way.
  'export',
  'import',
  'transhipment',
  'port',
  'inland',
  'shipper',
  'consignee',
  // Whether it has happened.
  'expected',
  'planned',
  'actual',
  'not',
] as const;
export type Sign = (typeof signs)[number];

/** Signs by their names. */
const byName: ReadonlyMap<string, Sign> = new Map(signs.map((sign) => [sign, sign]));

/** Signs written one behind the other; throws on what is none. */
export const signsOf = (text: string): Sign[] =>
  text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => {
      const sign = byName.get(name);
      if (sign === undefined) throw new Error(`${name} is no sign of a move`);
      return sign;
    });

/** Phrases with what they say, as signs separated by blanks; '' for words that add nothing. */
export type Phrases = Readonly<Record<string, string>>;
