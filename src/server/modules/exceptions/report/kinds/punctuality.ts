import { z } from 'zod';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { chosenColumns, foundRows, type ListExport, type SheetCell } from '#server/platform/sheet/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { keysOf } from '#shared/values/objects.ts';
import type { Bars } from '../report-content.ts';
import type { ReportKind, Summing } from './kind.ts';
import { countDelays, type Lane, listLanes } from './lanes.ts';
import { carrierName, dayText, numberText, percentOf, portName } from './words.ts';

const maxCarriers = 8;
const periodOf = z.object({ at: z.number(), days: z.number() });

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
/** A number that always shows its sign, so that early differs from late. */
const signed = (value: number): string => `${value > 0 ? '+' : ''}${oneDecimal(value)}`;

type Words = { lang: Lang; reference: ReferenceSnapshot };

const cells = {
  carrier: ({ carrier }, { lang, reference }) => carrierName(carrier, lang, reference),
  pol: ({ pol }, { lang, reference }) => (pol === null ? null : portName(pol, lang, reference)),
  pod: ({ pod }, { lang, reference }) => (pod === null ? null : portName(pod, lang, reference)),
  arrivals: ({ n }) => n,
  onTime: ({ n, on_time: onTime }) => percentOf(onTime, n),
  meanDelay: ({ mean }) => oneDecimal(mean),
  medianDelay: ({ median }) => oneDecimal(median),
  worst: ({ worst }) => oneDecimal(worst),
} as const satisfies Record<string, (lane: Lane, words: Words) => SheetCell>;
type ColumnName = keyof typeof cells;

/** The lanes as a list that can be written; `query` gives the moment and the days. */
const lanesList = (reference: () => ReferenceSnapshot): ListExport => ({
  title: { zh: '船期准点', en: 'Punctuality' },
  call: 'traceIndex.list',
  prepare: (ctx, query, names) => {
    const { at, days } = periodOf.parse(query);
    const known = new Map<string, ColumnName>(keysOf(cells).map((name) => [name, name]));
    const columns = chosenColumns(known, names);
    return {
      titles: columns.map((name) => serverText(`report.column.${name}`, {}, ctx.lang)),
      ...foundRows(
        () => listLanes(ctx, { at, days }),
        (lane) => columns.map((name) => cells[name](lane, { lang: ctx.lang, reference: reference() })),
      ),
    };
  },
});

type Sum = { n: number; onTime: number; delay: number };

/** Arrivals by carrier, the carriers with most of them first. */
function byCarrier(lanes: readonly Lane[]): [string, Sum][] {
  const sums = new Map<string, Sum>();
  for (const { carrier, n, on_time: onTime, mean } of lanes) {
    const sum = sums.get(carrier) ?? { n: 0, onTime: 0, delay: 0 };
    sums.set(carrier, { n: sum.n + n, onTime: sum.onTime + onTime, delay: sum.delay + mean * n });
  }
  return [...sums].toSorted(([, a], [, b]) => b.n - a.n);
}

function chartsOf(
  carriers: readonly [string, Sum][],
  delays: Awaited<ReturnType<typeof countDelays>>,
  { ctx, reference }: Summing,
): Bars[] {
  const { lang } = ctx;
  return [
    {
      title: serverText('report.chart.onTime', {}, lang),
      upright: false,
      unit: '%',
      bars: carriers.slice(0, maxCarriers).map(([code, { n, onTime }]) => {
        const value = percentOf(onTime, n) ?? 0;
        return { label: carrierName(code, lang, reference), value, bad: value < 50 };
      }),
    },
    {
      title: serverText('report.chart.delays', {}, lang),
      upright: true,
      bars: (['early', 'onTime', 'three', 'week', 'more'] as const).map((name) => ({
        label: serverText(`report.delay.${name}`, {}, lang),
        value: delays[name],
        bad: name === 'week' || name === 'more',
      })),
    },
  ];
}

/** How carriers kept their planned arrivals, by lane. */
export const punctuality = (reference: () => ReferenceSnapshot): ReportKind => ({
  call: 'traceIndex.list',
  route: '/trace-index',
  list: () => lanesList(reference),
  query: ({ definition: { days }, at }) => ({ at, days }),
  printed: [
    ['carrier', 22],
    ['pol', 18],
    ['pod', 18],
    ['arrivals', 9, true],
    ['onTime', 10, true],
    ['meanDelay', 11, true],
    ['medianDelay', 11, true],
    ['worst', 11, true],
  ],
  summarise: async (summing) => {
    const { ctx, definition, at } = summing;
    const { lang } = ctx;
    const { days, zone } = definition;
    const [lanes, delays] = await Promise.all([listLanes(ctx, { at, days }), countDelays(ctx, { at, days })]);
    const carriers = byCarrier(lanes);
    const all = carriers.reduce((sum, [, { n }]) => sum + n, 0);
    const share = percentOf(
      carriers.reduce((sum, [, { onTime }]) => sum + onTime, 0),
      all,
    );
    const mean = all === 0 ? null : carriers.reduce((sum, [, { delay }]) => sum + delay, 0) / all;
    return {
      period: `${dayText(at - days * DAY_MS, zone)} – ${dayText(at, zone)}`,
      figures: [
        {
          label: serverText('report.figure.arrivals', {}, lang),
          value: numberText(all),
          note: serverText('report.figure.inPeriod', { days }, lang),
        },
        {
          label: serverText('report.figure.onTime', {}, lang),
          value: share === null ? '–' : `${share}%`,
          note: serverText('report.figure.onTimeNote', {}, lang),
          bad: share !== null && share < 50,
        },
        {
          label: serverText('report.figure.meanDelay', {}, lang),
          value: mean === null ? '–' : serverText('report.figure.daysValue', { days: signed(mean) }, lang),
        },
        { label: serverText('report.figure.lanes', {}, lang), value: numberText(lanes.length) },
      ],
      charts: all === 0 ? [] : chartsOf(carriers, delays, summing),
    };
  },
});
