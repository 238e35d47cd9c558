import { runPulls, takeOutcomes } from '#server/modules/collection/index.ts';
import type { PullDeps } from '#server/modules/collection/index.ts';
import { listAskable } from './queries.ts';
import { finishRun, getRun, listReplaySubscriptions, moveRun } from './run-queries.ts';
import type { RunOutcome, RunRow } from './run-queries.ts';

const step = 50;

const tell = (deps: PullDeps, run: RunRow): Promise<void> =>
  deps.publish({
    tenantId: run.tenant_id,
    topic: 'replay',
    payload: {
      runId: String(run.id),
      obmTkSubscribeId: run.subscription_id === null ? null : String(run.subscription_id),
      state: run.state,
      done: run.done,
      total: run.total,
    },
  });

/** Asks the sources of a run and notes who answered. */
async function ask(deps: PullDeps, run: RunRow, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const sources = await listAskable(database, [run.subscription_id ?? -1], run.source_type);
  const requested = sources.filter((source) => source.by_robot).length;
  const ids = sources.filter((source) => !source.by_robot).map((source) => source.id);
  const { summaries, failed } = await runPulls(
    deps,
    ids.map((id) => ({ subscriptionSourceId: id })),
    signal,
  );
  // Interrupted, or our own fault: the task comes again.
  if (failed.length > 0) throw failed[0]?.error ?? new Error('a source could not be asked');
  const { rows } = await database.execute<{ answered: boolean; last_error: string | null }>(
    `select ss.last_error is null as answered, ss.last_error from subscription_source ss where ss.id = any($1)`,
    [ids],
  );
  const answered = rows.filter((row) => row.answered).length;
  const error =
    answered > 0 || requested > 0 ? null : (rows.find((row) => row.last_error !== null)?.last_error ?? 'unreachable');
  const outcome: RunOutcome = {
    requested,
    answered,
    changed: summaries.reduce((sum, summary) => sum + summary.fused, 0),
    refused: summaries.reduce((sum, summary) => sum + summary.refused, 0),
  };
  await tell(
    deps,
    await finishRun(database, run.id, { outcome, done: rows.length + requested, error }, deps.clock.now()),
  );
}

/** Reads the stored answers of many subscriptions again, from where the run came to. */
async function replay(deps: PullDeps, run: RunRow, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  let { done, position } = run;
  const outcome = {
    changed: run.outcome.changed ?? 0,
    refused: run.outcome.refused ?? 0,
    failed: run.outcome.failed ?? 0,
  };
  for (;;) {
    signal.throwIfAborted();
    const ids = await listReplaySubscriptions(database, run.tenant_id, run.params, position, step);
    if (ids.length === 0) break;
    const now = deps.clock.now();
    const sources = (await listAskable(database, ids, null)).filter(({ stored }) => stored);
    const { summaries, failed } = await takeOutcomes(
      deps,
      sources.map((source) => ({ kind: 'stored', subscriptionSourceId: source.id, askedAt: now })),
      now,
    );
    for (const summary of summaries) {
      outcome.changed += summary.fused;
      outcome.refused += summary.refused;
      outcome.failed += summary.failures;
    }
    outcome.failed += failed.length;
    done += ids.length;
    position = ids.at(-1) ?? position;
    await moveRun(database, run.id, { done, position, outcome });
    await tell(deps, { ...run, done });
  }
  await tell(deps, await finishRun(database, run.id, { outcome, done, error: null }, deps.clock.now()));
}

/**
 * Works a run off; done twice it does nothing twice. `last` = it will not be tried again: what went wrong then ends
 * the run, so that it can be started again.
 */
export async function workRun(deps: PullDeps, runId: number, signal: AbortSignal, last: boolean): Promise<void> {
  const run = await getRun(deps.database, runId);
  if (run === undefined || run.state !== 'running') return;
  try {
    await (run.kind === 'ask' ? ask(deps, run, signal) : replay(deps, run, signal));
  } catch (error) {
    if (last) {
      const now = deps.clock.now();
      const kept = (await getRun(deps.database, runId)) ?? run;
      const result = { outcome: kept.outcome, done: kept.done, error: 'interrupted' };
      await tell(deps, await finishRun(deps.database, runId, result, now));
    }
    throw error;
  }
}
