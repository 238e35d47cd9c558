// unscoped: The statement of the wanted rows is bound to the tenants of the owner; what is joined to them belongs to the same rows.
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { addLocalDays, localDayStart } from '#shared/time/zone.ts';
import { type Making, type ReportKind, type Summing } from './kind.ts';
import { shipments } from './shipments.ts';
import { dayText, numberText, portName } from './words.ts';

const maxPorts = 8;

type Coming = { day: string; port: string | null; n: number; troubled: number; later: number };

/** From the begin of today to the end of the last day, on the clocks of the report. */
const windowOf = ({ definition: { days, zone }, at }: Making) => {
  const from = localDayStart(at, zone);
  return { from, to: addLocalDays(from, days, zone) - 1 };
};

const count = ({ ctx, wanted, definition }: Summing) =>
  ctx.unscoped.query<Coming>(
    `select to_char(s.eta at time zone $${wanted.parameters.length + 1}::text, 'YYYY-MM-DD') as day, h.port_of_discharge as port,
       count(*)::int as n, count(*) filter (where s.troubled)::int as troubled,
       count(*) filter (where h.eta > h.planned_arrival + interval '1 day')::int as later
     from (${wanted.sql}) wanted join subscription s on s.id = wanted.id left join shipment h on h.id = s.shipment_id
     group by 1, 2`,
    [...wanted.parameters, definition.zone],
  );

/** Sums of rows by a key of theirs. */
function sumsBy(rows: readonly Coming[], keyOf: (row: Coming) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.n);
  return sums;
}

/** What arrives in the next days. */
export const arrivals: ReportKind = {
  ...shipments,
  query: (making) => {
    const { from, to } = windowOf(making);
    return {
      ...making.definition.filters,
      tab: 'transit',
      etaFrom: from,
      etaTo: to,
      sortRules: [{ columnName: 'eta', sortType: 'asc' }],
    };
  },
  summarise: async (summing) => {
    const { ctx, definition, reference } = summing;
    const { lang } = ctx;
    const { days, zone } = definition;
    const { from, to } = windowOf(summing);
    const rows = await count(summing);
    const [byDay, byPort] = [sumsBy(rows, ({ day }) => day), sumsBy(rows, ({ port }) => port ?? '')];
    const sum = (of: (row: Coming) => number): number => rows.reduce((total, row) => total + of(row), 0);
    const [troubled, later] = [sum((row) => row.troubled), sum((row) => row.later)];
    const shown = Math.min(days, 31);
    const dates = Array.from({ length: shown }, (_, index) => dayText(addLocalDays(from, index, zone), zone));
    return {
      period: `${dayText(from, zone)} – ${dayText(to, zone)}`,
      figures: [
        {
          label: serverText('report.figure.coming', {}, lang),
          value: numberText(sum(({ n }) => n)),
          note: serverText('report.figure.nextDays', { days }, lang),
        },
        {
          label: serverText('report.figure.ports', {}, lang),
          value: numberText([...byPort.keys()].filter(Boolean).length),
        },
        { label: serverText('report.figure.troubled', {}, lang), value: numberText(troubled), bad: troubled > 0 },
        {
          label: serverText('report.figure.later', {}, lang),
          value: numberText(later),
          note: serverText('report.figure.laterNote', {}, lang),
          bad: later > 0,
        },
      ],
      charts: [
        {
          title: serverText('report.chart.days', {}, lang),
          upright: true,
          bars: dates.map((date) => ({ label: date.slice(5), value: byDay.get(date) ?? 0 })),
        },
        {
          title: serverText('report.chart.ports', {}, lang),
          upright: false,
          bars: [...byPort]
            .toSorted(([, a], [, b]) => b - a)
            .slice(0, maxPorts)
            .map(([code, value]) => ({ label: code === '' ? '–' : portName(code, lang, reference), value })),
        },
      ],
    };
  },
};
