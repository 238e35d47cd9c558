import type { Logger } from 'pino';
import { importTask, runImport } from './entity/index.ts';
import { exportLists } from './export-lists.ts';
import { bringTracksUpToDate, ruleRunTask, workRuleRun } from './modules/autotest/index.ts';
import { entityServices } from './modules/configuration/index.ts';
import { listForgottenTargets, runPulls, takeOutcomes } from './modules/collection/index.ts';
import type { BatchSummary, PullDeps } from './modules/collection/index.ts';
import { processFile, retryWaiting, tieMessages } from './modules/edi/index.ts';
import type { EdiDeps } from './modules/edi/index.ts';
import { endForsakenExports, exportTask, runExport } from './modules/export/index.ts';
import {
  foldExceptionTallies,
  foldExceptionTotals,
  foldIncidents,
  foldSubscriptionTotals,
  sweepTables,
  wakeSnoozed,
} from './modules/housekeeping/index.ts';
import type { ReferenceStore } from './modules/masterdata/index.ts';
import {
  enqueueNotifications,
  listForgotten,
  notificationHandler,
  notificationTask,
  notify,
} from './modules/notification/index.ts';
import type { DeliverySettings } from './modules/notification/index.ts';
import { outwardTask } from './modules/outward/index.ts';
import {
  createVoyageWork,
  listVoyageViews,
  removeOldPositions,
  voyageEveryMs,
  voyageTask,
} from './modules/position/index.ts';
import { retractionHandler, retractionTask, subscribeSources } from './modules/push/index.ts';
import { resumeRefusions } from './modules/refusion/index.ts';
import { workRun } from './modules/replay/index.ts';
import { rpaTaskHandlers } from './modules/rpa/index.ts';
import { hireWorldRobot } from './modules/seed/index.ts';
import { takeBookings } from './modules/subscription/index.ts';
import { healKnownPorts } from './modules/unknown-port/index.ts';
import { realClock } from './platform/clock/clock.ts';
import type { Clock } from './platform/clock/clock.ts';
import { standardRetention } from './platform/config/index.ts';
import type { RetentionDays } from './platform/config/index.ts';
import type { SecretKeys } from './platform/crypto/index.ts';
import type { Database } from './platform/db/database.ts';
import type { Queue, TaskFailure, TaskHandler } from './platform/queue/index.ts';
import { publish } from './platform/realtime/index.ts';
import { refusionHandlers } from './refusion-works.ts';

/** What background work is made of. */
export type BackgroundDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  reference: ReferenceStore;
  keys: SecretKeys;
  sourceTimeoutMs: number;
  concurrency: number;
  /** How long what grows without end is kept; the standard settings unless told. */
  retention?: RetentionDays;
  /** Address of the PostgreSQL server, for threads with connections of their own; null or left out = embedded. */
  databaseUrl?: string | null;
  /** Counts what the pipeline did. */
  onBatch?: (summary: BatchSummary) => void;
  /** Address of the tenants' order systems, where there are any. */
  bookingFeedUrl: string | null;
  /** Address under which carriers reach us. */
  callbackBase: string | null;
  /** How notifications leave the product; without it nobody is notified. */
  delivery?: DeliverySettings;
};

const pullBatch = 50;
/** A failed answer is no failed task: what counts here are workers that were lost with it, and a pull does nothing twice. */
const mostPullAttempts = 20;
const maxAnswerBytes = 20_000_000;
const quietDaysAfterArrival = 30;
const forgottenAfterMs = 10 * 60_000;
const mostWoken = 1000;

/** Puts pulls into the queue: one waiting per source and subscription. */
export const pullScheduler =
  (queue: Queue) =>
  async (pulls: readonly { subscriptionSourceId: number; at: number }[]): Promise<void> => {
    await queue.enqueueMany(
      'pull',
      pulls.map(({ subscriptionSourceId, at }) => ({
        payload: { subscriptionSourceId },
        runAt: at,
        singletonKey: String(subscriptionSourceId),
        maxAttempts: mostPullAttempts,
      })),
    );
  };

