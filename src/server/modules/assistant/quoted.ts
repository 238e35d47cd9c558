/** Characters that change how a text is read without being seen: controls, directions, blanks without width, tags. */
// oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these very characters are taken out
const unseen =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e01ef}]/gu;

/** A text without characters that hide something, at most `most` characters long. */
export function cleanText(text: string, most = 4_000): string {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(unseen, '');
  return clean.length > most ? `${clean.slice(0, most - 1).toWellFormed()}…` : clean;
}

const quotedMost = 400;

/** Words of others on one line between the marks of quotation, which occur in no quoted text. */
export const quote = (text: string): string =>
  `«${cleanText(text, quotedMost).replace(/\s+/g, ' ').replace(/«/g, '‹').replace(/»/g, '›').trim()}»`;

/** Every text within a value cleaned; what is quoted is cut too. */
export function cleanValue<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(cleanValue) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item)])) as T;
}
