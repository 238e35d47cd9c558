import { asObject, attribute, cleanText } from '../../untrusted.ts';
import { MAX_ROWS, readContainers, readRows, unknownShipment, type RawRow, type SiteWords } from '../read-notice.ts';
import { readNumericTime } from '../shown-time.ts';
import type { ShipPageParser } from '../types.ts';
import { englishCutoffs, englishWords } from '../words.ts';

const site: SiteWords = {
  words: englishWords,
  cutoffs: englishCutoffs,
  readTime: readNumericTime,
  empty: 'true',
  laden: 'false',
};
const CHARS = 400;

type Fields = Record<string, unknown>;

const textOf = (fields: Fields, name: string): string => {
  const value = attribute(fields, name);
  return typeof value === 'string' ? cleanText(value.slice(0, CHARS)) : typeof value === 'boolean' ? String(value) : '';
};

const listOf = (fields: Fields, name: string): Fields[] => {
  const value = attribute(fields, name);
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_ROWS + 1).map((one: unknown) => asObject(one) ?? {});
};

const rowOf = (event: Fields): RawRow => ({
  classifier: textOf(event, 'class'),
  what: textOf(event, 'event'),
  place: textOf(event, 'place'),
  port: textOf(event, 'port'),
  vessel: textOf(event, 'vessel'),
  imo: textOf(event, 'imo'),
  voyage: textOf(event, 'voyage'),
  container: textOf(event, 'container'),
  load: textOf(event, 'empty'),
  time: textOf(event, 'time'),
  updated: textOf(event, 'updated'),
});

/** The data behind Zephyr Sea Line's page about one container. */
export const zephyrDataV1: ShipPageParser = {
  id: 'zephyr-data',
  carrierCode: 'ZEPH',
  version: 1,
  ships: 'released',
  about: {
    zh: '和风海运单箱查询的页面数据（JSON）',
    en: "Data behind Zephyr Sea Line's page about a container (JSON)",
  },
  accepts: ({ contentType, json }) =>
    contentType === 'json' && attribute(asObject(json) ?? {}, 'site') === 'zephyr-sea-line',
  parse: ({ json }) => {
    const shipment = asObject(attribute(asObject(json) ?? {}, 'shipment'));
    if (shipment === undefined) return unknownShipment;
    const containers = listOf(shipment, 'equipment').map((container) => ({
      no: textOf(container, 'no'),
      type: textOf(container, 'type'),
      seal: textOf(container, 'seal'),
    }));
    return {
      isUnknown: false,
      billNo: textOf(shipment, 'billNo') || null,
      bookingNo: textOf(shipment, 'bookingNo') || null,
      containers: readContainers(containers),
      ...readRows(
        listOf(shipment, 'events').map(rowOf),
        site,
        listOf(shipment, 'deadlines').map((one) => ({ what: textOf(one, 'what'), time: textOf(one, 'time') })),
      ),
    };
  },
};
