import { oncePer } from '#shared/memory/once-per.ts';

/** A port as guesses compare it. */
export type PortWithNames = {
  code: string;
  name: string;
  nameCn: string | null;
  countryCode: string | null;
};

/** What speaks for a port. */
export type GuessReason = 'sameShipment' | 'sameName' | 'similarCode' | 'sameLane' | 'sameCountry';

/** A port that may be meant; score 1 to 100. */
export type PortGuess = { code: string; score: number; reasons: GuessReason[] };

/** What is known about a code nobody knows. */
export type UnknownPlace = {
  /** As the source writes it, in capitals. */
  raw: string;
  /** What the source calls the place besides. */
  places: readonly string[];
  /** Ports that other sources name at the same point of the same shipments: code -> how many shipments. */
  siblings: ReadonlyMap<string, number>;
  /** Ports that other shipments of the same lane have there: code -> how many shipments. */
  lane: ReadonlyMap<string, number>;
};

const weights: Readonly<Record<GuessReason, number>> = {
  sameShipment: 45,
  sameName: 30,
  similarCode: 10,
  sameLane: 10,
  sameCountry: 5,
};
const limit = 5;
const leastName = 0.6;
const leastCode = 0.6;
/** What a name counts at least that stands as a whole in what the source calls the place. */
const leastHeld = 0.9;
const minShare = 0.1;

/** Letters that are no plain letter with a mark, by how they are written without them. */
const spelled: Readonly<Record<string, string>> = { Ł: 'L', Ø: 'O', Æ: 'AE', Œ: 'OE', Đ: 'D', Ð: 'D', Þ: 'TH' };

/** A name in capitals without marks on its letters, its words apart by one blank. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[ŁØÆŒĐÐÞ]/g, (letter) => spelled[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const pairsOf = (text: string): string[] => {
  const dense = text.replaceAll(' ', '');
  return Array.from({ length: Math.max(dense.length - 1, 0) }, (_, index) => dense.slice(index, index + 2));
};

/** Share of the letter pairs two texts have in common: 1 = the same, 0 = nothing. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(pair, count - 1);
  }
  return (2 * common) / (a.length + b.length);
}

/** Length of the longest row of letters that both have in the same order, as a share of the longer one. */
function codeLikeness(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const letter of a) {
    const next = [0];
    for (let index = 1; index <= b.length; index++) {
      next.push(letter === b[index - 1] ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    }
    row = next;
  }
  return (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}

type Text = { folded: string; pairs: string[] };

const textOf = (text: string): Text => {
  const plain = folded(text);
  return { folded: plain, pairs: pairsOf(plain) };
};

/** What a place is also called: `Helsingfors (Helsinki)`, `Moji/Kitakyushu`, and `Davao` of `Davao, Mindanao`. */
function partsOf(name: string): string[] {
  const parts = name.split(/[()/]/).map((part) => part.split(',')[0]?.trim() ?? '');
  return parts.filter((part) => part.length > 2 && part !== name);
}

const namesOf = oncePer((port: PortWithNames): Text[] =>
  [port.name, ...partsOf(port.name), port.nameCn ?? ''].map(textOf).filter(({ folded: name }) => name.length > 1),
);

function nameLikeness(port: PortWithNames, texts: readonly Text[]): number {
  let best = 0;
  for (const name of namesOf(port)) {
    for (const text of texts) {
      if (text.folded === name.folded) return 1;
      const alike = likeness(name.pairs, text.pairs);
      // A terminal's name often holds that of its port; General Santos is not Santos, though.
      const holds =
        ` ${text.folded} `.includes(` ${name.folded} `) || (isHan(name.folded) && text.folded.includes(name.folded));
      best = Math.max(best, holds ? leastHeld + (1 - leastHeld) * alike : alike);
    }
  }
  return best;
}

const isHan = (text: string): boolean => /^\p{Script=Han}{2,}$/u.test(text);

const shareOf = (counts: ReadonlyMap<string, number>, code: string): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum === 0 ? 0 : (counts.get(code) ?? 0) / sum;
};

function guessOne(port: PortWithNames, place: UnknownPlace, texts: readonly Text[]): PortGuess | undefined {
  const looksLikeCode = /^[A-Z]{2}[A-Z0-9]{3}$/.test(place.raw);
  const code = looksLikeCode && port.code.startsWith(place.raw.slice(0, 2)) ? codeLikeness(place.raw, port.code) : 0;
  const name = nameLikeness(port, texts);
  const parts: [GuessReason, number][] = [
    ['sameShipment', shareOf(place.siblings, port.code)],
    ['sameName', name >= leastName ? name : 0],
    ['similarCode', code >= leastCode ? code : 0],
    ['sameLane', shareOf(place.lane, port.code)],
  ];
  const reasons = parts.filter(([, share]) => share >= minShare);
  if (reasons.length === 0) return undefined;
  if (looksLikeCode && port.countryCode === place.raw.slice(0, 2)) reasons.push(['sameCountry', 1]);
  const score = reasons.reduce((sum, [reason, share]) => sum + weights[reason] * share, 0);
  return { code: port.code, score: Math.max(1, Math.round(score)), reasons: reasons.map(([reason]) => reason) };
}

/** The ports that are most likely meant, the best first; none when nothing speaks for any. */
export function guessPorts(place: UnknownPlace, ports: Iterable<PortWithNames>): PortGuess[] {
  const texts = [place.raw, ...place.places].map(textOf).filter(({ folded: text }) => text !== '');
  const guesses: PortGuess[] = [];
  for (const port of ports) {
    const guess = guessOne(port, place, texts);
    if (guess !== undefined) guesses.push(guess);
  }
  return guesses.sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1)).slice(0, limit);
}
