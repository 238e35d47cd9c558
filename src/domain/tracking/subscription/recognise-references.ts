import { findAirWaybillProblem } from '#shared/ids/air-waybill.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { billPrefixes, isLeased } from '#shared/ids/owner-prefixes.ts';
import { airWaybillsWritten, containersWritten, plainAirWaybill } from '#shared/ids/pasted-numbers.ts';

/** What is known of a carrier: by what its numbers begin, and by what people call it. */
export type CarrierIdentity = {
  code: string;
  scac: string | null;
  /** Whether its SCAC and its owner codes are known from a sure source. */
  isScacVerified: boolean;
  containerPrefixes: readonly string[];
  arePrefixesVerified: boolean;
  names: readonly string[];
};

/** What a reference is. */
export type ReferenceKind = 'bill' | 'container' | 'airWaybill';

/**
 * How sure a carrier is. `certain`: the number begins with its verified SCAC or owner code; `likely`: with a code that is not verified or
 * a prefix of its bills, or its name is on the same line; `lessor`: the container belongs to a leasing company.
 */
export type CarrierCertainty = 'certain' | 'likely' | 'lessor' | 'unknown';

/** What is wrong with a reference; a check digit can be overruled, the others cannot be subscribed. */
export type ReferenceProblem = 'duplicate' | 'checkDigit' | 'containerShape' | 'otherMode' | 'tooMany';

/** A reference found in a text, at its place there. */
export type FoundReference = {
  /** Where it stands in the text as it was given. */
  start: number;
  end: number;
  kind: ReferenceKind;
  /** As it is subscribed: upper case, half-width, without blanks. */
  number: string;
  carrierCode: string | null;
  certainty: CarrierCertainty;
  problem: ReferenceProblem | null;
  /** The place in the list of what it repeats. */
  repeats: number | null;
};

/** References of one text that are read; what comes after is named as too many. */
export const MAX_REFERENCES = 200;

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;

/** The text in half-width upper case, and where each of its characters stood. */
function plain(text: string): { text: string; places: number[] } {
  const places: number[] = [];
  let result = '';
  let at = 0;
  for (const char of text) {
    const shown = invisible.test(char) ? '' : char.normalize('NFKC').toUpperCase();
    result += shown;
    for (let index = 0; index < shown.length; index += 1) places.push(at);
    at += char.length;
  }
  places.push(text.length);
  return { text: result, places };
}

type Candidate = { from: number; to: number; kind: ReferenceKind; number: string; problem: ReferenceProblem | null };

