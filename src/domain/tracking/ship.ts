import type { LegContent } from './model.ts';

const fold = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9\u4e00-\u9fff]/g, '');

/** A ship's name for comparisons: no case, blanks, dots, no MV or M/V in front. */
export function foldVessel(name: string): string {
  return fold(name.replace(/^\s*m\s*(?:[./]\s*)?v(?:\s+(?:\.\s*)?|\.\s*)/i, ''));
}

/** A voyage number for comparisons: no case, blanks, leading zeros. */
export function foldVoyage(voyage: string): string {
  return fold(voyage).replace(/^0+(?=.)/, '');
}

/** Whether two voyage numbers may mean one voyage: same, or one leaves the direction letter out. */
export function isSameVoyage(a: string, b: string): boolean {
  const [first, second] = [foldVoyage(a), foldVoyage(b)];
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  return short === long || (long.startsWith(short) && /^[NESW]$/.test(long.slice(short.length)));
}

/** What says which ship is meant; an event has no IMO number. */
export type NamedShip = Pick<LegContent, 'vesselName' | 'voyage'> & Partial<Pick<LegContent, 'vesselImo'>>;

const numbersIn = (name: string): string => name.replace(/\D/g, '');
const isLatin = (name: string): boolean => /^[A-Z0-9]*$/.test(name);

/** Whether one letter more, less or other makes one name of the other. */
function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let index = 0;
  while (index < short.length && short[index] === long[index]) index += 1;
  const rest = short.length === long.length ? index + 1 : index;
  return short.slice(rest) === long.slice(index + 1);
}

/** Names so short are not taken for spellings of each other. */
const spellingFrom = 6;

/**
 * Whether two mentions certainly mean two ships: by IMO number where both have one, else by name. A letter more or less
 * in a name is a spelling, a number in it is not, and names in two scripts cannot be compared.
 */
export function isOtherShip(a: NamedShip, b: NamedShip): boolean {
  if (a.vesselImo && b.vesselImo) return a.vesselImo !== b.vesselImo;
  const [first, second] = [foldVessel(a.vesselName ?? ''), foldVessel(b.vesselName ?? '')];
  if (first === '' || second === '' || first === second || isLatin(first) !== isLatin(second)) return false;
  const isSpelling =
    Math.min(first.length, second.length) >= spellingFrom &&
    numbersIn(first) === numbersIn(second) &&
    isOneLetterOff(first, second);
  return !isSpelling;
}

/** Whether both name a ship, and the same one. */
export function isSameShip(a: NamedShip, b: NamedShip): boolean {
  const isNamed = (a.vesselImo && b.vesselImo) || (a.vesselName && b.vesselName);
  return Boolean(isNamed) && !isOtherShip(a, b);
}

/** Whether both give a voyage number, and the numbers differ. */
export const isOtherVoyage = (a: NamedShip, b: NamedShip): boolean =>
  Boolean(a.voyage && b.voyage && !isSameVoyage(a.voyage, b.voyage));
