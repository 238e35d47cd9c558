import type { Logger } from 'pino';
import { importTasks } from './entity/index.ts';
import { exportLists } from './export-lists.ts';
import { autotestTasks } from './modules/autotest/index.ts';
import {
  type BatchSummary,
  collectionTasks,
  type PullDeps,
  pullScheduler,
  pushScheduler,
} from './modules/collection/index.ts';
import { entityServices } from './modules/configuration/index.ts';
import { cargoImpTasks } from './modules/cargo-imp/index.ts';
import { type EdiDeps, ediTasks } from './modules/edi/index.ts';
import { eventTasks } from './modules/event/index.ts';
import { exportTasks } from './modules/export/index.ts';
import { bookingTasks } from './modules/booking/index.ts';
import { freightTasks } from './modules/freight/index.ts';
import { type FunctionBases, functionServices, stepCaller } from './modules/function-call/index.ts';
import { housekeepingTasks } from './modules/housekeeping/index.ts';
import { jobTasks } from './modules/job/index.ts';
import type { ReferenceStore } from './modules/masterdata/index.ts';
import { type DeliverySettings, notificationTasks, notify } from './modules/notification/index.ts';
import { orderTasks } from './modules/order/index.ts';
import { outwardTasks } from './modules/outward/index.ts';
import { listVoyageViews, positionTasks } from './modules/position/index.ts';
import { precedenceWork } from './modules/precedence/index.ts';
import { pushTasks } from './modules/push/index.ts';
import { refusions } from './modules/refusion/index.ts';
import { replayTasks } from './modules/replay/index.ts';
import { robotTasks } from './modules/rpa/index.ts';
import { flightTasks } from './modules/flight/index.ts';
import { sailingTasks } from './modules/sailing/index.ts';
import { attachingSubscriptions, callKeeper, tokenKeepers } from './modules/source/index.ts';
import { scheduleTasks } from './modules/schedule/index.ts';
import { seedTasks } from './modules/seed/index.ts';
import { subscriptionTasks } from './modules/subscription/index.ts';
import { testShipmentTasks } from './modules/test-shipment/index.ts';
import { vehicleTasks } from './modules/vehicle/index.ts';
import { portWork, unknownPortTasks } from './modules/unknown-port/index.ts';
import { riskTasks } from './modules/risk/index.ts';
import { vesselTasks } from './modules/vessel/index.ts';
import { type Clock, realClock } from './platform/clock/clock.ts';
import type { RetentionDays } from './platform/config/index.ts';
import type { SecretKeys } from './platform/crypto/index.ts';
import type { Database } from './platform/db/database.ts';
import type { BackgroundModule, Queue, TaskHandler, TaskWork } from './platform/queue/index.ts';
import { publish } from './platform/realtime/index.ts';
import { runTasks, workOnRun } from './platform/run/index.ts';

/** What background work is made of. */
export type BackgroundDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  /** The clock by which sources count calls; the machine's unless a test has another one. */
  machine?: Clock;
  log: Logger;
  reference: ReferenceStore;
  keys: SecretKeys;
  sourceTimeoutMs: number;
  concurrency: number;
  /** When a source counts as hanging (real time); three seconds unless told. */
  hangsAfterMs?: number;
  /** How long what grows without end is kept; the standard settings unless told. */
  retention?: RetentionDays;
  /** Address of the PostgreSQL server, for threads with connections of their own; null or left out = embedded. */
  databaseUrl?: string | null;
  /** Counts what the pipeline did. */
  onBatch?: (summary: BatchSummary) => void;
  /** Configured base addresses of functions. */
  functionBases?: FunctionBases;
  /** Address of the tenants' order systems, where there are any. */
  bookingFeedUrl: string | null;
  /** Whether people of the simulated world work on exceptions. */
  peopleWork?: boolean;
  /** Address under which carriers reach us. */
  callbackBase: string | null;
  /** How notifications leave the product; without it nobody is notified. */
  delivery?: DeliverySettings;
};

const maxAnswerBytes = 20_000_000;
const quietDaysAfterArrival = 30;

/** Tells whoever listens to what the pipeline found. */
export const causeNotifier =
  (
    { database, queue, clock, reference }: Pick<PipelineParts, 'database' | 'queue' | 'clock' | 'reference'>,
    { publicUrl }: DeliverySettings,
  ) =>
  (causes: Parameters<typeof notify>[1]) =>
    notify({ database, queue, clock, reference: () => reference.current(), publicUrl }, causes);

/** What a pipeline is made of; a process that only fuses asks no source. */
export type PipelineParts = Pick<BackgroundDeps, 'database' | 'queue' | 'clock' | 'log' | 'reference' | 'keys'> &
  Partial<Pick<BackgroundDeps, 'sourceTimeoutMs' | 'delivery' | 'machine'>>;