/** What people write between the parts of a number. */
const apart = '[ \\-\\u2010-\\u2015\\u2212_./·]{0,3}';
/** Looks like a container, but has too few or too many digits. */
const misshapen = new RegExp(`(?<![A-Z0-9])[A-Z]{3}U${apart}(?:\\d{5,6}|\\d{8})(?![A-Z0-9])`, 'g');
/** The SCAC of a carrier and digits apart from it are a bill. */
const parted = new RegExp(`(?<![A-Z0-9])([A-Z]{4})${apart}(\\d{8,12})(?![A-Z0-9])`, 'g');
/** Letters and at least five digits in one word, as most bills and bookings are; or digits behind a word that says so. */
const lettered = /(?<![A-Z0-9])(?!(?:IMO|MMSI)\d)(?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){5})[A-Z0-9]{7,20}(?![A-Z0-9])/g;
const labelled =
  /(?:提单号?|订舱号?|主单号?|B\/?L(?: ?NO)?|MB\/?L|BOOKING(?: ?NO)?|BKG(?: ?NO)?)[.:# \t]{0,4}([A-Z0-9]{6,20})(?![A-Z0-9])/g;
/** What stands before numbers that name a ship, a person or a document that is not followed. */
const otherNumber = /(?:IMO|MMSI|TEL|PHONE|FAX|电话|手机|税号|REF|PO|SEAL|铅封号?|封号)[.:# \t]{0,4}$/;

function candidatesOf(text: string, scacs: ReadonlySet<string | null>): Candidate[] {
  const found: Candidate[] = [];
  const taken = new Uint8Array(text.length);
  const take = (from: number, word: string, kind: ReferenceKind, number: string, problem: ReferenceProblem | null) => {
    const to = from + word.length;
    if (taken.subarray(from, to).includes(1) || otherNumber.test(text.slice(Math.max(0, from - 12), from))) return;
    taken.fill(1, from, to);
    found.push({ from, to, kind, number, problem });
  };
  for (const { 0: word, index } of text.matchAll(containersWritten)) {
    const number = normalizeContainerNumber(word);
    take(index, word, 'container', number, findContainerNumberProblem(number) === undefined ? null : 'checkDigit');
  }
  for (const { 0: word, index } of text.matchAll(airWaybillsWritten)) {
    const number = plainAirWaybill(word);
    if (findAirWaybillProblem(number) === undefined) take(index, word, 'airWaybill', number, 'otherMode');
  }
  for (const match of text.matchAll(labelled)) {
    const word = match[1] ?? '';
    if (/\d{4}/.test(word)) take(match.index + match[0].length - word.length, word, 'bill', word, null);
  }
  for (const { 0: word, 1: letters = '', 2: digits = '', index } of text.matchAll(parted))
    if (scacs.has(letters)) take(index, word, 'bill', letters + digits, null);
  for (const { 0: word, index } of text.matchAll(misshapen))
    take(index, word, 'container', normalizeContainerNumber(word), 'containerShape');
  for (const { 0: word, index } of text.matchAll(lettered)) take(index, word, 'bill', word, null);
  return found.toSorted((a, b) => a.from - b.from);
}

/** A carrier by what a number begins with. */
export type PrefixOwner = { code: string; certainty: 'certain' | 'likely' };

/** Carriers by what their numbers begin with; null where several do. Our own codes of carriers are nothing that numbers begin with. */
function prefixesOf(carriers: readonly CarrierIdentity[]): ReadonlyMap<string, PrefixOwner | null> {
  const owners = new Map<string, PrefixOwner | null>();
  const take = (prefix: string, code: string, isCertain: boolean): void => {
    if (prefix.length < 3) return;
    const known = owners.get(prefix);
    const certainty = isCertain ? 'certain' : 'likely';
    if (known === undefined) owners.set(prefix, { code, certainty });
    else if (known !== null && known.code === code) owners.set(prefix, isCertain ? { code, certainty } : known);
    else if (known?.certainty !== 'certain' || isCertain) owners.set(prefix, null);
  };
  // What is verified comes first: a code that is not takes nothing from it.
  for (const wanted of [true, false])
    for (const { code, scac, isScacVerified, containerPrefixes, arePrefixesVerified } of carriers) {
      if (scac !== null && isScacVerified === wanted) take(scac, code, wanted);
      if (arePrefixesVerified === wanted) for (const prefix of containerPrefixes) take(prefix, code, wanted);
    }
  const codes = new Set(carriers.map(({ code }) => code));
  for (const [prefix, code] of Object.entries(billPrefixes)) if (codes.has(code)) take(prefix, code, false);
  return owners;
}

/** Gives the carrier whose numbers begin as a number does; a prefix of three letters ends where the digits begin. */
export function carrierByNumber(carriers: readonly CarrierIdentity[]): (number: string) => PrefixOwner | undefined {
  const owners = prefixesOf(carriers);
  return (number) =>
    owners.get(number.slice(0, 4)) ??
    (/^[A-Z]{3}\d/.test(number) ? owners.get(number.slice(0, 3)) : undefined) ??
    undefined;
}

const codesOf = ({ code, scac }: CarrierIdentity): string[] => [code, ...(scac === null ? [] : [scac])];

/** The carrier that a line names, where it names one. */
function namedIn(
  line: string,
  carriers: readonly CarrierIdentity[],
  wordsOf = (carrier: CarrierIdentity): string[] => [...codesOf(carrier), ...carrier.names],
): string | undefined {
  const named = carriers.filter((carrier) =>
    wordsOf(carrier).some((name) => {
      const wanted = name.toUpperCase();
      if (wanted.length < 2) return false;
      const at = line.indexOf(wanted);
      // A Latin name is a word of its own, a Chinese one stands anywhere.
      return (
        at >= 0 &&
        !(/^[A-Z0-9]/.test(wanted) && /[A-Z0-9]/.test(`${line[at - 1] ?? ''}${line[at + wanted.length] ?? ''}`))
      );
    }),
  );
  return named.length === 1 ? named[0]?.code : undefined;
}

/**
 * The carrier that a text names among other words, as `Meridian Line Co., Ltd.` does; a code only as the first word and in capitals,
 * as in `MSC Geneva`: the "One" of a forwarder is no carrier. Undefined where it names none, or several.
 */
export function carrierNamed(text: string, carriers: readonly CarrierIdentity[]): string | undefined {
  const first = /^[A-Z]{2,4}(?![A-Za-z])/.exec(text.trim())?.[0];
  const coded = carriers.filter((carrier) => first !== undefined && codesOf(carrier).includes(first));
  return coded.length === 1 ? coded[0]?.code : namedIn(plain(text).text, carriers, ({ names }) => [...names]);
}

/** The carriers that the lines of a text name, asked from the first line to the last; each line is read once. */
function namesByLine(text: string, carriers: readonly CarrierIdentity[]): (at: number) => string | undefined {
  let end = -1;
  let name: string | undefined;
  return (at) => {
    if (at <= end) return name;
    const from = text.lastIndexOf('\n', at - 1) + 1;
    const next = text.indexOf('\n', at);
    end = next < 0 ? text.length : next;
    name = namedIn(text.slice(from, end), carriers);
    return name;
  };
}

/**
 * The references in any text: numbers, a mail, a table, a chat. Each is reported by its kind and carrier with how sure that is,
 * and what is wrong with it stands at its place.
 */
export function recogniseReferences(text: string, carriers: readonly CarrierIdentity[]): FoundReference[] {
  const { text: normal, places } = plain(text);
  const byNumber = carrierByNumber(carriers);
  const nameAt = namesByLine(normal, carriers);
  const first = new Map<string, number>();
  const scacs = new Set(carriers.map(({ scac }) => scac));
  return candidatesOf(normal, scacs).map(({ from, to, kind, number, problem }, place): FoundReference => {
    const key = `${kind} ${number}`;
    const repeats = first.get(key) ?? null;
    if (repeats === null) first.set(key, place);
    const byPrefix = kind === 'airWaybill' ? undefined : byNumber(number);
    const byName = byPrefix === undefined && kind !== 'airWaybill' ? nameAt(from) : undefined;
    const unknown = kind === 'container' && isLeased(number) ? 'lessor' : 'unknown';
    return {
      start: places[from] ?? 0,
      end: places[to] ?? text.length,
      kind,
      number,
      carrierCode: byPrefix?.code ?? byName ?? null,
      certainty: byPrefix?.certainty ?? (byName === undefined ? unknown : 'likely'),
      problem: repeats !== null ? 'duplicate' : (problem ?? (first.size > MAX_REFERENCES ? 'tooMany' : null)),
      repeats,
    };
  });
}
