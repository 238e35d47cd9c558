import type { Logger } from 'pino';
import type { Statement, StatementResult } from './engine.ts';

const EVERY_MS = 60_000;
// A table is cleaned when this many rows, and this share of it, changed.
const MIN_CHANGED_ROWS = 500;
const CHANGED_SHARE = 0.1;

const CHANGED_TABLES = `
  select quote_ident(relname) as name from pg_stat_user_tables
  where n_dead_tup > ${MIN_CHANGED_ROWS} + ${CHANGED_SHARE} * n_live_tup
     or n_mod_since_analyze > ${MIN_CHANGED_ROWS} + ${CHANGED_SHARE} * n_live_tup
  order by n_dead_tup + n_mod_since_analyze desc`;

type Run = (statement: Statement) => Promise<StatementResult>;

/**
 * The embedded database has neither autovacuum nor checkpointer: this cleans the tables that changed much,
 * one per turn so that other statements come in between, and writes the log down.
 */
export function createMaintenance(
  run: Run,
  log: Logger,
): { start: () => void; tick: () => Promise<void>; stop: (withinMs: number) => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  /** No table is begun after this. */
  let endsAt = Infinity;

  const clean = async (): Promise<void> => {
    // Counts are otherwise reported with a delay.
    await run({ text: 'select pg_stat_force_next_flush()', values: [] });
    const { rows } = await run({ text: CHANGED_TABLES, values: [] });
    for (const { name } of rows) {
      if (performance.now() > endsAt) return;
      await run({ text: `vacuum (analyze) ${String(name)}`, values: [] });
    }
    await run({ text: 'checkpoint', values: [] });
  };
  const tick = (): Promise<void> => {
    running = running.then(clean).catch((error: unknown) => {
      log.warn({ err: error }, 'maintenance of the embedded database failed');
    });
    return running;
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      void tick().then(() => {
        if (!stopped) schedule();
      });
    }, EVERY_MS);
    timer.unref();
  };
  return {
    start: schedule,
    tick,
    stop: async (withinMs) => {
      stopped = true;
      clearTimeout(timer);
      endsAt = performance.now() + withinMs;
      await tick();
    },
  };
}
