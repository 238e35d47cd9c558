import { englishPhrases } from './english-phrases.ts';
import { chinesePhrases, iberianPhrases, koreanPhrases, russianPhrases } from './other-phrases.ts';
import { type Phrases, type Sign, signsOf } from './signs.ts';

/** Longest text that is looked at; longer ones are no name of a move. */
const MAX_CHARS = 200;
/** Most words of one phrase. */
const MAX_WORDS = 6;
const NUMBER = /^\d{1,4}$/;

type Found = ReadonlyMap<string, readonly Sign[]>;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase();

/** Abbreviations with a stroke that are one word. */
const strokes: readonly (readonly [RegExp, string])[] = [
  [/\bt ?\/ ?s\b/g, ' ts '],
  [/\bo ?\/ ?b\b/g, ' ob '],
  [/\bi ?\/ ?b\b/g, ' ib '],
  [/\bb ?\/ ?l\b/g, ' bl '],
  [/\bd ?\/ ?o\b/g, ' do '],
  [/\bp ?\/ ?u\b/g, ' pick up '],
];

/** A text in small letters without marks, points and brackets, its words apart by one blank. */
function plainWords(text: string): string {
  let plain = folded(text.slice(0, MAX_CHARS)).replace(/<[^<>]{0,20}>/g, ' ');
  for (const [pattern, word] of strokes) plain = plain.replace(pattern, word);
  return plain
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function table(...lists: readonly Phrases[]): Found {
  const found = new Map<string, readonly Sign[]>();
  for (const phrases of lists)
    for (const [phrase, signs] of Object.entries(phrases)) {
      const plain = plainWords(phrase);
      if (plain !== '') found.set(plain, signsOf(signs));
    }
  return found;
}

const latin = { english: table(englishPhrases), iberian: table(iberianPhrases), russian: table(russianPhrases) };
const packed = (found: Found): Found =>
  new Map(Array.from(found, ([phrase, signs]) => [phrase.replaceAll(' ', ''), signs]));
const eastern = { chinese: packed(table(chinesePhrases)), korean: packed(table(koreanPhrases)) };

/** The signs of words by their longest phrases; undefined when a word is in none. */
function byWords(words: readonly string[], found: Found): Sign[] | undefined {
  const signs: Sign[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(MAX_WORDS, words.length - at);
    let wording: readonly Sign[] | undefined;
    for (; length > 0; length -= 1) {
      wording = found.get(words.slice(at, at + length).join(' '));
      if (wording !== undefined) break;
    }
    // A number beside the words says nothing of the move.
    if (wording === undefined && NUMBER.test(words[at] ?? '')) length = 1;
    else if (wording === undefined) return undefined;
    signs.push(...(wording ?? []));
    at += length;
  }
  return signs;
}

const MAX_EASTERN = 12;
const isEastern = (text: string): boolean => /[\p{Script=Han}\p{Script=Hangul}]/u.test(text);

/** The signs of a text without blanks; Latin words in it are English ones. */
function byLetters(text: string, found: Found): Sign[] | undefined {
  const signs: Sign[] = [];
  for (const part of text.match(/[\p{Script=Han}\p{Script=Hangul} ]+|[^\p{Script=Han}\p{Script=Hangul}]+/gu) ?? []) {
    if (!isEastern(part)) {
      const words = part.trim();
      const wording = words === '' ? [] : byWords(words.split(' '), latin.english);
      if (wording === undefined) return undefined;
      signs.push(...wording);
      continue;
    }
    const dense = part.replaceAll(' ', '');
    for (let at = 0; at < dense.length;) {
      let length = Math.min(MAX_EASTERN, dense.length - at);
      while (length > 0 && !found.has(dense.slice(at, at + length))) length -= 1;
      if (length === 0) return undefined;
      signs.push(...(found.get(dense.slice(at, at + length)) ?? []));
      at += length;
    }
  }
  return signs;
}

/**
 * What the words of a text say, as signs in their order; undefined when one of its words is unknown. The whole text is of one
 * language, as the longest phrases of each language are tried one language after another.
 */
export function cutWords(text: string): Sign[] | undefined {
  const plain = plainWords(text);
  if (plain === '') return undefined;
  if (isEastern(plain)) return byLetters(plain, eastern.chinese) ?? byLetters(plain, eastern.korean);
  const words = plain.split(' ');
  for (const found of Object.values(latin)) {
    const signs = byWords(words, found);
    if (signs !== undefined) return signs;
  }
  return undefined;
}
