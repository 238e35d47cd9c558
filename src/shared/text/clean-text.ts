/** Characters that change how a text is read without being seen: controls, directions, blanks without width, tags. */
const unseen = /[^\P{C}\n]|\p{Variation_Selector}/gu;

/** A text without characters that hide something, at most `limit` characters long. */
export function cleanText(text: string, limit = 4_000): string {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(unseen, '');
  return clean.length > limit ? `${clean.slice(0, limit - 1).toWellFormed()}…` : clean;
}
