import { sql } from 'kysely';
import { exceptionTypeName } from '#server/modules/administration/masterdata/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { listOf, type ReportKind, type Summing } from './kind.ts';
import { dayText, numberText, percentOf } from './words.ts';

/** Handling statuses of exceptions that wait for somebody: untreated, in progress, on hold. */
const openStatuses = [0, 1, 4];
const handledStatuses = [2, 3];
const maxTypes = 8;
/** Upper ends of the ages, in days; what is older is the last bar. */
const ages = [
  ['day', 1],
  ['three', 3],
  ['week', 7],
  ['twoWeeks', 14],
] as const;

/** Open exceptions by type and age in days, of shipments that are still followed. */
const countOpen = ({ ctx, at }: Summing) =>
  ctx.db
    .selectFrom('shipment_exception')
    .select([
      'type_code as type',
      sql<number>`floor(extract(epoch from (${ts(at)} - created_at)) / 86400)::int`.as('age'),
      sql<number>`count(*)::int`.as('n'),
      sql<number>`(count(*) filter (where severity = 'high'))::int`.as('high'),
    ])
    .where('handle_status', 'in', openStatuses)
    .where('ended', '=', false)
    .groupBy(['type', 'age'])
    .execute();

/** What was found, closed and handled in the days before. */
async function countPeriod({ ctx, at, definition: { days } }: Summing) {
  const from = ts(at - days * DAY_MS);
  const [found, handled] = await Promise.all([
    ctx.db
      .selectFrom('shipment_exception')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('created_at', '>=', from)
      .where('created_at', '<=', ts(at))
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('shipment_exception')
      .select([
        sql<number>`count(*)::int`.as('n'),
        sql<number>`(count(*) filter (where handle_time <= created_at + interval '1 day'))::int`.as('in_time'),
      ])
      .where('handle_status', 'in', handledStatuses)
      .where('handle_time', '>=', from)
      .where('handle_time', '<=', ts(at))
      .executeTakeFirstOrThrow(),
  ]);
  return { found: found.n, handled: handled.n, inTime: handled.in_time };
}

type Open = Awaited<ReturnType<typeof countOpen>>;

function typeBars(open: Open, { ctx: { lang }, reference }: Summing) {
  const sums = new Map<string, number>();
  for (const { type, n } of open) sums.set(type, (sums.get(type) ?? 0) + n);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxTypes)
    .map(([code, value]) => ({ label: exceptionTypeName(code, lang, reference), value }));
}

function ageBars(open: Open, { ctx: { lang } }: Summing) {
  let from = -1;
  const between = (low: number, high: number): number =>
    open.reduce((sum, { age, n }) => sum + (age >= low && age < high ? n : 0), 0);
  const bars = ages.map(([name, until]) => {
    const value = between(from, until);
    from = until;
    return { label: serverText(`report.age.${name}`, {}, lang), value };
  });
  return [
    ...bars,
    { label: serverText('report.age.older', {}, lang), value: between(from, Number.POSITIVE_INFINITY), bad: true },
  ];
}

/** Exceptions that wait for somebody, what is new, and how fast they are handled. */
export const exceptions: ReportKind = {
  call: 'queryExceptions',
  route: '/exception-manage',
  list: (lists) => listOf(lists, 'exceptions'),
  query: ({ definition }) => ({ ...definition.filters, handleStatus: openStatuses.map(String), endFlag: '0' }),
  printed: [
    ['testPurpose', 15],
    ['severity', 7],
    ['blNo', 13],
    ['ctnNo', 11],
    ['carrierCode', 13],
    ['errorRemark', 34],
    ['handleStatus', 9],
    ['chargeName', 9],
    ['createTime', 13],
  ],
  summarise: async (summing) => {
    const { ctx, definition, at } = summing;
    const { lang } = ctx;
    const [open, { found, handled, inTime }] = await Promise.all([countOpen(summing), countPeriod(summing)]);
    const [all, high] = [open.reduce((sum, { n }) => sum + n, 0), open.reduce((sum, row) => sum + row.high, 0)];
    const note = serverText('report.figure.inPeriod', { days: definition.days }, lang);
    const share = percentOf(inTime, handled);
    const { zone } = definition;
    return {
      period: `${dayText(at - definition.days * DAY_MS, zone)} – ${dayText(at, zone)}`,
      figures: [
        { label: serverText('report.figure.open', {}, lang), value: numberText(all) },
        { label: serverText('report.figure.high', {}, lang), value: numberText(high), bad: high > 0 },
        { label: serverText('report.figure.new', {}, lang), value: numberText(found), note },
        { label: serverText('report.figure.closed', {}, lang), value: numberText(handled), note },
        {
          label: serverText('report.figure.inTime', {}, lang),
          value: share === null ? '–' : `${share}%`,
          note: serverText('report.figure.inTimeNote', {}, lang),
        },
      ],
      charts: [
        { title: serverText('report.chart.types', {}, lang), upright: false, bars: typeBars(open, summing) },
        { title: serverText('report.chart.ages', {}, lang), upright: true, bars: ageBars(open, summing) },
      ],
    };
  },
};
