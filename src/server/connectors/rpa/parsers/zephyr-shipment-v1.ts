import { byId, childrenOf, definitionsOf, findFirst, hasClass, textOf } from '../page.ts';
import { deadlinesOf, readRows, unknownShipment, type RawRow, type SiteWords } from '../read-notice.ts';
import { readEnglishTime } from '../shown-time.ts';
import type { ShipPageParser } from '../types.ts';
import { classifierWords, englishCutoffs, englishWords } from '../words.ts';

const site: SiteWords = {
  words: englishWords,
  cutoffs: englishCutoffs,
  readTime: readEnglishTime,
  empty: 'Empty',
  laden: 'Laden',
};

/** `Shanghai (CNSHA)` taken apart. */
function placeOf(text: string): { place: string; port: string } {
  const at = text.lastIndexOf(' (');
  return at < 0 || !text.endsWith(')')
    ? { place: text, port: '' }
    : { place: text.slice(0, at), port: text.slice(at + 2, -1) };
}

/** Zephyr Sea Line's page, an article for each milestone. */
export const zephyrShipmentV1: ShipPageParser = {
  id: 'zephyr-shipment',
  carrierCode: 'ZEPH',
  version: 1,
  ships: 'released',
  about: { zh: '和风海运货物页（英文）', en: 'Zephyr Sea Line shipment page' },
  accepts: ({ contentType, page }) => contentType === 'html' && byId(page, 'zsl-shipment') !== undefined,
  parse: ({ page }) => {
    const list = byId(page, 'zsl-milestones');
    if (list === undefined) return unknownShipment;
    const head = byId(page, 'zsl-shipment');
    const about = definitionsOf(
      page,
      findFirst(page, ({ name }) => name === 'dl', head),
    );
    const rows = childrenOf(list, 'article').map((article): RawRow => {
      const reported = definitionsOf(page, childrenOf(article, 'dl')[0]);
      const states = (term: string): string => reported.get(term) ?? '';
      return {
        classifier: [...classifierWords.keys()].find((word) => hasClass(article, word)) ?? '',
        what: textOf(page, childrenOf(article, 'h3')[0]),
        ...placeOf(states('Place')),
        vessel: states('Vessel'),
        imo: states('IMO'),
        voyage: states('Voyage'),
        container: states('Container'),
        load: states('Status'),
        time: states('Date'),
        updated: states('Updated'),
      };
    });
    return {
      isUnknown: false,
      billNo: about.get('Bill of lading') || null,
      bookingNo: about.get('Booking') || null,
      containers: [],
      ...readRows(rows, site, deadlinesOf(definitionsOf(page, byId(page, 'zsl-deadlines')))),
    };
  },
};
