import { type Expression, sql, type SqlBool } from 'kysely';
import type { WeekCounts } from '#contract/list-calls.ts';
import type { CallName } from '#contract/paths.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { type App, route } from '#server/platform/http/index.ts';
import { BOARD_CARDS, BOARD_WEEKS, NO_WEEK, OVERDUE } from '#shared/list/declare.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { addLocalDays, fromLocalText, localDayStart } from '#shared/time/zone.ts';
import { localDay } from '#shared/time/day.ts';
import { shownRows } from './query-list.ts';
import type { BoardSource, ListInput, ListSource, WireRow } from './source.ts';
import { matching } from './statements.ts';

type Board = {
  weeks: (WeekCounts & { week: string; records: WireRow[] })[];
  overdue: WeekCounts & { records: WireRow[] };
  earlier: WeekCounts;
  later: WeekCounts;
  none: WeekCounts;
  thisWeek: string;
};

const DAYS = 7;
/** Weeks further off than so many days hold nothing that is tracked. */
const REACH_DAYS = 36_600;
const nothing: WeekCounts = { count: 0, marked: 0 };

/** The Monday of the week that holds an instant, and the instant it begins at. */
function weekOf(at: Instant, zone: string): { day: string; start: Instant } {
  const today = localDayStart(at, zone);
  const weekday = new Date(`${localDay(today, zone)}T00:00:00Z`).getUTCDay();
  const start = addLocalDays(today, -((weekday + DAYS - 1) % DAYS), zone);
  return { day: localDay(start, zone), start };
}

/** The Monday of the week of an instant in SQL, as text. */
const weekText = (at: Expression<unknown>, zone: string) =>
  sql<string>`to_char(date_trunc('week', ${at} at time zone ${zone}::text), 'YYYY-MM-DD')`;

/** Where a row stands that has no instant. */
const withoutWeek = ({ overdueSince }: Pick<BoardSource, 'overdueSince'>, ctx: Ctx) =>
  sql<string>`case when ${overdueSince(ctx)} is null then ${NO_WEEK} else ${OVERDUE} end`;

/** Rows whose instant lies in one of the weeks, and rows that are overdue or without one where these are wanted. */
export const inWeeks =
  (board: Pick<BoardSource, 'at' | 'overdueSince' | 'zoneOf'>) =>
  (weeks: string[], ctx: Ctx): Expression<SqlBool> =>
    sql<SqlBool>`coalesce(${weekText(board.at(ctx), board.zoneOf(ctx))}, ${withoutWeek(board, ctx)}) = any(${weeks})`;

/** The weeks on show: from the one before now, unless a day of the first one is named. */
function weeksOnShow(weekFrom: string | undefined, now: Instant, zone: string): { day: string; start: Instant }[] {
  const named = weekFrom === undefined ? undefined : fromLocalText(`${weekFrom} 00:00:00`, zone);
  const isNear = named !== undefined && Math.abs(named - now) < REACH_DAYS * DAY_MS;
  if (weekFrom !== undefined && !isNear) throw refused('sailing.badDate');
  const first = weekOf(named ?? now - DAYS * DAY_MS, zone);
  // One more: where the last one ends.
  return Array.from({ length: BOARD_WEEKS + 1 }, (_, index) =>
    weekOf(addLocalDays(first.start, index * DAYS, zone), zone),
  );
}

/** Some weeks of a list: how many rows each has and the first of them, what is overdue, and how many lie before, after and nowhere. */
async function queryBoard(source: ListSource, ctx: Ctx, input: ListInput & { weekFrom?: string }): Promise<Board> {
  const { board, list, id } = source;
  if (board === undefined) throw new Error(`the source of ${list.name} does not say what its board is by`);
  const now = ctx.clock.now();
  const zone = board.zoneOf(ctx);
  const weeks = weeksOnShow(input.weekFrom, now, zone);
  const from = weeks[0]?.start ?? now;
  const to = weeks.at(-1)?.start ?? now;
  const at = board.at(ctx);
  const week = weekText(at, zone);
  const rows = () => matching(source, ctx, input, board.needs);
  const part = sql<string>`case when ${at} is null then ${withoutWeek(board, ctx)} when ${at} < ${ts(from)} then 'earlier'
    when ${at} >= ${ts(to)} then 'later' else ${week} end`;
  const column = sql<string>`coalesce(${week}, ${OVERDUE})`;
  const first = rows()
    .where(sql<SqlBool>`(${at} >= ${ts(from)} and ${at} < ${ts(to)} or ${board.overdueSince(ctx)} is not null)`)
    .select([
      sql<number>`${sql.ref(id)}`.as('id'),
      column.as('week'),
      sql<number>`row_number() over (partition by ${column} order by ${at}, ${board.overdueSince(ctx)}, ${sql.ref(id)})`.as(
        'place',
      ),
    ]);
  const [counts, ids] = await Promise.all([
    rows()
      .select([
        part.as('part'),
        sql<number>`count(*)::int`.as('count'),
        sql<number>`(count(*) filter (where ${board.marked}))::int`.as('marked'),
      ])
      .groupBy(sql.ref('part'))
      .execute() as Promise<(WeekCounts & { part: string })[]>,
    ctx.db
      .selectFrom(first.as('f'))
      .select(['f.id', 'f.week'])
      .where('f.place', '<=', BOARD_CARDS)
      .orderBy('f.week')
      .orderBy('f.place')
      .execute() as Promise<{ id: number; week: string }[]>,
  ]);
  const loaded = await shownRows(
    source,
    ctx,
    ids.map((row) => Number(row.id)),
  );
  const rowOf = new Map(loaded.map((row) => [Number(row[list.id]), row]));
  const countsOf = (name: string): WeekCounts => {
    const found = counts.find(({ part: own }) => own === name);
    return found === undefined ? nothing : { count: found.count, marked: found.marked };
  };
  const withRows = (name: string) => ({
    ...countsOf(name),
    records: ids.flatMap((row): WireRow[] => {
      const found = row.week === name ? rowOf.get(Number(row.id)) : undefined;
      return found === undefined ? [] : [found];
    }),
  });
  return {
    weeks: weeks.slice(0, -1).map(({ day }) => ({ week: day, ...withRows(day) })),
    overdue: withRows(OVERDUE),
    earlier: countsOf('earlier'),
    later: countsOf('later'),
    none: countsOf(NO_WEEK),
    thisWeek: weekOf(now, zone).day,
  };
}

/** Answers the call of the board of a list. */
export function boardRoute(app: App, source: ListSource): void {
  const handle = ({ ctx, input }: { ctx: Ctx; input: { body: unknown } }) =>
    queryBoard(source, ctx, input.body as ListInput & { weekFrom?: string });
  route(app, source.list.board?.call as CallName, handle as never);
}
