import { addTally, emptyTally } from '#domain/exceptions/replay/trial.ts';
import type { TrialTally } from '#domain/exceptions/replay/trial.ts';
import { judgeEventItems, recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { readDetectionSettings } from '#server/modules/exceptions/exception/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { type RunHandler, type RunWork, workOnRun } from '#server/platform/run/index.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import {
  eventItemDetection,
  ruleDetection,
  type RuleRun,
  type RuleRunOutcome,
  type RuleRunParams,
  trials,
} from './rule-runs.ts';
import { insertProblems, listConcerned, listFollowed } from './run-queries.ts';
import { inlineExecutor, threadExecutor } from './trial-threads.ts';
import type { TrialExecutor } from './trial-threads.ts';
import { maxListed } from './try-shipments.ts';
import type { TrialSpec } from './try-shipments.ts';

/** What runs of rules work with. */
export type RuleRunDeps = {
  pipeline: PipelineDeps;
  clock: Clock;
  /** Address of the PostgreSQL server, so that threads can have connections of their own; null = embedded. */
  databaseUrl: string | null;
  /** From so many shipments on a trial is worked off by threads. */
  threadsFrom?: number;
};

type Work = RunWork<RuleRunParams, RuleRunOutcome>;

const detectStep = 50;
/** More of them, where only event items are evaluated. */
const eventItemStep = 200;
/** Shipments of one hand between two notes of progress. */
const trialStep = 4000;
const threadsFrom = 3000;

const itemsOf = (ids: readonly number[]): { id: number }[] => ids.map((id) => ({ id }));
const idsOf = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);

type Judge = (
  deps: RuleRunDeps,
  ids: readonly number[],
) => Promise<Pick<RuleRunOutcome, 'opened' | 'resolved' | 'regressed'>>;

/** Has shipments judged again after a change, so many at once, in the transaction of their progress. */
const judgeWork = (deps: RuleRunDeps, step: number, judge: Judge): Work => ({
  step,
  next: async ({ params }, { after }, limit) =>
    itemsOf(await listConcerned(deps.pipeline.database, params.ruleCode, params, { after, limit })),
  work: async (_run, items) => async () => {
    const { opened, resolved, regressed } = await judge(deps, idsOf(items));
    return { opened, resolved, regressed };
  },
});

/** Detects the shipments of a changed setting again. */
const byRules: Judge = async ({ pipeline, clock }, ids) =>
  (await recomputeSubscriptions(pipeline, ids, clock.now())).detection;

/** What an event item finds changes no exception, so only the event items are evaluated, on the shipments as they are stored. */
const byEventItems: Judge = ({ pipeline, clock }, ids) => judgeEventItems(pipeline, ids, clock.now());

const specOf = async (deps: RuleRunDeps, { params }: RuleRun): Promise<TrialSpec> => {
  const { ruleCode, tenantId, carrierCode, lane, enabled, values, indicator: eventItem } = params;
  const settings = await readDetectionSettings(deps.pipeline.database);
  return {
    ruleCode,
    ...(eventItem !== undefined && { eventItem }),
    rows: eventItem === undefined ? settings.rows : [],
    tried: { tenantId: tenantId === null ? null : String(tenantId), carrierCode, lane, enabled, values },
    curve: params.curve ?? [],
    // What an event item finds at present is not compared with.
    typeOff: eventItem !== undefined || settings.typesOff.has(ruleCode),
    from: params.from ?? 0,
    to: params.to ?? 0,
    zone: zoneOfPlace(params.zone),
  };
};

function executorFor(deps: RuleRunDeps, run: RuleRun, spec: TrialSpec): TrialExecutor {
  const { databaseUrl, pipeline } = deps;
  return databaseUrl !== null && run.total >= (deps.threadsFrom ?? threadsFrom)
    ? threadExecutor({ url: databaseUrl, spec })
    : inlineExecutor(pipeline.database, spec, () => pipeline.reference());
}

/** Tries the rule on all shipments of the run; each piece counts once, even when a worker is killed. */
async function beginTrial(deps: RuleRunDeps, run: RuleRun): Promise<Work> {
  const { database } = deps.pipeline;
  const spec = await specOf(deps, run);
  const executor = executorFor(deps, run, spec);
  const period = { from: spec.from, to: spec.to };
  const list = (after: number, limit: number): Promise<number[]> =>
    listFollowed(database, run.params, period, { after, limit });
  const step = trialStep * executor.count;
  // Hands never wait for the list of those that come next.
  let ahead: { after: number; ids: Promise<number[]> } | undefined;
  return {
    step,
    whole: true,
    next: async (_run, { after }, limit) => itemsOf(await (ahead?.after === after ? ahead.ids : list(after, limit))),
    work: async ({ id, outcome }, items) => {
      const ids = idsOf(items);
      const last = ids.at(-1) ?? 0;
      ahead = { after: last, ids: list(last, step) };
      const share = Math.ceil(ids.length / executor.count);
      const shares = Array.from({ length: executor.count }, (_, hand) => ids.slice(hand * share, (hand + 1) * share));
      const [parts] = await Promise.all([
        Promise.all(shares.flatMap((part, hand) => (part.length === 0 ? [] : [executor.work(part, hand)]))),
        ahead.ids,
      ]);
      return async () => {
        const tally: TrialTally = structuredClone(outcome.tally) ?? emptyTally(spec.curve.length);
        for (const part of parts) {
          const listed = part.problems.slice(0, Math.max(0, maxListed - tally.listed));
          await insertProblems(database, id, listed);
          addTally(tally, { ...part.tally, listed: listed.length });
        }
        return { tally };
      };
    },
    end: () => executor.stop(),
  };
}

/** How rules are run: tried on history, and shipments judged again after a change. */
export const ruleRuns = (deps: RuleRunDeps): RunHandler[] => [
  ...trials.map((kind) => workOnRun(kind, (run) => beginTrial(deps, run))),
  workOnRun(ruleDetection, judgeWork(deps, detectStep, byRules)),
  workOnRun(eventItemDetection, judgeWork(deps, eventItemStep, byEventItems)),
];
