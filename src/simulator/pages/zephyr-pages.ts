import type { Instant } from '#shared/time/instant.ts';
import type { Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';
import { escapeMarkup as safe, shownCutOffs, pageRows, type PageRow } from './page-rows.ts';

const words: Readonly<Record<string, string>> = {
  PICK: 'Empty picked up',
  STUF: 'Stuffed',
  GTIN: 'Gated in full',
  LOAD: 'Loaded on vessel',
  DISC: 'Discharged',
  GTOT: 'Gated out full',
  STRP: 'Stripped',
  DROP: 'Empty returned',
  DEPA: 'Vessel departed',
  ARRI: 'Vessel arrived',
  'RECE CBR': 'Booking request received',
  'CONF BKG': 'Booking confirmed',
  'ISSU TRD': 'Bill of lading issued',
  'ISSU ARN': 'Arrival notice sent',
  'HOLD CUS': 'Customs inspection',
  'RELS CUS': 'Customs released',
  'RELS SRM': 'Cargo released',
};
const deadlines = {
  DCO: 'Documentation',
  VCO: 'Verified gross mass',
  FCO: 'CY closing',
  CCO: 'Customs release',
} as const;
const classes = { PLN: 'planned', EST: 'estimated', ACT: 'actual' } as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03-01 14:30` as the site writes it: `1 Mar 2026 14:30 UTC+08:00`. */
function written(time: string, offset: string): string {
  const [date = '', clock = ''] = time.split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${months[Number(month) - 1]} ${year} ${clock} UTC${offset}`;
}

const frame = (body: string): string => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Shipment | Zephyr Sea Line</title><style>article > h3 { margin: 0 }</style></head>
<body><div class="banner">Zephyr Sea Line<br>Short seas, long friendships</div>
${body}
<div class="foot"><p>Times are local to the place.<p>&copy; Zephyr Sea Line</div></body></html>
`;

function articleOf(row: PageRow): string {
  const terms = [
    row.portCode === '' ? '' : `<dt>Place<dd>${safe(row.place)} (${row.portCode})`,
    row.vessel === '' ? '' : `<dt>Vessel<dd>${safe(row.vessel)}<dt>IMO<dd>${row.imo}<dt>Voyage<dd>${row.voyage}`,
    row.container === '' ? '' : `<dt>Container<dd>${row.container}`,
    row.container === '' || row.empty === undefined ? '' : `<dt>Status<dd>${row.empty ? 'Empty' : 'Laden'}`,
    `<dt>Date<dd>${written(row.time, row.offset)}<dt>Updated<dd>${written(row.updated, row.updatedOffset)}`,
  ];
  return `<article class="milestone ${classes[row.classifier]}"><h3>${words[row.what] ?? row.what}</h3><dl>${terms.join('')}</dl></article>`;
}

/** What the site says of a number it does not know. */
export const zephyrUnknown = (): string =>
  frame('<div id="zsl-shipment"><h1>Shipment</h1><p class="none">We could not find this shipment.</p></div>');

/** Zephyr Sea Line's page about a shipment at a moment. */
export function zephyrPage(world: World, shipment: Shipment, at: Instant): string {
  const rows = pageRows(world, shipment, at);
  if (rows.length === 0) return zephyrUnknown();
  const containers = shipment.containers.map(
    ({ number, isoCode, sealNumber }) => `<tr><td>${number}<td>${isoCode}<td>${sealNumber}`,
  );
  const terms = shownCutOffs(world, shipment, at).map(
    ({ code, time, offset }) => `<dt>${deadlines[code]}<dd>${written(time, offset)}`,
  );
  return frame(`<div id="zsl-shipment"><h1>Shipment</h1>
<dl><dt>Bill of lading<dd>${shipment.billNo}<dt>Booking<dd>${shipment.bookingNo}</dl></div>
<table id="zsl-equipment"><tr><th>Container<th>Type<th>Seal
${containers.join('\n')}
</table>
${terms.length === 0 ? '' : `<dl id="zsl-deadlines">${terms.join('')}</dl>`}
<section id="zsl-milestones">
${rows.map(articleOf).join('\n')}
</section>`);
}

/** The data behind the page about one container. */
export function zephyrData(world: World, shipment: Shipment | undefined, containerNo: string, at: Instant): object {
  const site = 'zephyr-sea-line';
  const rows = shipment === undefined ? [] : pageRows(world, shipment, at);
  if (shipment === undefined || rows.length === 0) return { site, shipment: null };
  return {
    site,
    shipment: {
      billNo: shipment.billNo,
      bookingNo: shipment.bookingNo,
      equipment: shipment.containers
        .filter(({ number }) => number === containerNo)
        .map(({ number, isoCode, sealNumber }) => ({ no: number, type: isoCode, seal: sealNumber })),
      deadlines: shownCutOffs(world, shipment, at).map(({ code, time, offset }) => ({
        what: deadlines[code],
        time: `${time.replace(' ', 'T')}${offset}`,
      })),
      events: rows
        .filter(({ container }) => container === '' || container === containerNo)
        .map((row) => ({
          class: row.classifier,
          event: words[row.what] ?? row.what,
          place: row.place,
          port: row.portCode,
          vessel: row.vessel,
          imo: row.imo,
          voyage: row.voyage,
          container: row.container,
          ...(row.container === '' || row.empty === undefined ? {} : { empty: row.empty }),
          time: `${row.time.replace(' ', 'T')}${row.offset}`,
          updated: `${row.updated.replace(' ', 'T')}${row.updatedOffset}`,
        })),
    },
  };
}
