import { keysOf, recordOf } from '#shared/values/objects.ts';
import { attributeOf, byId, definitionsOf, findFirst, hasClass, tableRows, type Page } from '../page.ts';
import {
  MAX_ROWS,
  deadlinesOf,
  readContainers,
  readRows,
  unknownShipment,
  type RawRow,
  type SiteWords,
} from '../read-notice.ts';
import { readNumericTime } from '../shown-time.ts';
import type { ShipPageParser } from '../types.ts';
import { chineseCutoffs, chineseWords } from '../words.ts';

/** How Willow Bay Line writes. */
export const willowWords: SiteWords = {
  words: chineseWords,
  cutoffs: chineseCutoffs,
  readTime: readNumericTime,
  empty: '空箱',
  laden: '重箱',
};

const titleOf: Readonly<Record<keyof RawRow, string>> = {
  classifier: '类别',
  what: '动态',
  place: '地点',
  port: '港口代码',
  vessel: '船名',
  imo: 'IMO',
  voyage: '航次',
  container: '箱号',
  load: '空重',
  time: '时间',
  updated: '更新时间',
};

const rowOf = (cells: ReadonlyMap<string, string>): RawRow =>
  recordOf(keysOf(titleOf), (key) => cells.get(titleOf[key]) ?? '');

/** The page says that there is no such shipment. */
export const statesNone = (page: Page): boolean =>
  findFirst(page, (element) => element.name === 'p' && hasClass(element, 'wb-none')) !== undefined;

/** Willow Bay Line's page with one table of everything that was reported. */
export const willowTrackV1: ShipPageParser = {
  id: 'willow-track',
  carrierCode: 'WILL',
  version: 1,
  ships: 'released',
  about: { zh: '柳湾航运货物跟踪页（表格版面）', en: 'Willow Bay Line cargo tracking, the page with a table' },
  accepts: ({ contentType, page }) =>
    contentType === 'html' &&
    byId(page, 'wb-cargo') !== undefined &&
    (byId(page, 'wb-track') !== undefined || statesNone(page)),
  parse: ({ page }) => {
    const track = byId(page, 'wb-track');
    if (track === undefined) return unknownShipment;
    const containers = byId(page, 'wb-boxes');
    const reported = definitionsOf(page, byId(page, 'wb-summary'));
    return {
      isUnknown: false,
      billNo: reported.get('提单号') || attributeOf(byId(page, 'wb-cargo'), 'data-bill'),
      bookingNo: reported.get('订舱号') || null,
      containers: readContainers(
        containers === undefined
          ? []
          : tableRows(page, containers, MAX_ROWS).map((cells) => ({
              no: cells.get('箱号') ?? '',
              type: cells.get('箱型') ?? '',
              seal: cells.get('铅封号') ?? '',
            })),
      ),
      ...readRows(
        tableRows(page, track, MAX_ROWS + 1).map(rowOf),
        willowWords,
        deadlinesOf(definitionsOf(page, byId(page, 'wb-deadlines'))),
      ),
    };
  },
};
