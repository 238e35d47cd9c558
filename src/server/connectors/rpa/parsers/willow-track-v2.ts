import { attributeOf, byId, childrenOf, hasClass, textOf, type Page, type PageElement } from '../page.ts';
import { readContainers, readRows, unknownShipment, type RawRow } from '../read-notice.ts';
import type { ShipPageParser } from '../types.ts';
import { statesNone, willowTrackV1, willowWords } from './willow-track-v1.ts';

const part = (step: PageElement, name: string, className: string): PageElement | undefined =>
  childrenOf(step, name).find((element) => hasClass(element, className));

function rowOf(page: Page, step: PageElement): RawRow {
  const where = part(step, 'span', 'where');
  const ship = part(step, 'span', 'ship');
  const container = part(step, 'span', 'box');
  const states = (element: PageElement | undefined, name: string): string => attributeOf(element, name) ?? '';
  return {
    classifier: states(step, 'data-kind'),
    what: textOf(page, part(step, 'span', 'what')),
    place: textOf(page, where),
    port: states(where, 'data-port'),
    vessel: textOf(page, ship),
    imo: states(ship, 'data-imo'),
    voyage: states(ship, 'data-voyage'),
    container: textOf(page, container),
    load: states(container, 'data-load'),
    time: states(part(step, 'time', 'at'), 'datetime'),
    updated: states(part(step, 'time', 'updated'), 'datetime'),
  };
}

/** Willow Bay Line's new page, a list of steps; the page with the table is read as before. */
export const willowTrackV2: ShipPageParser = {
  ...willowTrackV1,
  version: 2,
  ships: 'candidate',
  about: {
    zh: '柳湾航运货物跟踪页：新版时间轴版面，旧版表格照旧读取',
    en: 'Willow Bay Line cargo tracking: the new page with a time line, and the table as before',
  },
  accepts: (answer) =>
    willowTrackV1.accepts(answer) ||
    (answer.contentType === 'html' &&
      byId(answer.page, 'wb-app') !== undefined &&
      (byId(answer.page, 'wb-steps') !== undefined || statesNone(answer.page))),
  parse: (answer) => {
    if (willowTrackV1.accepts(answer)) return willowTrackV1.parse(answer);
    const { page } = answer;
    const steps = byId(page, 'wb-steps');
    if (steps === undefined) return unknownShipment;
    const bill = byId(page, 'wb-app');
    const containers = byId(page, 'wb-units');
    const due = byId(page, 'wb-due');
    return {
      isUnknown: false,
      billNo: attributeOf(bill, 'data-bill'),
      bookingNo: attributeOf(bill, 'data-booking'),
      containers: readContainers(
        (containers === undefined ? [] : childrenOf(containers, 'li')).map((unit) => ({
          no: textOf(page, unit),
          type: attributeOf(unit, 'data-type') ?? '',
          seal: attributeOf(unit, 'data-seal') ?? '',
        })),
      ),
      ...readRows(
        childrenOf(steps, 'li').map((step) => rowOf(page, step)),
        willowWords,
        (due === undefined ? [] : childrenOf(due, 'li')).map((line) => ({
          what: textOf(page, childrenOf(line, 'b')[0]),
          time: attributeOf(childrenOf(line, 'time')[0], 'datetime') ?? '',
        })),
      ),
    };
  },
};
