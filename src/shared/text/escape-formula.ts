/** Text that begins like a formula, also in full-width characters. A signed number is not a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** The same behind a semicolon, where a spreadsheet program may begin a new cell. */
const LATER_FORMULA = /;(?=\s*[=+\-@＝＋－＠])(?!\s*[+-]?\d+(?:\.\d+)?\s*(?:;|$))/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** A text that no spreadsheet program takes for a formula: what looks like one gets a quote in front. */
export function escapeFormula(text: string): string {
  const escaped = text.includes(';') ? text.replace(LATER_FORMULA, ";'") : text;
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${escaped}` : escaped;
}

/** The text behind `escapeFormula`. */
export const unescapeFormula = (text: string): string =>
  (/^'[=+\-@\t\r＝＋－＠]/.test(text) ? text.slice(1) : text).replace(/;'(?=\s*[=+\-@＝＋－＠])/g, ';');