/** Has the records of targets made again from what was pushed. */
export const pushScheduler =
  (queue: Queue) =>
  async (ids: readonly number[]): Promise<void> => {
    await queue.enqueueMany(
      'pushed',
      ids.map((id) => ({ payload: { subscriptionSourceId: id }, singletonKey: String(id), priority: 80 })),
    );
  };

/** Tells whoever listens to what the pipeline found. */
const notifier =
  ({ database, queue, clock, reference }: PipelineParts, { publicUrl }: DeliverySettings): PullDeps['notify'] =>
  (causes) =>
    notify({ database, queue, clock, reference: () => reference.current(), publicUrl }, causes).then(() => {});

/** What a pipeline is made of; a process that only fuses asks no source. */
export type PipelineParts = Pick<BackgroundDeps, 'database' | 'queue' | 'clock' | 'log' | 'reference' | 'keys'> &
  Partial<Pick<BackgroundDeps, 'sourceTimeoutMs' | 'delivery'>>;

/** What the pipeline works with in this process. */
export const pipelineDeps = (deps: PipelineParts): PullDeps => ({
  database: deps.database,
  log: deps.log,
  clock: deps.clock,
  secretKey: deps.keys,
  timeoutMs: deps.sourceTimeoutMs ?? 20_000,
  maxBytes: maxAnswerBytes,
  reference: () => deps.reference.current(),
  catchUp: (version) => deps.reference.catchUp(version),
  fusion: { endAfterDays: quietDaysAfterArrival },
  schedulePulls: pullScheduler(deps.queue),
  publish: (event) => publish(deps.database, event),
  voyages: (ids) => listVoyageViews(deps.database, ids),
  ...(deps.delivery === undefined ? {} : { notify: notifier(deps, deps.delivery) }),
});

/** Has a large file of electronic messages read in the background. */
export const ediFileScheduler =
  (queue: Queue) =>
  async (fileId: number): Promise<void> => {
    await queue.enqueue('edi_file', { fileId }, { singletonKey: String(fileId) });
  };

/** What reading electronic messages works with. */
export const ediDeps = (deps: Pick<BackgroundDeps, 'database' | 'clock' | 'log' | 'reference' | 'queue'>): EdiDeps => ({
  database: deps.database,
  clock: deps.clock,
  log: deps.log,
  reference: () => deps.reference.current(),
  scheduleProcessing: pushScheduler(deps.queue),
});

const idOf = (payload: unknown): number => (payload as { subscriptionSourceId: number }).subscriptionSourceId;

const failuresOf = (
  ids: readonly number[],
  failed: readonly { subscriptionSourceId: number; error: unknown }[],
): TaskFailure[] =>
  failed.map(({ subscriptionSourceId, error }) => ({ index: ids.indexOf(subscriptionSourceId), error }));

/** World time that passes in so much real time, at the clock's present speed. */
const worldMs = (clock: Clock, realMs: number): number => {
  const step = clock.realMsUntil(clock.now() + 1000);
  return Number.isFinite(step) && step > 0 ? Math.round((realMs * 1000) / step) : realMs;
};

/** After a failure recurring work is tried again so soon (real time). */
const retryMs = 10_000;

/** Something done again and again: it plans its next run itself, whatever happens; `false` means that not all of it worked. */
const recurring = (
  deps: BackgroundDeps,
  kind: string,
  everyMs: number,
  work: () => Promise<boolean | void>,
): TaskHandler => ({
  run: async () => {
    let worked: boolean | void = false;
    try {
      worked = await work();
    } catch (error) {
      deps.log.warn({ err: error, kind }, 'recurring work failed and is tried again');
    }
    const waitMs = worked === false ? Math.min(retryMs, everyMs) : everyMs;
    await deps.queue.enqueue(kind, null, {
      singletonKey: kind,
      runAt: deps.clock.now() + worldMs(deps.clock, waitMs),
    });
  },
});

