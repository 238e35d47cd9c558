/** References of one line. */
export const MAX_REFERENCES = 20;
/** The longest number of a bill. */
const MAX_LENGTH = 60;

/** The references in a text, each once, as subscriptions have their numbers: in capitals, without blanks. */
export const referencesIn = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[\n,;，；、]+/)
      .map((part) => part.replaceAll(/\s+/g, '').toUpperCase())
      .filter((part) => part !== ''),
  ),
];

/** The first reference that cannot be one. */
export const findReferenceProblem = (text: string): { code: 'tooMany' } | { code: 'tooLong'; value: string } | null => {
  const all = referencesIn(text);
  const long = all.find((one) => one.length > MAX_LENGTH);
  if (long !== undefined) return { code: 'tooLong', value: long };
  return all.length > MAX_REFERENCES ? { code: 'tooMany' } : null;
};
