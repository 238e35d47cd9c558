import type { SailingRoute } from '#contract/network/sailing.ts';
import { placedTimesText } from '#server/list/index.ts';
import { carrierText, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { chosenColumns, foundRows, type ListExport, readAsCall, type SheetCell } from '#server/platform/sheet/index.ts';
import { type CutoffCode, cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import { cutoffNames } from '#shared/reference/cutoff-names.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import type { NetworkMemory } from './network-memory.ts';
import { querySailings, readPorts } from './query-sailings.ts';

type Text = { zh: string; en: string };
type Tools = { lang: Lang; reference: ReferenceSnapshot };
type Leg = SailingRoute['legs'][number];
type Column = { title: Text; value: (route: SailingRoute, tools: Tools) => SheetCell };

const zoneOf = (code: string, { reference }: Tools): string | null => reference.ports.get(code)?.zone ?? null;

function portText(code: string, { reference, lang }: Tools): string {
  const port = reference.ports.get(code);
  const name = (lang === 'zh' ? port?.nameCn : null) ?? port?.name;
  return name === undefined ? code : `${name} ${code}`;
}

/** A turn on the clocks of its port, with their zone and how sure it is. */
const turnText = ({ actual, estimated, planned }: Leg['departure'], port: string, tools: Tools): string =>
  placedTimesText([actual, estimated, planned], zoneOf(port, tools), tools.lang);

/** Where goods change vessels: when they come, and when they go on. */
function changesText({ legs }: SailingRoute, tools: Tools): string {
  const changes = legs.slice(1).map((leg, index) => {
    const [comes, leaves] = [itemAt(legs, index).arrival, leg.departure];
    const [came, left] = [comes, leaves].map((turn) => turnText(turn, leg.fromPort, tools));
    return `${portText(leg.fromPort, tools)} ${came} – ${left}`;
  });
  return changes.join(' / ');
}

const first = ({ legs }: SailingRoute): Leg => itemAt(legs, 0);
const last = ({ legs }: SailingRoute): Leg => lastItem(legs);

function cutOffText({ cutOffs, ...route }: SailingRoute, code: CutoffCode, tools: Tools): string {
  const found = cutOffs.find((one) => one.code === code);
  return found === undefined
    ? ''
    : placeTimeText(found.time, zoneOf(first({ cutOffs, ...route }).fromPort, tools), tools.lang);
}

const column = (zh: string, en: string, value: Column['value']): Column => ({ title: { zh, en }, value });

const columns: ReadonlyMap<string, Column> = new Map<string, Column>([
  [
    'sellers',
    column('可订船公司', 'Bookable with', ({ sellers }, tools) =>
      sellers.map((code) => carrierText(tools, code)).join('; '),
    ),
  ],
  ['service', column('航线', 'Service', ({ legs }) => legs.map(({ serviceCode }) => serviceCode).join(' / '))],
  [
    'vessel',
    column('船名 / 航次', 'Vessel / voyage', ({ legs }) =>
      legs.map(({ vesselName, voyage }) => `${vesselName} ${voyage ?? ''}`.trim()).join(' / '),
    ),
  ],
  ['pol', column('起运港', 'Port of loading', (route, tools) => portText(first(route).fromPort, tools))],
  [
    'departure',
    column('离港', 'Departure', (route, tools) => turnText(first(route).departure, first(route).fromPort, tools)),
  ],
  ['change', column('中转', 'Transhipment', changesText)],
  ['pod', column('目的港', 'Port of discharge', (route, tools) => portText(last(route).toPort, tools))],
  ['arrival', column('抵港', 'Arrival', (route, tools) => turnText(last(route).arrival, last(route).toPort, tools))],
  ['days', column('航程（天）', 'Transit (days)', ({ transitDays }) => transitDays)],
  ...cutoffCodes.map((code): [string, Column] => [
    `cutOff${code}`,
    { title: cutoffNames[code], value: (route, tools) => cutOffText(route, code, tools) },
  ]),
]);

/** Sailings from port to port as a file, each turn in the zone of its port. They are found when the file is written. */
export const sailingExport = (current: () => ReferenceSnapshot, memory: NetworkMemory): ListExport => ({
  title: { zh: '港到港船期', en: 'Sailings from port to port' },
  call: 'sailingQuery',
  prepare: (ctx, query, names) => {
    const input = readAsCall('sailingQuery', query);
    const reference = current();
    readPorts(input, reference);
    const wanted = chosenColumns(columns, names);
    const tools = { lang: ctx.lang, reference };
    return {
      titles: wanted.map(({ title }) => title[ctx.lang]),
      ...foundRows(
        async () => (await querySailings({ ctx, input, memory, reference })).records,
        (route) => wanted.map(({ value }) => value(route, tools)),
      ),
    };
  },
});