/** Asks again for what nothing would ask for any more; one that is asked for at this moment is not meant. */
async function wakeForgotten(deps: BackgroundDeps, pipeline: PullDeps): Promise<void> {
  const now = deps.clock.now();
  const ids = await listForgottenTargets(deps.database, now - forgottenAfterMs, mostWoken);
  if (ids.length === 0) return;
  deps.log.warn({ targets: ids.length }, 'targets that nothing would ask for any more are asked again');
  await pipeline.schedulePulls(ids.map((id) => ({ subscriptionSourceId: id, at: now })));
}

/** Trials of rules bring tracks up to date themselves; the less is left to them, the sooner they answer (real time). */
const tracksEveryMs = 600_000;

/** Removes what is older than it is kept for; false when more of it is left than fits into one time. */
async function removeOutdated({
  database,
  log,
  clock,
  retention = standardRetention,
}: BackgroundDeps): Promise<boolean> {
  await removeOldPositions(database, clock.now(), retention.position);
  const now = { world: clock.now(), machine: realClock.now() };
  return (await sweepTables({ database, log, days: retention, now })).complete;
}

/** Sends again what lost its task. */
async function keepNotifications({ database, queue, clock }: BackgroundDeps): Promise<void> {
  await enqueueNotifications(queue, await listForgotten(database, clock.now() - forgottenAfterMs, mostWoken));
}

/** Handlers of work with systems outside, as far as there are any. */
function outsideHandlers(deps: BackgroundDeps, pipeline: PullDeps): Record<string, TaskHandler> {
  const handlers: Record<string, TaskHandler> = {};
  if (deps.delivery !== undefined) {
    handlers[notificationTask] = notificationHandler({ ...deps, settings: deps.delivery });
  }
  const tellOutward = outwardTask({
    ...deps,
    reference: () => deps.reference.current(),
    allowed: deps.delivery?.allowedUrls ?? [],
  });
  handlers['outward'] = recurring(deps, 'outward', 2_000, () => tellOutward());
  const { bookingFeedUrl, callbackBase } = deps;
  if (bookingFeedUrl !== null) {
    handlers['booking_feed'] = recurring(deps, 'booking_feed', 15_000, () =>
      takeBookings({
        database: deps.database,
        clock: deps.clock,
        log: deps.log,
        baseUrl: bookingFeedUrl,
        schedulePulls: pipeline.schedulePulls,
      }),
    );
  }
  if (bookingFeedUrl !== null && callbackBase !== null) {
    handlers['world_robot'] = recurring(deps, 'world_robot', 300_000, () =>
      hireWorldRobot(bookingFeedUrl, callbackBase),
    );
  }
  if (callbackBase !== null) {
    handlers['push_subscription'] = recurring(deps, 'push_subscription', 300_000, () =>
      subscribeSources({ database: deps.database, clock: deps.clock, log: deps.log, keys: deps.keys, callbackBase }),
    );
  }
  return handlers;
}

/** Handlers of work with files: rows that come, lists that go out, messages. */
const fileHandlers = (deps: BackgroundDeps): Record<string, TaskHandler> => ({
  [importTask]: {
    concurrency: 2,
    run: async (payloads, signal) => {
      const services = entityServices(deps);
      for (const payload of payloads)
        await runImport({ ...deps, services }, (payload as { importId: number }).importId, signal);
    },
  },
  [exportTask]: {
    run: async ([payload], signal, { tasks: [task] }) => {
      const isLast = task !== undefined && task.attempt >= task.maxAttempts;
      const { exportId } = payload as { exportId: number };
      await runExport({ ...deps, lists: exportLists(deps) }, exportId, signal, isLast);
    },
  },
  edi_file: {
    leaseMs: 120_000,
    run: async ([payload]) => void (await processFile(ediDeps(deps), (payload as { fileId: number }).fileId)),
  },
});

