import { asObject, attribute } from '../../untrusted.ts';
import { cellsOf, findAll, onlyContainer, pagesIn } from '../html-answer.ts';
import { textIn } from '../json-fields.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { type Page, type PageElement, attributeOf, findFirst, hasClass, readPage } from '../page.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

type ContainerPage = { page: Page; container: string };

/** A page within JSON, as the site sends it, by itself, or one for each container of a bill. */
function pagesOf(answer: OpenedAnswer): ContainerPage[] {
  const data = attribute(asObject(answer.json) ?? {}, 'data');
  return typeof data === 'string' ? [{ page: readPage(data), container: '' }] : pagesIn(answer);
}

/** The site answers, and has nothing of that number. */
const isNothing = ({ json }: Pick<OpenedAnswer, 'json'>): boolean => textIn(asObject(json), 'success') === 'false';

/** The tables of moves, one for each container. */
const tablesOf = (page: Page) =>
  findAll(page, (element) => (attributeOf(element, 'id') ?? '').startsWith('container_info_sub_'));

/** The port of loading stands in the line above with its code behind its name. */
function loadPort(page: Page): { name: string; code: string } | null {
  const line = findFirst(page, (element) => element.name === 'tr' && hasClass(element, 'resultrow'));
  const text = line === undefined ? '' : (cellsOf(page, line)[1] ?? '');
  const match = /^(.*?) ?\b([A-Z]{5})$/.exec(text);
  return match === null ? null : { name: (match[1] ?? '').toUpperCase(), code: match[2] ?? '' };
}

function movesOf({ page, container: requested }: ContainerPage, port: ReturnType<typeof loadPort>): CarrierMove[] {
  const tables = tablesOf(page);
  // The moves of one container alone come as rows.
  const shown: readonly (PageElement | undefined)[] = tables.length === 0 && requested !== '' ? [undefined] : tables;
  return shown.flatMap((table) => {
    const container = requested || (/[A-Z]{4}\d{7}/.exec(attributeOf(table, 'id') ?? '')?.[0] ?? onlyContainer(page));
    return findAll(page, ({ name }) => name === 'tr', table)
      .map((row) => cellsOf(page, row).slice(-5))
      .filter((cells) => cells.length === 5)
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
          container,
        };
      });
  });
}

/** PIL's tracking pages of a container, and of each container of a bill. A star before a time marks an estimate. */
export const pilTrackV1: ShipPageParser = {
  id: 'pil-track',
  carrierCode: 'PIL',
  version: 1,
  ships: 'released',
  about: { zh: '太平船务箱跟踪页', en: "PIL's tracking page of a container" },
  accepts: (answer) =>
    isNothing(answer) || pagesOf(answer).some(({ page, container }) => container !== '' || tablesOf(page).length > 0),
  parse: (answer) => {
    const pages = pagesOf(answer);
    const port = pages.map(({ page }) => loadPort(page)).find((found) => found !== null) ?? null;
    const moves = pages.flatMap((page) => movesOf(page, port));
    if (moves.length === 0) return unknownShipment;
    return makeReading({ containers: moves.flatMap(({ container }) => containerFrom(container ?? '')), moves }, answer);
  },
};
