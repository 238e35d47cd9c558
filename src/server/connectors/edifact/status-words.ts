import { type StatusMeaning, container, paper, ship } from './status-codes.ts';

/** Names of places that hold the word for a move without reporting one. */
const placeNames = /\b(port|place|terminal) of (discharge|loading|delivery)\b|\b(discharge|loading) (port|terminal)\b/g;

/** Words that say that something did not happen, or not yet. */
const denials =
  /\bcancel|\b(?:not|never|failed|postponed|awaiting|pending|rolled|delayed|short[- ]?shipped|shut[- ]?out|to be)\b/;

/** Words for what is no step of a container by sea: it contradicts a code that means one. */
const otherWords = /\bdelivered\b|\bpost office\b|\b(arrival|delivery) notice\b|\bproof of delivery\b/;

/** What a text is tested for. */
type Sign = { test: (text: string) => boolean };

/** Words that follow each other in one line, whatever stands between them. One pattern for all would start again at each first word. */
const inOrder = (...words: readonly RegExp[]): Sign => ({
  test: (text) =>
    text.split(/[\n\r\u2028\u2029]/).some((line) => {
      let at = 0;
      return words.every((word) => {
        word.lastIndex = at;
        const isThere = word.test(line);
        at = word.lastIndex;
        return isThere;
      });
    }),
});
const oneOf = (...signs: readonly Sign[]): Sign => ({ test: (text) => signs.some((sign) => sign.test(text)) });
const both = (one: RegExp, other: RegExp): Sign => oneOf(inOrder(one, other), inOrder(other, one));

/** A ship comes and goes; a place that something arrives at or departs from is none. */
const means = /\b(?:vessel|ship|feeder|barge|port of discharge|port of loading|discharge port|loading port)\b/g;
const train = /\b(?:rail|train)\b/g;
const departs = /\bdepart\w*/g;
const arrives = /\barriv\w*/g;
const customs = /\bcustoms?\b/g;
const held = /\b(?:hold|held)\b/g;
const empty = /\bempty\b/g;

/** What words mean that say how the ship or train moves; tried on the whole text, names of ports included. */
const travels: readonly [Sign, StatusMeaning][] = [
  [both(train, departs), ship('DEPA', { mode: 'RAIL' })],
  [both(train, arrives), ship('ARRI', { mode: 'RAIL' })],
  [both(means, departs), ship('DEPA')],
  [/\bsail(ed|ing)\b/, ship('DEPA')],
  [both(means, arrives), ship('ARRI')],
];

const moves: readonly [Sign, StatusMeaning][] = [
  [/\b(de-?|un)stuff|\bstripp|\bdevan|\bunpack/, container('STRP')],
  [/\bstuff|\bvanned\b|\bpacked\b/, container('STUF')],
  [inOrder(customs, held, /\b(?:releas|clear|remov|lift)/g), paper('RELS', 'CUS')],
  [oneOf(inOrder(customs, /\b(?:hold|held|stop|inspect|refus)/g), inOrder(held, customs)), paper('HOLD', 'CUS')],
  [both(customs, /\b(?:releas|clear)\w*/g), paper('RELS', 'CUS')],
  [inOrder(/\b(?:discharg|unload|off-?load)\w*/g, train), container('DISC', { mode: 'RAIL' })],
  [/\b(discharg|unload|off-?load)/, container('DISC')],
  [inOrder(/\bload\w*/g, train), container('LOAD', { mode: 'RAIL' })],
  [inOrder(/\bload\w*/g, /\btruck\b/g), container('LOAD', { mode: 'TRUCK' })],
  [
    oneOf(
      inOrder(/\bload(?:ed|ing)?\b/g, /\b(?:vessel|board|barge|ship)\b/g),
      /^\s*(container\s+)?load(ed)?\s*$|\bon ?board\b/,
    ),
    container('LOAD'),
  ],
  [
    oneOf(inOrder(empty, /\b(?:return|gate.?in|received|drop)/g), inOrder(/\breturn\w*/g, empty)),
    container('DROP', { empty: 'EMPTY' }),
  ],
  [inOrder(empty, /\b(?:pick|release|dispatch|despatch|gate.?out|out)/g), container('PICK', { empty: 'EMPTY' })],
  [/\bgate.?in\b|\bin-?gate\b|\bgated in\b/, container('GTIN')],
  [/\bgate.?out\b|\bout-?gate\b|\bgated out\b/, container('GTOT')],
];

/** What the words of a status mean; 'denied' or 'other' when they say that it is no step; undefined when they say nothing. */
export function meaningOfWords(text: string | null): StatusMeaning | 'denied' | 'other' | undefined {
  if (text === null) return undefined;
  const wording = text.toLowerCase();
  if (denials.test(wording)) return 'denied';
  const bare = wording.replace(placeNames, ' ');
  const found = moves.find(([sign]) => sign.test(bare)) ?? travels.find(([sign]) => sign.test(wording));
  if (found !== undefined) return found[1];
  if (otherWords.test(wording)) return 'other';
  return /\bavailable\b/.test(wording) ? paper('RELS', 'SRM') : undefined;
}

/** Whether words say that something is expected only. */
export const isExpected = (text: string | null): boolean => text !== null && /\b(estimat|expect)/i.test(text);
