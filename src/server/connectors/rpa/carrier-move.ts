import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeImo } from '#shared/ids/imo.ts';
import type { Classifier } from '../dcsa/codes.ts';
import type { ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { isNoTime, readAnyTime } from './any-time.ts';
import { type Move, type MoveContext, readMove } from './moves/read-move.ts';
import { readPlace } from './place-text.ts';
import type { PageNotice, ShownTime } from './types.ts';

/** A move as a carrier tells it; '' for what it does not tell. */
export type CarrierMove = {
  /** In its words, the ones that say most first where it uses several. */
  words: readonly string[];
  /** What the words mean, where the answer says it by its structure. */
  move?: Move | undefined;
  /** As written; a time read already; '' = no move yet. */
  time: string | ShownTime;
  /** As the answer says it; null: it does not. */
  classifier: Classifier | null;
  /** UN/LOCODE, also with letters of a terminal behind it. */
  port?: string;
  /** The place in words. */
  place?: string;
  /** Terminal or depot in words. */
  facility?: string;
  vessel?: string;
  imo?: string;
  voyage?: string;
  container?: string;
} & Pick<MoveContext, 'empty' | 'mode' | 'stage'>;

const WORDS_CHARS = 80;
/** What stands where a name should. */
const noNames = new Set([
  '',
  '-',
  '--',
  '---',
  '_',
  '__',
  '___',
  'N/A',
  'NA',
  'NULL',
  'NONE',
  'TBN',
  'TBA',
  'TBD',
  'LADEN',
  'EMPTY',
  '0',
  'UNKNOWN',
]);

/** A name in capitals; null where something stands for none. */
export const named = (text: string | undefined): string | null => {
  const name = (text ?? '').trim().replaceAll(/\s+/gu, ' ').toUpperCase();
  return noNames.has(name) || /^[-_.*/ ]*$/.test(name) ? null : name;
};

/** The number of a container; null for none. */
export function containerNumber(text: string | undefined): string | null {
  const number = normalizeContainerNumber(text ?? '');
  return /^[A-Z]{4}\d{7}$/.test(number) ? number : null;
}

/** One row as far as it can be read by itself. */
export type ReadRow = {
  words: string;
  all: readonly string[];
  context: MoveContext;
  move: Move | undefined;
  /** The answer says by its structure what it is. */
  isCertain: boolean;
  time: ShownTime;
  classifier: Classifier | null;
  portCode: string | null;
  named: PageNotice['named'];
  place: string | null;
  vesselName: string | null;
  vesselImo: string | null;
  voyage: string | null;
  containerNo: string | null;
};

/** A place by what is known of it, for comparing rows of one answer. */
export const placeKey = ({ portCode, named: names }: Pick<ReadRow, 'portCode' | 'named'>): string =>
  portCode ?? names?.names[0]?.toUpperCase() ?? '';

/** The move of the words that say most. */
export const meaningOf = (words: readonly string[], context: MoveContext): Move | undefined => {
  for (const one of words) {
    const move = readMove(one, context);
    if (move !== undefined) return move;
  }
  return undefined;
};

/** The code that moves write beside the words of a place. */
export function codesOf(moves: readonly CarrierMove[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { port = '', place = '' } of moves) {
    const code = codeOf(port);
    if (code !== null && place.trim() !== '') codes.set(place.trim().toUpperCase(), code);
  }
  return codes;
}

const codeOf = (port: string): string | null => /^[A-Z]{2}[A-Z2-9]{3}/.exec(port.trim().toUpperCase())?.[0] ?? null;

/** Names of ship and place are no words for what happened: sites write them among these. */
const withoutNames = (words: string, names: readonly (string | null | undefined)[]): string =>
  names.reduce<string>((left, name) => {
    const at = name == null || name.length < 3 ? -1 : left.toUpperCase().indexOf(name.toUpperCase());
    return at < 0 || name == null ? left : `${left.slice(0, at)} ${left.slice(at + name.length)}`;
  }, words);

/** What a place is called, without its terminal. */
export const namedOf = (place: ReturnType<typeof readPlace>): NonNullable<PageNotice['named']> | null => {
  if (place === null) return null;
  const { names, country, orCountry } = place;
  return { names, country, ...(orCountry !== undefined && { orCountry }) };
};

/** Reads one move by itself; null where nothing has happened yet, a refusal where the time is none. */
export function readRow(
  reported: CarrierMove,
  isUtc: boolean,
  codes: ReadonlyMap<string, string>,
): ReadRow | ParseRefusal | null {
  const words = reported.words.map((one) => one.trim()).filter((one) => one !== '');
  const [first] = words;
  if (first === undefined && reported.move === undefined) return null;
  if (reported.time === '' || (typeof reported.time === 'string' && isNoTime(reported.time))) return null;
  const isStarred = typeof reported.time === 'string' && reported.time.includes('*');
  const time =
    typeof reported.time === 'string' ? readAnyTime(reported.time.replaceAll('*', ' '), { isUtc }) : reported.time;
  if (time === null) return refusal('bad_time', { index: 0, field: 'time', value: reported.time });
  const code = codeOf(reported.port ?? '') ?? codes.get((reported.place ?? '').trim().toUpperCase()) ?? null;
  const place = readPlace(reported.place ?? '');
  const vesselName = named(reported.vessel);
  const names = [reported.facility, reported.place, ...(place?.names ?? []), vesselName, named(reported.voyage)];
  const all = [...new Set([...words, ...words.map((one) => withoutNames(one, names))])];
  const context = { empty: reported.empty, mode: reported.mode, stage: reported.stage, hasShip: vesselName !== null };
  const imo = normalizeImo(reported.imo ?? '');
  return {
    words: (first ?? '').slice(0, WORDS_CHARS),
    all,
    context,
    move: reported.move ?? meaningOf(all, context),
    isCertain: reported.move !== undefined,
    time,
    classifier: reported.classifier ?? (isStarred ? 'EST' : null),
    portCode: code,
    named: code === null ? namedOf(place) : null,
    place: (reported.facility ?? '').trim() || place?.facility || (reported.place ?? '').trim() || null,
    vesselName,
    vesselImo: /^\d{7}$/.test(imo) ? imo : null,
    voyage: named(reported.voyage),
    containerNo: containerNumber(reported.container),
  };
}
