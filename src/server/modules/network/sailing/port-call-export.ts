import { timesText } from '#server/list/index.ts';
import { carrierText, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { chosenColumns, type ListExport, readAsCall, type SheetCell } from '#server/platform/sheet/index.ts';
import type { CutoffCode } from '#shared/reference/cutoff-codes.ts';
import { cutoffNames } from '#shared/reference/cutoff-names.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { portCallIds } from './port-call-queries.ts';
import { portCallsById, readQuestion, type PlannedCall } from './query-port-calls.ts';

/** Language, master data, and the zone of the port, in which times are written. */
type Tools = { lang: Lang; reference: ReferenceSnapshot; zone: string };
type Column = {
  title: { zh: string; en: string };
  isTime?: true;
  value: (row: PlannedCall, tools: Tools) => SheetCell;
};

const states: Readonly<Record<PlannedCall['state'], { zh: string; en: string }>> = {
  expected: { zh: '预计', en: 'Expected' },
  anchorage: { zh: '锚泊', en: 'At anchor' },
  berthed: { zh: '在泊', en: 'Berthed' },
  sailed: { zh: '已离港', en: 'Sailed' },
  omitted: { zh: '跳港', en: 'Omitted' },
};

const column = (zh: string, en: string, value: Column['value']): Column => ({ title: { zh, en }, value });

/** A turn: what positions show where the carrier has not reported it yet. */
const turn = (
  zh: string,
  en: string,
  of: 'arrival' | 'berthing' | 'departure',
  seen?: 'seenArrival' | 'seenDeparture',
) => ({
  ...column(zh, en, (row, { zone }) => {
    const { actual, estimated, planned } = row[of];
    return timesText([actual ?? (seen === undefined ? null : row[seen]), estimated, planned], zone);
  }),
  isTime: true as const,
});

/** The column of a cut-off, under the name that the screen has for it. */
const cutOff = (code: CutoffCode): [string, Column] => {
  const { zh, en } = cutoffNames[code];
  const value: Column['value'] = ({ cutOffs }, { zone }) => {
    const found = cutOffs.find((one) => one.code === code);
    return found === undefined ? '' : { moment: placeTimeStr(found.time, zone) };
  };
  return [`cutOff${code}`, { ...column(zh, en, value), isTime: true }];
};

/** The columns by the names that the screen has, in its order. */
const columns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['state', column('状态', 'State', ({ state }, { lang }) => states[state][lang])],
  ['vesselName', column('船名', 'Vessel', ({ vesselName }) => vesselName)],
  [
    'voyages',
    column('进/出口航次', 'Voyages in/out', (row) => `${row.importVoyage ?? ''} / ${row.exportVoyage ?? ''}`),
  ],
  ['carrierCode', column('船公司', 'Carrier', ({ carrierCode }, tools) => carrierText(tools, carrierCode))],
  ['serviceCode', column('航线', 'Service', ({ serviceCode }) => serviceCode)],
  ['terminal', column('码头', 'Terminal', ({ terminal }) => terminal ?? '')],
  ['arrival', turn('抵港', 'Arrival', 'arrival', 'seenArrival')],
  ['berthing', turn('靠泊', 'Berthing', 'berthing')],
  ['departure', turn('离港', 'Departure', 'departure', 'seenDeparture')],
  [
    'differs',
    column('各家数据', 'Carriers', ({ differs }, { lang }) =>
      differs ? { zh: '数据不一致', en: 'Differ' }[lang] : '',
    ),
  ],
  ...(['EFC', 'FCO', 'DCO', 'VCO', 'CCO'] as const).map(cutOff),
]);

/** The calls at a port as a file, in the times of the port. */
export const portCallExport = (current: () => ReferenceSnapshot): ListExport => ({
  title: { zh: '港口船期', en: 'Port vessel schedule' },
  call: 'portCallQuery',
  prepare: (ctx, query, names) => {
    const reference = current();
    const question = readQuestion(readAsCall('portCallQuery', query), reference, ctx.clock.now());
    const wanted = chosenColumns(columns, names);
    const { zone } = question;
    const tools = { lang: ctx.lang, reference, zone };
    const titleOf = ({ title, isTime }: Column): string => {
      if (isTime !== true) return title[ctx.lang];
      return ctx.lang === 'zh' ? `${title.zh}（${zone}）` : `${title.en} (${zone})`;
    };
    return {
      titles: wanted.map(titleOf),
      ids: portCallIds(question.wish),
      cells: async (ids) =>
        (await portCallsById(ctx, question, ids)).map((row) => wanted.map(({ value }) => value(row, tools))),
    };
  },
});
