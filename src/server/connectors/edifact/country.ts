const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let names: ReadonlySet<string> | undefined;

/** English names of all countries, in capitals; made when the first is asked for. */
function countryNames(): ReadonlySet<string> {
  if (names !== undefined) return names;
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  names = new Set(codes.flatMap((code) => display.of(code)?.toUpperCase() ?? []));
  return names;
}

/** Whether a text is a country, by its code of two letters or its English name, and so no terminal or depot. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) || countryNames().has(text.toUpperCase());
