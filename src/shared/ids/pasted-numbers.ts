import { normalizeText, tidyText } from '../text/normalize.ts';
import { normalizeAirWaybill } from './air-waybill.ts';
import { normalizeContainerNumber } from './container-number.ts';

/** What people write between the parts of a number: blanks, dashes of all kinds, dots and strokes, also several; for a pattern. */
export const APART = '[ \\-\\u2010-\\u2015\\u2212_./·]{0,3}';

/** A container number as people write it, in half-width upper case; for a pattern. */
export const CONTAINER_WRITTEN = `(?<![A-Z0-9])[A-Z]{3}[UJZ]${APART}\\d{3}${APART}\\d{3}${APART}\\d(?![A-Z0-9])`;

/** An air waybill number as people write it, with a dash behind the airline; for a pattern. */
export const AIR_WAYBILL_WRITTEN = '(?<![A-Z0-9-])\\d{3} ?[-\\u2010-\\u2015\\u2212] ?\\d{4}[ -]?\\d{4}(?![A-Z0-9-])';

const container = new RegExp(CONTAINER_WRITTEN, 'g');
const airWaybill = new RegExp(AIR_WAYBILL_WRITTEN, 'g');

/** An air waybill number in a pattern's word, with a plain dash. */
export const plainAirWaybill = (word: string): string =>
  normalizeAirWaybill(word.replace(/[\u2010-\u2015\u2212]/g, '-'));

/** Upper case and half-width without invisible characters, with numbers of boxes and air waybills as they are kept; line ends stay. */
const plain = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) =>
      normalizeText(line)
        .toUpperCase()
        .replace(container, normalizeContainerNumber)
        .replace(airWaybill, plainAirWaybill),
    )
    .join('\n');

/** A number that is searched for, as it is kept: `MERU 112057-0` is `MERU1120570`. Whatever is no number of a box or air waybill comes back in upper case. */
export const searchedNumber = (text: string): string => plain(text).trim();

/** Numbers of a pasted text, split at blanks, commas, semicolons and line ends (also the full-width ones), each once, as they are kept. */
export const pastedNumbers = (text: string): string[] => [
  ...new Set(
    plain(text)
      .split(/[\s,;，；、]+/)
      .filter(Boolean),
  ),
];

const onlyContainer = new RegExp(`^${CONTAINER_WRITTEN}$`);

/** A text that is searched for: without invisible characters, and the number of a box as it is kept. */
export function searchedText(text: string): string {
  const number = normalizeText(text).toUpperCase();
  return onlyContainer.test(number) ? normalizeContainerNumber(number) : tidyText(text);
}
