import { type StatusMeaning, box, paper, ship } from './status-codes.ts';

/** Names of places that hold the word for a move without telling one. */
const placeNames = /\b(port|place|terminal) of (discharge|loading|delivery)\b|\b(discharge|loading) (port|terminal)\b/g;

/** Words that say that something did not happen, or not yet. */
const denials =
  /\b(not|never|cancel\w*|failed|postponed|awaiting|pending|rolled|delayed|short[- ]?shipped|shut[- ]?out|to be)\b/;

/** Words for what is no step of a container by sea: it contradicts a code that means one. */
const otherWords = /\bdelivered\b|\bpost office\b|\b(arrival|delivery) notice\b|\bproof of delivery\b/;

/** A ship comes and goes; a place that something arrives at or departs from is none. */
const means = String.raw`(vessel|ship|feeder|barge|port of discharge|port of loading|discharge port|loading port)`;
const withShip = (verb: string): RegExp => new RegExp(String.raw`\b${means}\b.*\b${verb}|\b${verb}\w*\b.*\b${means}\b`);

/** What words mean that say how the ship or train moves; tried on the whole text, names of ports included. */
const travels: readonly [RegExp, StatusMeaning][] = [
  [/\b(rail|train)\b.*\bdepart|\bdepart\w*\b.*\b(rail|train)\b/, ship('DEPA', { mode: 'RAIL' })],
  [/\b(rail|train)\b.*\barriv|\barriv\w*\b.*\b(rail|train)\b/, ship('ARRI', { mode: 'RAIL' })],
  [withShip('depart'), ship('DEPA')],
  [/\bsail(ed|ing)\b/, ship('DEPA')],
  [withShip('arriv'), ship('ARRI')],
];

const moves: readonly [RegExp, StatusMeaning][] = [
  [/\b(de-?|un)stuff|\bstripp|\bdevan|\bunpack/, box('STRP')],
  [/\bstuff|\bvanned\b|\bpacked\b/, box('STUF')],
  [/\bcustoms?\b.*\b(hold|held)\b.*\b(releas|clear|remov|lift)/, paper('RELS', 'CUS')],
  [/\bcustoms?\b.*\b(hold|held|stop|inspect|refus)|\b(held|hold)\b.*\bcustoms?\b/, paper('HOLD', 'CUS')],
  [/\bcustoms?\b.*\b(releas|clear)|\b(releas|clear)\w*\b.*\bcustoms?\b/, paper('RELS', 'CUS')],
  [/\b(discharg|unload|off-?load)\w*\b.*\b(rail|train)\b/, box('DISC', { mode: 'RAIL' })],
  [/\b(discharg|unload|off-?load)/, box('DISC')],
  [/\bload\w*\b.*\b(rail|train)\b/, box('LOAD', { mode: 'RAIL' })],
  [/\bload\w*\b.*\btruck\b/, box('LOAD', { mode: 'TRUCK' })],
  [/\bload(ed|ing)?\b.*\b(vessel|board|barge|ship)\b|^\s*(container\s+)?load(ed)?\s*$|\bon ?board\b/, box('LOAD')],
  [/\bempty\b.*\b(return|gate.?in|received|drop)|\breturn\w*\b.*\bempty\b/, box('DROP', { empty: 'EMPTY' })],
  [/\bempty\b.*\b(pick|release|dispatch|despatch|gate.?out|out)/, box('PICK', { empty: 'EMPTY' })],
  [/\bgate.?in\b|\bin-?gate\b|\bgated in\b/, box('GTIN')],
  [/\bgate.?out\b|\bout-?gate\b|\bgated out\b/, box('GTOT')],
];

/** What the words of a status mean; 'denied' or 'other' when they say that it is no step; undefined when they say nothing. */
export function meaningOfWords(text: string | null): StatusMeaning | 'denied' | 'other' | undefined {
  if (text === null) return undefined;
  const said = text.toLowerCase();
  if (denials.test(said)) return 'denied';
  const bare = said.replace(placeNames, ' ');
  const found = moves.find(([pattern]) => pattern.test(bare)) ?? travels.find(([pattern]) => pattern.test(said));
  if (found !== undefined) return found[1];
  if (otherWords.test(said)) return 'other';
  return /\bavailable\b/.test(said) ? paper('RELS', 'SRM') : undefined;
}

/** Whether words say that something is expected only. */
export const isExpected = (text: string | null): boolean => text !== null && /\b(estimat|expect)/i.test(text);
