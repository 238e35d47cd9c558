import { processOutcomes, runPulls } from '#server/modules/intake/collection/index.ts';
import type { PullDeps } from '#server/modules/intake/collection/index.ts';
import { type RunHandler, type RunWork, workOnRun } from '#server/platform/run/index.ts';
import { listAskable } from './queries.ts';
import { type ReplayOutcome, type ReplayParams, type ReplayRun, replayRuns } from './replay-runs.ts';
import { listReplaySubscriptions } from './run-queries.ts';

type Work<Item extends { id: number }> = RunWork<ReplayParams, ReplayOutcome, Item>;
type Source = Awaited<ReturnType<typeof listAskable>>[number];

/** Subscriptions of one step: each brings the stored answers of all its sources. */
const replayStep = 50;
/** A subscription has a handful of sources of one type: all are queried in one step. */
const askStep = 1000;

/** Asks the sources of a run beside each other and notes who answered. */
async function ask(deps: PullDeps, sources: readonly Source[], signal: AbortSignal): Promise<Partial<ReplayOutcome>> {
  const requested = sources.filter((source) => source.by_robot).length;
  const ids = sources.filter((source) => !source.by_robot).map((source) => source.id);
  const { summaries, failed, postponed } = await runPulls(
    deps,
    ids.map((id) => ({ subscriptionSourceId: id })),
    signal,
  );
  // Interrupted, or our own fault: the task comes again.
  if (failed.length > 0) throw failed[0]?.error ?? new Error('a source could not be asked');
  // No call is left at the moment: it is queried as soon as there is one.
  await deps.schedulePulls(postponed.map(({ id, at }) => ({ subscriptionSourceId: id, at })));
  const waiting = new Set(postponed.map(({ id }) => id));
  const { rows } = await deps.database.execute<{ last_error: string | null }>(
    'select last_error from subscription_source where id = any($1)',
    [ids.filter((id) => !waiting.has(id))],
  );
  const errors = rows.flatMap((row) => (row.last_error === null ? [] : [row.last_error]));
  const answered = rows.length - errors.length;
  return {
    requested: requested + waiting.size,
    answered,
    changed: summaries.reduce((sum, summary) => sum + summary.fused, 0),
    refused: summaries.reduce((sum, summary) => sum + summary.refused, 0),
    unanswered: answered > 0 || requested + waiting.size > 0 ? null : (errors[0] ?? 'unreachable'),
  };
}

const askWork = (deps: PullDeps): Work<Source> => ({
  step: askStep,
  whole: true,
  next: async ({ params: { subscriptionId, sourceType } }, { after }) =>
    (await listAskable(deps.database, [subscriptionId ?? -1], sourceType)).filter(({ id }) => id > after),
  work: async (_run, sources, signal) => {
    const outcome = await ask(deps, sources, signal);
    return () => Promise.resolve(outcome);
  },
});

/** Reads the stored answers of subscriptions again, in the transaction of their progress. */
async function readAgain(deps: PullDeps, ids: readonly number[]): Promise<Partial<ReplayOutcome>> {
  const now = deps.clock.now();
  const sources = (await listAskable(deps.database, ids, null)).filter(({ stored }) => stored);
  const outcomes = sources.map(({ id }) => ({ kind: 'stored' as const, subscriptionSourceId: id, requestedAt: now }));
  const summary = outcomes.length === 0 ? undefined : await processOutcomes(deps, outcomes, now);
  return { changed: summary?.fused ?? 0, refused: summary?.refused ?? 0, failed: summary?.failures ?? 0 };
}

const replayWork = (deps: PullDeps): Work<{ id: number }> => ({
  step: replayStep,
  next: async (run: ReplayRun, { after }, limit) =>
    run.tenant_id === null ? [] : listReplaySubscriptions(deps.database, run.tenant_id, run.params, { after, limit }),
  work: (_run, items) =>
    Promise.resolve(() =>
      readAgain(
        deps,
        items.map(({ id }) => id),
      ),
    ),
});

/** How the runs of this module that take longer are done: asking sources, and reading the stored answers of many again. */
export const replayHandlers = (deps: PullDeps): RunHandler[] => [
  workOnRun(replayRuns.ask, askWork(deps)),
  workOnRun(replayRuns.replay, replayWork(deps)),
];
