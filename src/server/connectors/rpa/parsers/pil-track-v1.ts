import { asObject, attribute } from '../../untrusted.ts';
import { cellsOf, findAll, onlyBox, pagesIn } from '../html-answer.ts';
import { textIn } from '../json-fields.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { type Page, attributeOf, findFirst, hasClass, readPage } from '../page.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

/** A page within JSON, as the site sends it, or by itself. */
function pagesOf(answer: OpenedAnswer): Page[] {
  const data = attribute(asObject(answer.json) ?? {}, 'data');
  return typeof data === 'string' ? [readPage(data)] : pagesIn(answer).map(({ page }) => page);
}

/** The site answers, and has nothing of that number. */
const isNothing = ({ json }: Pick<OpenedAnswer, 'json'>): boolean => textIn(asObject(json), 'success') === 'false';

/** The tables of moves, one for each box. */
const tablesOf = (page: Page) =>
  findAll(page, (element) => (attributeOf(element, 'id') ?? '').startsWith('container_info_sub_'));

/** The port of loading stands in the line above with its code behind its name. */
function loadPort(page: Page): { name: string; code: string } | null {
  const line = findFirst(page, (element) => element.name === 'tr' && hasClass(element, 'resultrow'));
  const text = line === undefined ? '' : (cellsOf(page, line)[1] ?? '');
  const match = /^(.*?) ?\b([A-Z]{5})$/.exec(text);
  return match === null ? null : { name: (match[1] ?? '').toUpperCase(), code: match[2] ?? '' };
}

function movesOf(page: Page): CarrierMove[] {
  const port = loadPort(page);
  return tablesOf(page).flatMap((table) => {
    const box = /[A-Z]{4}\d{7}/.exec(attributeOf(table, 'id') ?? '')?.[0] ?? onlyBox(page);
    return findAll(page, ({ name }) => name === 'tr', table)
      .map((row) => cellsOf(page, row))
      .filter((cells) => cells.length >= 5)
      .map(([vessel = '', voyage = '', time = '', words = '', place = '']): CarrierMove => {
        const isLoadPort = port !== null && place !== '' && port.name.endsWith(place.toUpperCase());
        return {
          words: [words],
          time: /\d/.test(time) ? time : '',
          classifier: time.trim().startsWith('*') ? 'EST' : 'ACT',
          port: isLoadPort ? port.code : '',
          place,
          // A truck or yard has no voyage.
          ...(/vessel|load|discharg/i.test(words) ? { vessel, voyage } : {}),
          container: box,
        };
      });
  });
}

/** PIL's tracking page of a container. A star before a time says that it is expected. */
export const pilTrackV1: ShipPageParser = {
  id: 'pil-track',
  carrierCode: 'PIL',
  version: 1,
  ships: 'released',
  about: { zh: '太平船务箱跟踪页', en: "PIL's tracking page of a container" },
  accepts: (answer) => isNothing(answer) || pagesOf(answer).some((page) => tablesOf(page).length > 0),
  parse: (answer) => {
    const moves = pagesOf(answer).flatMap(movesOf);
    if (moves.length === 0) return unknownShipment;
    return makeReading({ boxes: moves.flatMap(({ container }) => containerFrom(container ?? '')), moves }, answer);
  },
};
