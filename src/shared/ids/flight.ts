import { normalizeText } from '../text/normalize.ts';

/** Number of a flight, without blanks and the zeros in front of it (`CZ 0461` is `CZ461`); undefined when the text is not a flight number. */
export function normalizeFlight(text: string): string | undefined {
  const match = /^([A-Z0-9]{2})0*(\d{1,4}[A-Z]?)$/.exec(normalizeText(text).replace(/[\s-]/g, ''));
  return match === null ? undefined : `${match[1]}${match[2]}`;
}
