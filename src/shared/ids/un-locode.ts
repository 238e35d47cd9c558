import { normalizeCode } from '../text/normalize.ts';

const SHAPE = /^[A-Z]{2}[A-Z2-9]{3}$/;

/** The code as typed (`cn sha`) in upper case without blanks. */
export function normalizeUnLocode(text: string): string {
  return normalizeCode(text);
}

/** Whether the text has the shape of a UN/LOCODE: two letters of a country, three letters or digits 2-9. */
export function isUnLocode(code: string): boolean {
  return SHAPE.test(code);
}
