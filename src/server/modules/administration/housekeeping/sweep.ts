import type { Logger } from 'pino';
import type { RetentionDays } from '#server/platform/config/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { rangeGroups } from '#server/platform/db/ranges.ts';
import { dropRanges } from './drop-ranges.ts';
import type { AgeClock, Keeping, Sweep } from './retention-types.ts';
import { retention } from './retention.ts';
import { type WalkStep, walkOn } from './walk.ts';

/** What sweeping works with. */
export type SweepDeps = {
  database: Database;
  log: Logger;
  days: RetentionDays;
  /** Both clocks: each table is as old as the one that wrote it says. */
  now: Record<AgeClock, Instant>;
  /** No new step is begun after so long (real time). */
  budgetMs?: number;
  /** What to sweep; all of the product unless reported. */
  tables?: Readonly<Record<string, Keeping>>;
};

/** Rows removed by table, and whether nothing old is left. */
export type Swept = { removed: Record<string, number>; complete: boolean };

const rowsAtOnce = 1_000;
const defaultBudgetMs = 5_000;

/** What one step removed from one table; `more` while there may be further rows. */
type Step = { table: string; removed: number; more: boolean };
type Job = { step: () => Promise<Step[]> };

/** Rows older than this go; undefined = all stay. */
export function keptSince({ days, clock }: Pick<Sweep, 'days' | 'clock'>, deps: SweepDeps): Date | undefined {
  const count = typeof days === 'number' ? days : deps.days[days];
  // Only a setting can say "for ever": a fixed 0 means rows that name their own end.
  if (count === 0 && typeof days === 'string') return undefined;
  return new Date(deps.now[clock] - count * DAY_MS);
}

/** Removes the rows of a table that a query gives by partition and place: a place alone means another row in each partition. */
const removal = (table: string, rows: string): string =>
  `delete from ${table} gone using (${rows}) old where gone.tableoid = old.partition and gone.ctid = old.place`;

/** The rows of a sweep that are old, from the oldest on; anyone who has one of them in hand keeps it until the next time. */
const oldRows = (table: string, { age, when }: Sweep, also: readonly string[]): string =>
  `select t.tableoid as partition, t.ctid as place from ${table} t where t.${age} < $1
   ${[...(when === undefined ? [] : [when]), ...also].map((condition) => `and (${condition})`).join(' ')}
   order by t.${age} limit $2 for update of t skip locked`;

async function removeSome(
  database: Database,
  { table, text, limit }: { table: string; text: string; limit: number },
  before: Date,
): Promise<Step> {
  const { rowCount } = await database.execute(text, [before, limit]);
  return { table, removed: rowCount, more: rowCount === limit };
}

/** Steps that remove the many rows which go with old ones, and then those themselves. */
function jobOf(deps: SweepDeps, table: string, sweep: Sweep): Job[] {
  const before = keptSince(sweep, deps);
  if (before === undefined) return [];
  const { first = [], when } = sweep;
  const limit = sweep.step ?? rowsAtOnce;
  if (sweep.walks === true) {
    const walk: WalkStep = { table, age: sweep.age, when: when ?? 'true', before, limit };
    return [{ step: async () => [{ table, ...(await walkOn(deps.database, walk, deps.now.machine)) }] }];
  }
  const condition = when === undefined ? '' : `and (${when})`;
  const children = first.map(({ table: child, by, step = rowsAtOnce }) => ({
    table: child,
    limit: step,
    text: removal(
      child,
      `select c.tableoid as partition, c.ctid as place from ${table} t join ${child} c on c.${by} = t.id
       where t.${sweep.age} < $1 ${condition} limit $2 for update of c skip locked`,
    ),
  }));
  const childless = first.map(({ table: child, by }) => `not exists (select from ${child} c where c.${by} = t.id)`);
  const own = removal(table, oldRows(table, sweep, childless));
  const group = rangeGroups.find(({ of }) => of === table);
  const step = async (): Promise<Step[]> => {
    const steps: Step[] = [];
    if (group !== undefined) {
      const ranges = await dropRanges(deps.database, group, sweep, before);
      if (ranges > 0) deps.log.info({ table, ranges }, 'ranges of outdated rows were dropped');
    }
    for (const child of children) steps.push(await removeSome(deps.database, child, before));
    if (steps.some((taken) => taken.more)) return steps;
    return [...steps, await removeSome(deps.database, { table, limit, text: own }, before)];
  };
  return [{ step }];
}

/**
 * Removes what is older than it is kept for, a step of each table in turn, each a transaction of its own; what is left when
 * the time is up is for the next time. Two that sweep at once share the work.
 */
export async function sweepTables(deps: SweepDeps): Promise<Swept> {
  const endsAt = performance.now() + (deps.budgetMs ?? defaultBudgetMs);
  const removed: Record<string, number> = {};
  let open = Object.entries(deps.tables ?? retention).flatMap(([table, keeping]) =>
    keeping.kind === 'swept' ? keeping.sweeps.flatMap((sweep) => jobOf(deps, table, sweep)) : [],
  );
  let left = 0;
  while (open.length > 0) {
    const again: Job[] = [];
    for (const job of open) {
      if (performance.now() > endsAt) {
        left += 1;
        continue;
      }
      const steps = await job.step();
      for (const step of steps) {
        if (step.removed > 0) removed[step.table] = (removed[step.table] ?? 0) + step.removed;
      }
      if (steps.some((step) => step.more)) again.push(job);
    }
    open = again;
  }
  if (Object.keys(removed).length > 0) deps.log.info({ removed, complete: left === 0 }, 'outdated rows were removed');
  return { removed, complete: left === 0 };
}
