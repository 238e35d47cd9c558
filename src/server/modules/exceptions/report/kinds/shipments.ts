// unscoped: The statement of the wanted rows is bound to the tenants of the owner; what is joined to them belongs to the same rows.
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Figure } from '../report-content.ts';
import { listOf, type ReportKind, type Summing } from './kind.ts';
import { carrierName, minuteText, numberText } from './words.ts';

type Counted = {
  state: 'waiting' | 'transit' | 'arrived' | 'ended';
  carrier: string;
  n: number;
  troubled: number;
  later: number;
};

const states = ['waiting', 'transit', 'arrived', 'ended'] as const;
const maxCarriers = 8;

/** Rows by state and carrier; `later` = expected more than a day after the plan. */
const count = ({ ctx, wanted }: Summing) =>
  ctx.unscoped.query<Counted>(
    `select x.state, x.carrier, count(*)::int as n, count(*) filter (where x.troubled)::int as troubled,
       count(*) filter (where x.later)::int as later
     from (
       select case when s.ended then 'ended' when s.arrived then 'arrived' when s.has_data then 'transit' else 'waiting' end as state,
         s.carrier_code as carrier, s.troubled,
         not s.ended and not s.arrived and coalesce(h.eta > h.planned_arrival + interval '1 day', false) as later
       from (${wanted.sql}) wanted join subscription s on s.id = wanted.id left join shipment h on h.id = s.shipment_id) x
     group by 1, 2`,
    [...wanted.parameters],
  );

/** The bars of the carriers with most rows, the most first. */
const carrierBars = (rows: readonly { carrier: string; n: number }[], summing: Summing) => {
  const { lang } = summing.ctx;
  const sums = new Map<string, number>();
  for (const { carrier, n } of rows) sums.set(carrier, (sums.get(carrier) ?? 0) + n);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxCarriers)
    .map(([code, value]) => ({ label: carrierName(code, lang, summing.reference), value }));
};

/** Everything that is tracked at sea, with a saved view or without. */
export const shipments: ReportKind = {
  call: 'traceIndex.list',
  route: '/trace-index',
  list: (lists) => listOf(lists, 'trace-index'),
  query: ({ definition }) => definition.filters,
  printed: [
    ['referenceNo', 14],
    ['carrierCode', 14],
    ['route', 20],
    ['vesselName', 16],
    ['departure', 17],
    ['arrival', 17],
    ['state', 8],
    ['openExceptions', 6, true],
  ],
  summarise: async (summing) => {
    const { ctx, definition, at } = summing;
    const { lang } = ctx;
    const rows = await count(summing);
    const sum = (of: (row: Counted) => number): number => rows.reduce((total, row) => total + of(row), 0);
    const inState = (state: Counted['state']): number => sum((row) => (row.state === state ? row.n : 0));
    const figure = (name: 'total' | 'transit' | 'arrived' | 'troubled' | 'later', value: number): Figure => ({
      label: serverText(`report.figure.${name}`, {}, lang),
      value: numberText(value),
      ...(name === 'later' ? { note: serverText('report.figure.laterNote', {}, lang) } : {}),
      ...(name === 'troubled' || name === 'later' ? { bad: value > 0 } : {}),
    });
    return {
      period: serverText('report.about.now', { time: minuteText(at, definition.zone) }, lang),
      figures: [
        figure(
          'total',
          sum(({ n }) => n),
        ),
        figure('transit', inState('transit') + inState('waiting')),
        figure('arrived', inState('arrived')),
        figure(
          'troubled',
          sum(({ troubled }) => troubled),
        ),
        figure(
          'later',
          sum(({ later }) => later),
        ),
      ],
      charts: [
        {
          title: serverText('report.chart.state', {}, lang),
          upright: true,
          bars: states.map((state) => ({
            label:
              state === 'transit'
                ? serverText('report.figure.transit', {}, lang)
                : serverText(`report.state.${state}`, {}, lang),
            value: inState(state),
          })),
        },
        { title: serverText('report.chart.carriers', {}, lang), upright: false, bars: carrierBars(rows, summing) },
      ],
    };
  },
};
