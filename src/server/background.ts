import type { Logger } from 'pino';
import { importTasks } from './entity/index.ts';
import { exportLists } from './export-lists.ts';
import { autotestTasks } from './modules/exceptions/rule-backtest/index.ts';
import {
  type BatchSummary,
  collectionTasks,
  type PullDeps,
  pullScheduler,
  pushScheduler,
} from './modules/intake/collection/index.ts';
import { entityServices } from './entity-services.ts';
import { cargoImpTasks } from './modules/intake/cargo-imp/index.ts';
import { type EdiDeps, ediTasks } from './modules/intake/edi/index.ts';
import { eventTasks } from './modules/exceptions/event/index.ts';
import { exportTasks } from './modules/administration/export/index.ts';
import { bookingTasks } from './modules/commerce/booking/index.ts';
import { freightTasks } from './modules/commerce/freight/index.ts';
import { type FunctionBases, functionServices, stepCaller } from './modules/execution/function-call/index.ts';
import { housekeepingTasks } from './modules/administration/housekeeping/index.ts';
import { jobTasks } from './modules/execution/job/index.ts';
import type { ReferenceStore } from './modules/administration/masterdata/index.ts';
import { type DeliverySettings, notificationTasks, notify } from './modules/administration/notification/index.ts';
import { orderTasks } from './modules/commerce/order/index.ts';
import { outwardTasks } from './modules/interfaces/outward/index.ts';
import { listVoyageViews, positionTasks } from './modules/network/position/index.ts';
import { precedenceWork } from './modules/intake/precedence/index.ts';
import { pushTasks } from './modules/intake/push/index.ts';
import { refusions } from './modules/intake/recompute/index.ts';
import { replayTasks } from './modules/intake/replay/index.ts';
import { robotTasks } from './modules/intake/rpa/index.ts';
import { flightTasks } from './modules/network/flight/index.ts';
import { sailingTasks } from './modules/network/sailing/index.ts';
import { attachingSubscriptions, callKeeper, tokenKeepers } from './modules/intake/source/index.ts';
import { scheduleTasks } from './modules/execution/schedule/index.ts';
import { seedTasks } from './modules/world/seed/index.ts';
import { subscriptionTasks } from './modules/tracking/subscription/index.ts';
import { testShipmentTasks } from './modules/tracking/test-shipment/index.ts';
import { vehicleTasks } from './modules/network/vehicle/index.ts';
import { portWork, unknownPortTasks } from './modules/intake/unknown-port/index.ts';
import { riskTasks } from './modules/network/risk/index.ts';
import { vesselTasks } from './modules/network/vessel/index.ts';
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
