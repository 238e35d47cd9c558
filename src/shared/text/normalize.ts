/** Zero-width characters and byte order marks that come along when text is pasted. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const PLAIN_CODE = /^[A-Z0-9]+$/;
const COMBINING = /\p{M}+/gu;

/** Text as typed by people made plain: full-width to half-width (NFKC), invisible characters out, blanks single and trimmed. */
export function normalizeText(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

const HAN = /\p{Script=Han}/u;
/** All but the marks that Chinese is written with, which NFKC would make those of English. */
const NO_CHINESE_MARKS = /[^，。：；！？（）、…“”‘’「」『』【】《》〈〉～]+/gu;

/** Text of people as it is kept: `normalizeText`, but Chinese keeps its marks. */
export function tidyText(text: string): string {
  if (!HAN.test(text)) return normalizeText(text);
  const plain = text.replace(NO_CHINESE_MARKS, (piece) => piece.normalize('NFKC'));
  return plain.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** A key for searching: `normalizeText`, lower case, without accents. */
export function searchKey(text: string): string {
  return normalizeText(text).toLowerCase().normalize('NFD').replace(COMBINING, '').normalize('NFC');
}

/** A code as typed (`ｃｎｓｈａ `, `MSCU 123456-5`) in upper case and without any blanks and dashes, those of word processors included. */
export function normalizeCode(text: string): string {
  // Most codes are plain already; seeing that is much quicker than making them so.
  if (PLAIN_CODE.test(text)) return text;
  return normalizeText(text)
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015\u2212_]+/g, '');
}

/** A text without the endings at its end, each the same: `trimEndOf('a//', '/')` is `a`. A pattern for it would start at each of them. */
export function trimEndOf(text: string, ending: string): string {
  let end = text.length;
  while (text.endsWith(ending, end)) end -= ending.length;
  return text.slice(0, end);
}

/** The distinct pieces of a pasted list: split at line ends, commas (also ，、；) and tabs, trimmed, order kept. */
export function splitPasted(text: string): string[] {
  const pieces = text
    .replace(INVISIBLE, '')
    .split(/[\r\n\t,;，；、]+/)
    .map(normalizeText)
    .filter((piece) => piece !== '');
  return [...new Set(pieces)];
}
