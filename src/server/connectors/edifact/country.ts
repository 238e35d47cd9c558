const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codes: ReadonlyMap<string, string> | undefined;

/** Codes of all countries by their English names in capitals; made when the first is requested. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes !== undefined) return codes;
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  codes = new Map(
    pairs.flatMap((code) => {
      const name = display.of(code)?.toUpperCase();
      return name === undefined ? [] : [[name, code] as const];
    }),
  );
  return codes;
}

/** Whether a text is a country, by its code of two letters or its English name, and so no terminal or depot. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) || countryCodes().has(text.toUpperCase());

/** The code of a country by its English name; undefined for any other text. */
export const countryOfName = (name: string): string | undefined => countryCodes().get(name.trim().toUpperCase());
