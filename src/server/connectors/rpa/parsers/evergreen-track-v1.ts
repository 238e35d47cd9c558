import { besideTitle, hiddenField, moveRows, onlyContainer, pagesIn, shipAndVoyage } from '../html-answer.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { type Page, findFirst, textOf } from '../page.ts';
import { MAX_ROWS, unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

function movesOf(page: Page, requested: string, answer: OpenedAnswer): CarrierMove[] {
  const container = requested || onlyContainer(page) || (answer.subject === 'container' ? answer.subjectNo : '');
  return moveRows(page, MAX_ROWS + 1).map((row) => ({
    words: [row.move],
    time: row.date,
    classifier: null,
    place: row.place,
    ...shipAndVoyage(row.ship),
    container: row.container || container,
  }));
}

/** The day above the table on which the ship is expected. */
function etaOf(page: Page): string {
  const line = findFirst(
    page,
    (element) =>
      element.name !== 'html' && element.name !== 'body' && /^estimated date of arrival/i.test(textOf(page, element)),
  );
  return /[A-Z]{3}-\d{1,2}-\d{4}/i.exec(textOf(page, line))?.[0] ?? '';
}

/** The site's text for an unknown number; such a page has nothing else. */
const isNothing = (page: Page): boolean =>
  page.texts.some((text) => /^no information on (?:b\/l|container|booking) no/i.test(text.slice(0, TEXT_CHARS).trim()));
const TEXT_CHARS = 400;

const isEvergreen = (page: Page): boolean =>
  isNothing(page) || moveRows(page, 1).length > 0 || besideTitle(page, /^(?:B\/L No|Port of Loading)/i) !== '';

/** Evergreen's tracking pages: of a bill, of a container, and the moves of one. Days without times. */
export const evergreenTrackV1: ShipPageParser = {
  id: 'evergreen-track',
  carrierCode: 'EMC',
  version: 1,
  ships: 'released',
  about: { zh: '长荣海运货物跟踪页', en: "Evergreen's cargo tracking pages" },
  accepts: (answer) => pagesIn(answer).some(({ page }) => isEvergreen(page)),
  parse: (answer) => {
    const reported = pagesIn(answer);
    const pages = reported.map(({ page }) => page);
    const moves = reported.flatMap(({ page, container }) => movesOf(page, container, answer));
    const value = (read: (page: Page) => string): string => pages.map(read).find((text) => text !== '') ?? '';
    const to = value((page) => besideTitle(page, /^Port of Discharge/i));
    if (moves.length === 0 && to === '') return unknownShipment;
    return makeReading(
      {
        billNo: value((page) => hiddenField(page, 'bl_no') || besideTitle(page, /^B\/L No/i)),
        containers: moves.flatMap(({ container }) => containerFrom(container ?? '')),
        moves,
        from: value((page) => besideTitle(page, /^Port of Loading/i)),
        to,
        eta: value(etaOf),
      },
      answer,
    );
  },
};
