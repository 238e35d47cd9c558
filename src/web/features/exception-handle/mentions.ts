/** Somebody who can be mentioned. */
export type Person = { code: string; name: string };

/** Codes of the people chosen while writing who are still named in the text, each once. */
export function mentionsIn(text: string, chosen: readonly Person[]): string[] {
  const found = chosen.filter(({ code, name }) => code !== '' && text.includes(`@${name}`));
  return [...new Set(found.map((person) => person.code))];
}