/** Handlers of what is done again and again. */
const recurringHandlers = (deps: BackgroundDeps, pipeline: PullDeps): Record<string, TaskHandler> => ({
  edi_tie: recurring(deps, 'edi_tie', 30_000, async () => {
    await tieMessages(ediDeps(deps));
    await retryWaiting(ediDeps(deps));
  }),
  housekeeping: recurring(deps, 'housekeeping', 60_000, async () => {
    await foldSubscriptionTotals(deps.database);
    await foldExceptionTotals(deps.database);
    await foldExceptionTallies(deps.database, deps.clock.now());
    await foldIncidents(deps.database);
    await wakePutAside(deps);
    await endForsakenExports(deps.database, exportTask);
    await wakeForgotten(deps, pipeline);
    await keepNotifications(deps);
    await resumeRefusions(deps.database, deps.queue);
    await healKnownPorts({ ...deps, reference: () => deps.reference.current() });
    return removeOutdated(deps);
  }),
  rule_tracks: recurring(deps, 'rule_tracks', tracksEveryMs, () => bringTracksUpToDate(deps.database)),
  [voyageTask]: recurring(
    deps,
    voyageTask,
    voyageEveryMs,
    createVoyageWork({
      ...deps,
      reference: () => deps.reference.current(),
      scheduleProcessing: pushScheduler(deps.queue),
    }),
  ),
});

/** All task handlers of the product. */
export function taskHandlers(deps: BackgroundDeps): Record<string, TaskHandler> {
  const pipeline = pipelineDeps(deps);
  const count = (summary: BatchSummary): void => deps.onBatch?.(summary);
  const handlers: Record<string, TaskHandler> = {
    pull: {
      batchSize: pullBatch,
      concurrency: deps.concurrency,
      leaseMs: 60_000,
      run: async (payloads, signal) => {
        const ids = payloads.map(idOf);
        const { summaries, failed } = await runPulls(
          pipeline,
          ids.map((id) => ({ subscriptionSourceId: id })),
          signal,
        );
        summaries.forEach(count);
        return failuresOf(ids, failed);
      },
    },
    pushed: {
      batchSize: pullBatch,
      run: async (payloads) => {
        const askedAt = deps.clock.now();
        const ids = payloads.map(idOf);
        const outcomes = ids.map((id) => ({ kind: 'pushed', subscriptionSourceId: id, askedAt }) as const);
        const { summaries, failed } = await takeOutcomes(pipeline, outcomes, askedAt);
        summaries.forEach(count);
        return failuresOf(ids, failed);
      },
    },
    [retractionTask]: retractionHandler({ ...deps, scheduleProcessing: pushScheduler(deps.queue) }),
    replay: {
      concurrency: deps.concurrency,
      run: async ([payload], signal, { tasks: [task] }) => {
        const isLast = task !== undefined && task.attempt >= task.maxAttempts;
        await workRun(pipeline, (payload as { runId: number }).runId, signal, isLast);
      },
    },
    [ruleRunTask]: {
      concurrency: 2,
      run: async ([payload], signal, { tasks: [task] }) => {
        const isLast = task !== undefined && task.attempt >= task.maxAttempts;
        const { runId } = payload as { runId: number };
        await workRuleRun(
          { pipeline, clock: deps.clock, databaseUrl: deps.databaseUrl ?? null },
          runId,
          signal,
          isLast,
        );
      },
    },
  };
  const rpa = rpaTaskHandlers({ ...deps, reference: () => deps.reference.current(), pipeline }, count);
  return Object.assign(
    handlers,
    fileHandlers(deps),
    recurringHandlers(deps, pipeline),
    rpa,
    outsideHandlers(deps, pipeline),
    refusionHandlers(deps, pipeline),
  );
}

/** Exceptions whose time aside is over are untreated again, and browsers hear of it. */
async function wakePutAside(deps: BackgroundDeps): Promise<void> {
  await deps.database.transaction(async () => {
    for (const tenantId of await wakeSnoozed(deps.database, deps.clock.now()))
      await publish(deps.database, { tenantId, topic: 'exception', payload: {} });
  });
}

/** Sees to it that recurring work is in the queue; what waits there already stays. */
export async function enqueueRecurring(queue: Queue, handlers: Readonly<Record<string, TaskHandler>>): Promise<void> {
  for (const kind of [
    'booking_feed',
    'push_subscription',
    'world_robot',
    'housekeeping',
    'edi_tie',
    'outward',
    'rule_tracks',
    voyageTask,
  ]) {
    if (kind in handlers) await queue.enqueue(kind, null, { singletonKey: kind });
  }
}
