import { addTally, emptyTally } from '#domain/exception/replay/trial.ts';
import type { TrialTally } from '#domain/exception/replay/trial.ts';
import { refuseSubscriptions } from '#server/modules/collection/index.ts';
import type { PipelineDeps } from '#server/modules/collection/index.ts';
import { readDetectionSettings } from '#server/modules/exception/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { endRun, findRunUnbound, insertProblems, listConcerned, listFollowed, moveRun } from './run-queries.ts';
import type { DetectResult, RunRow } from './run-queries.ts';
import { ownHand, threadHands } from './trial-threads.ts';
import type { TrialHands } from './trial-threads.ts';
import { mostListed } from './try-shipments.ts';
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

const detectStep = 50;
/** Shipments of one hand between two notes of progress. */
const trialStep = 4000;
const threadsFrom = 3000;

const tell = ({ pipeline }: RuleRunDeps, run: RunRow): Promise<void> =>
  run.tenant_id === null
    ? Promise.resolve()
    : pipeline.publish({
        tenantId: run.tenant_id,
        topic: 'rule',
        payload: { runId: String(run.id), state: run.state, done: run.done, total: run.total },
      });

const finish = async (deps: RuleRunDeps, run: RunRow): Promise<void> => {
  const ended = await endRun(deps.pipeline.database, run.id, { state: 'done' }, deps.clock.now());
  if (ended !== undefined) await tell(deps, ended);
};

/** Detects the shipments of a changed setting again, piece by piece from where the run came to. */
async function workDetection(deps: RuleRunDeps, run: RunRow, signal: AbortSignal): Promise<void> {
  const { pipeline } = deps;
  const { database } = pipeline;
  const result: DetectResult = { opened: 0, resolved: 0, regressed: 0, ...(run.result as Partial<DetectResult>) };
  let { done, position } = run;
  for (;;) {
    signal.throwIfAborted();
    const page = { after: position, limit: detectStep };
    const ids = await listConcerned(database, run.rule_code, run.params, page);
    if (ids.length === 0) break;
    const goesOn = await database.transaction(async () => {
      const { detection } = await refuseSubscriptions(pipeline, ids, deps.clock.now());
      result.opened += detection.opened;
      result.resolved += detection.resolved;
      result.regressed += detection.regressed;
      done += ids.length;
      position = ids.at(-1) ?? position;
      return moveRun(database, run.id, { done, position, result });
    });
    if (!goesOn) return;
    await tell(deps, { ...run, done });
  }
  await finish(deps, run);
}

const specOf = async (deps: RuleRunDeps, { rule_code, params }: RunRow): Promise<TrialSpec> => {
  const { tenantId, carrierCode, lane, enabled, values, indicator } = params;
  const settings = await readDetectionSettings(deps.pipeline.database);
  return {
    ruleCode: rule_code,
    ...(indicator !== undefined && { indicator }),
    rows: indicator === undefined ? settings.rows : [],
    tried: { tenantId: tenantId === null ? null : String(tenantId), carrierCode, lane, enabled, values },
    curve: params.curve ?? [],
    // What an indicator finds at present is not compared with.
    typeOff: indicator !== undefined || settings.typesOff.has(rule_code),
    from: params.from ?? 0,
    to: params.to ?? 0,
    zone: params.zone ?? 'UTC',
  };
};

function handsFor(deps: RuleRunDeps, run: RunRow, spec: TrialSpec): TrialHands {
  const { databaseUrl, pipeline } = deps;
  return databaseUrl !== null && run.total >= (deps.threadsFrom ?? threadsFrom)
    ? threadHands({ url: databaseUrl, spec })
    : ownHand(pipeline.database, spec, () => pipeline.reference());
}

/** Tries the rule on all shipments of the run, from where it came to; a piece counts once, whoever is killed when. */
async function workTrial(deps: RuleRunDeps, run: RunRow, signal: AbortSignal): Promise<void> {
  const { database } = deps.pipeline;
  const spec = await specOf(deps, run);
  const tally: TrialTally = run.done > 0 ? (run.result as TrialTally) : emptyTally(spec.curve.length);
  const period = { from: spec.from, to: spec.to };
  const hands = handsFor(deps, run, spec);
  let { done, position } = run;
  const limit = trialStep * hands.count;
  const list = (after: number): Promise<number[]> => listFollowed(database, run.params, period, { after, limit });
  try {
    for (let ids = await list(position); ids.length > 0;) {
      signal.throwIfAborted();
      const share = Math.ceil(ids.length / hands.count);
      const shares = Array.from({ length: hands.count }, (_, hand) => ids.slice(hand * share, (hand + 1) * share));
      // Hands never wait for the list of those that come next.
      const [next, ...parts] = await Promise.all([
        list(ids.at(-1) ?? position),
        ...shares.flatMap((part, hand) => (part.length === 0 ? [] : [hands.work(part, hand)])),
      ]);
      done += ids.length;
      position = ids.at(-1) ?? position;
      const goesOn = await database.transaction(async () => {
        for (const part of parts) {
          const listed = part.problems.slice(0, Math.max(0, mostListed - tally.listed));
          await insertProblems(database, run.id, listed);
          addTally(tally, { ...part.tally, listed: listed.length });
        }
        return moveRun(database, run.id, { done, position, result: tally });
      });
      if (!goesOn) return;
      await tell(deps, { ...run, done });
      ids = next;
    }
  } finally {
    await hands.stop();
  }
  await finish(deps, run);
}

/**
 * Works a run of a rule off; one that was interrupted goes on where it came to. `last` = it will not be tried again:
 * what went wrong then ends the run.
 */
export async function workRuleRun(deps: RuleRunDeps, runId: number, signal: AbortSignal, last: boolean): Promise<void> {
  const { database } = deps.pipeline;
  const run = await findRunUnbound(database, runId);
  if (run === undefined || run.state !== 'running') return;
  try {
    await (run.kind === 'detect' ? workDetection(deps, run, signal) : workTrial(deps, run, signal));
  } catch (error) {
    if (last) await endRun(database, run.id, { state: 'failed', error: 'interrupted' }, deps.clock.now());
    throw error;
  }
}
