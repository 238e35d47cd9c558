import type { NameLookup } from './connectors/mail/index.ts';
import type { ExportLists } from './modules/administration/export/index.ts';
import { assetReader } from './modules/administration/configuration/index.ts';
import type { ReferenceSnapshot, ReferenceStore } from './modules/administration/masterdata/index.ts';
import { type DeliverySettings, notify } from './modules/administration/notification/index.ts';
import { tracePresenter } from './modules/exceptions/exception/index.ts';
import { type FunctionBases, functionServices, stepCaller } from './modules/execution/function-call/index.ts';
import { type BatchSummary, type PullDeps, pullScheduler, pushScheduler } from './modules/intake/collection/index.ts';
import { callKeeper, tokenKeepers } from './modules/intake/source/index.ts';
import { findTracePosition, listVoyageViews } from './modules/network/position/index.ts';
import { type Clock, realClock } from './platform/clock/clock.ts';
import type { WorldClock } from './platform/clock/world-clock.ts';
import type { RetentionDays } from './platform/config/index.ts';
import type { SecretKeys } from './platform/crypto/index.ts';
import type { EntityServices } from './entity/index.ts';
import type { Queue } from './platform/queue/index.ts';
import { publish } from './platform/realtime/index.ts';

/** What a process gives its modules; what is left out is off, or the standard. */
export type Given = {
  /** Its database and its log are those of all parts. */
  queue: Queue;
  clock: Clock;
  reference: ReferenceStore;
  keys: SecretKeys;
  /** The clock by which sources count calls; the machine's unless a test has another one. */
  machine?: Clock;
  worldClock?: WorldClock | null;
  sourceTimeoutMs?: number;
  concurrency?: number;
  /** When a source counts as hanging (real time); three seconds by default. */
  hangsAfterMs?: number;
  /** How long what grows without end is kept; the standard settings by default. */
  retention?: RetentionDays;
  /** Address of the PostgreSQL server, for threads with connections of their own; null or left out = embedded. */
  databaseUrl?: string | null;
  /** Counts what the pipeline did. */
  onBatch?: (summary: BatchSummary) => void;
  /** Configured base addresses of functions. */
  functionBases?: FunctionBases;
  /** Address of the tenants' order systems, where there are any. */
  bookingFeedUrl?: string | null;
  /** Whether people of the simulated world work on exceptions. */
  peopleWork?: boolean;
  /** Address under which carriers reach us. */
  callbackBase?: string | null;
  /** How notifications leave the product; without it nobody is notified. */
  delivery?: DeliverySettings;
  /** Folder for EDI files; null: none. */
  ediFolder?: string | null;
  /** Domain of the tenants' addresses for import by e-mail; null or left out: no mails are taken. */
  mailDomain?: string | null;
  /** Asks the name service about senders of mails; that of the machine by default. */
  nameLookup?: NameLookup;
  /** Host and port that tools of analysts connect to; null or left out: the database is embedded. */
  analyticsAddress?: string | null;
};

const maxAnswerBytes = 20_000_000;
const quietDaysAfterArrival = 30;

/** Notifies people of what the pipeline found; undefined where nothing can be sent. */
function notifier({ queue, clock, reference, delivery }: Given) {
  if (delivery === undefined) return undefined;
  const { database } = queue;
  return (causes: Parameters<typeof notify>[1]) =>
    notify({ database, queue, clock, reference: reference.current, publicUrl: delivery.publicUrl }, causes);
}

/** What the pipeline works with in this process. */
export const pipelineDeps = (given: Given): PullDeps => {
  const { queue, clock, machine = realClock, keys, reference, delivery, sourceTimeoutMs = 20_000 } = given;
  const { database, log } = queue;
  const notifyCauses = notifier(given);
  return {
    database,
    log,
    clock,
    secretKey: keys,
    tokens: tokenKeepers({ database, keys }),
    calls: callKeeper({ database, machine }),
    machine,
    allowed: delivery?.allowedUrls,
    timeoutMs: sourceTimeoutMs,
    maxBytes: maxAnswerBytes,
    reference: reference.current,
    catchUp: (version) => reference.catchUp(version),
    fusion: { endAfterDays: quietDaysAfterArrival },
    schedulePulls: pullScheduler(queue),
    publish: (event) => publish(database, event),
    voyages: (subscriptions) => listVoyageViews(database, subscriptions),
    ...(notifyCauses === undefined ? {} : { notify: notifyCauses }),
  };
};

/** What modules may need of the product, by name; each names its own part of this. */
export type Parts = ReturnType<typeof sharedParts> & {
  services: EntityServices;
  exportLists: ExportLists;
};

/** What follows from what a process gives, without the modules. */
export function sharedParts(given: Given) {
  const { queue, keys, reference: store, delivery, bookingFeedUrl = null, worldClock = null } = given;
  const { database, log } = queue;
  const reference = (): ReferenceSnapshot => store.current();
  const pipeline = pipelineDeps(given);
  const notifyCauses = notifier(given);
  const functions = functionServices({
    ...given,
    reference,
    hasWorld: worldClock !== null || bookingFeedUrl !== null,
  });
  return {
    ...given,
    database,
    log,
    reference,
    machine: given.machine ?? realClock,
    concurrency: given.concurrency ?? 1,
    bookingFeedUrl,
    callbackBase: given.callbackBase ?? null,
    analyticsAddress: given.analyticsAddress ?? null,
    simulated: worldClock,
    pipeline,
    schedulePulls: pipeline.schedulePulls,
    scheduleProcessing: pushScheduler(queue),
    ...(notifyCauses === undefined ? {} : { notify: notifyCauses }),
    readAsset: assetReader({ database, keys }),
    functions,
    callStepFunction: stepCaller({ database, clock: given.clock }, functions),
    /** Internal addresses that may be called on behalf of users. */
    allowed: delivery?.allowedUrls ?? [],
    remote: { allowed: delivery?.allowedUrls ?? [] },
    publicUrl: () => delivery?.publicUrl ?? '',
    presentExceptions: tracePresenter(reference),
    findPosition: findTracePosition,
  };
}