/** What the pipeline works with in this process. */
export const pipelineDeps = (deps: PipelineParts): PullDeps => ({
  database: deps.database,
  log: deps.log,
  clock: deps.clock,
  secretKey: deps.keys,
  tokens: tokenKeepers({ database: deps.database, keys: deps.keys }),
  calls: callKeeper({ database: deps.database, machine: deps.machine ?? realClock }),
  machine: deps.machine ?? realClock,
  allowed: deps.delivery?.allowedUrls,
  timeoutMs: deps.sourceTimeoutMs ?? 20_000,
  maxBytes: maxAnswerBytes,
  reference: () => deps.reference.current(),
  catchUp: (version) => deps.reference.catchUp(version),
  fusion: { endAfterDays: quietDaysAfterArrival },
  schedulePulls: pullScheduler(deps.queue),
  publish: (event) => publish(deps.database, event),
  voyages: (ids) => listVoyageViews(deps.database, ids),
  ...(deps.delivery === undefined ? {} : { notify: causeNotifier(deps, deps.delivery) }),
});

/** What reading electronic messages works with. */
export const ediDeps = (deps: Pick<BackgroundDeps, 'database' | 'clock' | 'log' | 'reference' | 'queue'>): EdiDeps => ({
  database: deps.database,
  clock: deps.clock,
  log: deps.log,
  reference: () => deps.reference.current(),
  scheduleProcessing: pushScheduler(deps.queue),
});

/** What the modules of the product do in the background, one line each. */
function backgroundModules(deps: BackgroundDeps): BackgroundModule[] {
  const pipeline = pipelineDeps(deps);
  const { schedulePulls } = pipeline;
  const parts = {
    ...deps,
    pipeline,
    schedulePulls,
    scheduleProcessing: pushScheduler(deps.queue),
    reference: () => deps.reference.current(),
  };
  const refusionRuns: BackgroundModule = {
    tasks: [],
    runs: [
      workOnRun(refusions.precedence, precedenceWork(pipeline, deps.clock)),
      workOnRun(refusions.port, portWork(pipeline, deps.clock)),
    ],
  };
  return [
    collectionTasks(parts),
    attachingSubscriptions({ database: deps.database, clock: deps.clock, schedulePulls: pullScheduler(deps.queue) }),
    pushTasks(parts),
    replayTasks(parts),
    autotestTasks(parts),
    importTasks({ ...deps, services: entityServices(deps) }),
    exportTasks({ ...deps, lists: exportLists(deps) }),
    ediTasks(parts),
    cargoImpTasks(parts),
    notificationTasks(deps),
    refusionRuns,
    unknownPortTasks(parts),
    eventTasks(deps),
    positionTasks(parts),
    sailingTasks(parts),
    flightTasks(parts),
    bookingTasks(parts),
    orderTasks(parts),
    freightTasks({ ...deps, worldUrl: deps.bookingFeedUrl }),
    vesselTasks(parts),
    riskTasks(parts),
    robotTasks(parts),
    jobTasks({
      ...deps,
      remote: { allowed: deps.delivery?.allowedUrls ?? [] },
      callStepFunction: stepCaller(deps, functionServices({ ...deps, hasWorld: deps.bookingFeedUrl !== null })),
      ...(deps.delivery === undefined ? {} : { notify: causeNotifier(deps, deps.delivery) }),
    }),
    outwardTasks({ ...parts, allowed: deps.delivery?.allowedUrls ?? [] }),
    testShipmentTasks(parts),
    subscriptionTasks(parts),
    scheduleTasks(parts),
    vehicleTasks(parts),
    seedTasks(parts),
  ];
}

/** All background work of the product. */
export function backgroundTasks(deps: BackgroundDeps): TaskWork[] {
  const modules = backgroundModules(deps);
  const runs = modules.flatMap((module) => module.runs ?? []);
  const refresh = () => deps.reference.refresh();
  const all = [...modules, runTasks({ ...deps, runs, refresh })];
  const chores = all.flatMap((module) => module.chores ?? []);
  return [...all, housekeepingTasks(deps, chores)].flatMap(({ tasks }) => tasks);
}

/** Background work by the kinds of its tasks, as a worker wants it. */
export const handlersOf = (works: readonly TaskWork[]): Record<string, TaskHandler> =>
  Object.fromEntries(works.map(({ kind, handler }) => [kind, handler]));

/** All background work of the product by kind. */
export const taskHandlers = (deps: BackgroundDeps): Record<string, TaskHandler> => handlersOf(backgroundTasks(deps));
