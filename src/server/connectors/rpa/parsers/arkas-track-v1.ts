import { moveRows, onlyContainer, pagesIn, shipAndVoyage } from '../html-answer.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { MAX_ROWS, unknownShipment } from '../read-notice.ts';
import type { ShipPageParser } from '../types.ts';

/** Arkas' tracking page, as far as it lists moves in a table with titles. A person has to look at its readings before it is released. */
export const arkasTrackV1: ShipPageParser = {
  id: 'arkas-track',
  carrierCode: 'ARK',
  version: 1,
  ships: 'candidate',
  about: {
    zh: '阿卡斯航运货物跟踪页（带表头的动态表）',
    en: "Arkas' cargo tracking page (a table of moves with titles)",
  },
  accepts: (answer) => pagesIn(answer).some(({ page }) => moveRows(page, 1).length > 0),
  parse: (answer) => {
    const moves = pagesIn(answer).flatMap(({ page }) => {
      const container = onlyContainer(page) || (answer.subject === 'container' ? answer.subjectNo : '');
      return moveRows(page, MAX_ROWS + 1).map((row) => ({
        words: [row.move],
        time: `${row.date} ${row.clock}`.trim(),
        classifier: null,
        place: row.place,
        ...shipAndVoyage(row.ship),
        ...(row.voyage === '' ? {} : { vessel: row.ship, voyage: row.voyage }),
        container: row.container || container,
      }));
    });
    if (moves.length === 0) return unknownShipment;
    return makeReading({ containers: moves.flatMap(({ container }) => containerFrom(container)), moves }, answer);
  },
};
