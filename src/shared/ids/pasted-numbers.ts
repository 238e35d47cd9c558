import { normalizeText, tidyText } from '../text/normalize.ts';
import { normalizeAirWaybill } from './air-waybill.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from './container-number.ts';

/**
 * Container numbers as people write them, in half-width upper case: between the parts stand blanks, dashes of all kinds, dots and
 * strokes, also several.
 */
export const containersWritten =
  /(?<![A-Z0-9])[A-Z]{3}[UJZ][ \-\u2010-\u2015\u2212_./·]{0,3}\d{3}[ \-\u2010-\u2015\u2212_./·]{0,3}\d{3}[ \-\u2010-\u2015\u2212_./·]{0,3}\d(?![A-Z0-9])/g;

/** Air waybill numbers as people write them, with a dash behind the airline. */
export const airWaybillsWritten = /(?<![A-Z0-9-])\d{3} ?[-\u2010-\u2015\u2212] ?\d{4}[ -]?\d{4}(?![A-Z0-9-])/g;

/** An air waybill number as it was found, as it is kept. */
export const plainAirWaybill = (word: string): string =>
  normalizeAirWaybill(word.replace(/[\u2010-\u2015\u2212]/g, '-'));

/** Upper case and half-width without invisible characters, with numbers of containers and air waybills as they are kept; line ends stay. */
const plain = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) =>
      normalizeText(line)
        .toUpperCase()
        .replace(containersWritten, normalizeContainerNumber)
        .replace(airWaybillsWritten, plainAirWaybill),
    )
    .join('\n');

/** A number that is searched for, as it is kept: `MERU 112057-0` is `MERU1120570`. Whatever is no number of a container or air waybill comes back in upper case. */
export const searchedNumber = (text: string): string => plain(text).trim();

/** Numbers of a pasted text, split at blanks, commas, semicolons and line ends (also the full-width ones), each once, as they are kept. */
export const pastedNumbers = (text: string): string[] => [
  ...new Set(
    plain(text)
      .split(/[\s,;，；、]+/)
      .filter(Boolean),
  ),
];

/** A text that is searched for: without invisible characters, and the number of a container as it is kept. */
export function searchedText(text: string): string {
  const number = normalizeContainerNumber(text);
  return findContainerNumberProblem(number) === 'shape' ? tidyText(text) : number;
}
