import type { Instant } from '#shared/time/instant.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { handleStatuses, parseHandleStatus, type HandleStatus } from '../../exceptions/handle-status.ts';
import type { ResolutionNote } from '../../exceptions/lifecycle.ts';
import type { PullRecordState } from '../subscription/pull-record.ts';

/** Stands where it is not known who did something; screens have a word for it. */
export const nobody = '—';

/** What a person can do about something, each by one button. */
const mends = [
  'correctBooking',
  'mapPort',
  'askAgain',
  'correctValue',
  'retryTask',
  'startSchedule',
  'editSchedule',
] as const;
export type Mend = (typeof mends)[number];

/** Kinds of sentences that say why something is as it is. */
export const whyKinds = [
  'exceptionNew',
  'exceptionRegressed',
  'exceptionEscalating',
  'exceptionInProgress',
  'exceptionHandled',
  'exceptionNoAction',
  'exceptionOnHold',
  'exceptionSnoozed',
  'exceptionSnoozedUntil',
  'exceptionResolved',
  'exceptionHappened',
  'exceptionDuplicate',
  'exceptionRuleOff',
  'exceptionAdjusted',
  'exceptionTrackingEnded',
  'exceptionMerged',
  'valueOverride',
  'valueClassifier',
  'valuePrecedence',
  'valueNewest',
  'valueOnly',
  'valueAgreed',
  'valueRoute',
  'valueRecorded',
  'pullFailing',
  'pullOverdue',
  'pullPlanned',
  'pullDeparture',
  'pullTranshipment',
  'pullArrival',
  'pullFreeTime',
  'pullQuiet',
  'pullCalls',
  'pullLimit',
  'pullMaintenance',
  'pullPlannedMaintenance',
  'pullNever',
  'pullByItself',
  'recordPending',
  'recordFailing',
  'recordPulled',
  'recordCancelled',
  'taskPlanned',
  'taskDue',
  'taskRetrying',
  'taskRunning',
  'taskDead',
  'schedulePlanned',
  'scheduleStopped',
  'schedulePaused',
  'scheduleUnplannable',
  'scheduleOver',
  'scheduleEnded',
  'runRunning',
  'runDone',
  'runFailed',
] as const;
export type WhyKind = (typeof whyKinds)[number];

/** One plain sentence: its kind, what is put into it (params ending in `At` are instants), and the one thing that mends it. */
export type Why = { kind: WhyKind; params: Record<string, string | number>; mend?: Mend };

/** Rules about data that contradicts itself: a correction of the booking ends what they find. */
const dataRules = [
  'ATA_BEFORE_ATD',
  'ATD_BEFORE_ETD',
  'BK_LEG_MISMATCH',
  'CARRIER_MISMATCH',
  'CTN_COUNT',
  'CTN_INVALID',
  'FUTURE_ACTUAL',
  'LEG_BREAK',
  'LEG_OVERLAP',
  'MISSING_MILESTONE',
  'STATUS_DISORDER',
  'STATUS_DUP',
  'TIME_CONFLICT',
  'TZ_INVALID',
  'VESSEL_MISMATCH',
] as const;
/** Rules about sources that say nothing: asking them again may end what they find. */
const silenceRules = ['DATA_STALE', 'NO_DATA', 'SOURCE_FAILING', 'TRACK_TIMEOUT'] as const;
/** Rules about the world: only what happens there ends what they find. */
const worldRules = [
  'AIR_CUSTOMS_HOLD',
  'AIR_MISSED_CONNECTION',
  'AIR_OFFLOADED',
  'AIR_SHORT_SHIPPED',
  'AIR_SPLIT',
  'AIS_DIVERGENCE',
  'AIS_STALE',
  'ARRIVE_DELAY',
  'CUTOFF_MISSED',
  'DEMURRAGE_RISK',
  'DEPART_DELAY',
  'DETENTION_RISK',
  'ETA_SLIP',
  'EXPRESS_FAILED_DELIVERY',
  'EXPRESS_LATE',
  'EXPRESS_NO_SCAN',
  'HOLD',
  'NO_DEPARTURE_AFTER_LOAD',
  'RAIL_BORDER_LATE',
  'RISK_ZONE',
  'ROAD_COLD_CHAIN',
  'ROAD_DEVICE_ALARM',
  'ROAD_DEVICE_DOUBT',
  'ROAD_OFF_ROUTE',
  'ROAD_STOP_DWELL',
  'ROLLED',
  'ROUTE_CHANGED',
  'SI_CUTOFF',
  'SPLIT_CARGO',
  'TRANSSHIP_DWELL',
] as const;

/** What mends the problems of each rule; null where only the world can. */
export const mendOfRule: ReadonlyMap<string, Mend | null> = new Map<string, Mend | null>([
  ...dataRules.map((code) => [code, 'correctBooking'] as const),
  ...silenceRules.map((code) => [code, 'askAgain'] as const),
  ['PORT_UNMATCHED', 'mapPort'],
  ...worldRules.map((code) => [code, null] as const),
]);

/** An exception, as far as its sentence needs it. */
export type ExceptionFacts = {
  code: string;
  /** What the rule found, in words. */
  text: string;
  reason: string;
  open: boolean;
  /** What closed it without a person. */
  resolution: string | null;
  handleStatus: string;
  who: string | null;
  regressions: number;
  snoozed: boolean;
  snoozedUntil: Instant | null;
};

const kindOfStatus: Readonly<Record<Exclude<HandleStatus, 0>, WhyKind>> = {
  [handleStatuses.inProgress]: 'exceptionInProgress',
  [handleStatuses.handled]: 'exceptionHandled',
  [handleStatuses.noActionNeeded]: 'exceptionNoAction',
  [handleStatuses.onHold]: 'exceptionOnHold',
};

const kindOfResolution: Readonly<Record<ResolutionNote, WhyKind>> = {
  gone: 'exceptionResolved',
  happened: 'exceptionHappened',
  duplicate: 'exceptionDuplicate',
  switchedOff: 'exceptionRuleOff',
  adjusted: 'exceptionAdjusted',
  ended: 'exceptionTrackingEnded',
  merged: 'exceptionMerged',
};
const kindOfClosed = (resolution: string | null): WhyKind => {
  const kinds: Readonly<Record<string, WhyKind>> = kindOfResolution;
  return kinds[resolution ?? 'gone'] ?? 'exceptionResolved';
};

/** Why an exception is in the list in the state it has. */
export function whyException(facts: ExceptionFacts): Why {
  const { text, who, snoozedUntil } = facts;
  if (!facts.open) return { kind: kindOfClosed(facts.resolution), params: { text } };
  const mend = mendOfRule.get(facts.code);
  const mended = mend ? { mend } : {};
  if (facts.snoozed)
    return snoozedUntil === null
      ? { kind: 'exceptionSnoozed', params: { text }, ...mended }
      : { kind: 'exceptionSnoozedUntil', params: { text, untilAt: snoozedUntil }, ...mended };
  const status = parseHandleStatus(facts.handleStatus) ?? handleStatuses.untreated;
  if (status !== handleStatuses.untreated)
    return { kind: kindOfStatus[status], params: { text, who: who ?? nobody }, ...mended };
  if (facts.reason === 'regressed')
    return { kind: 'exceptionRegressed', params: { text, count: Math.max(1, facts.regressions) }, ...mended };
  return { kind: facts.reason === 'escalating' ? 'exceptionEscalating' : 'exceptionNew', params: { text }, ...mended };
}

const kindOfFusion: Readonly<Record<string, WhyKind>> = {
  override: 'valueOverride',
  classifier: 'valueClassifier',
  precedence: 'valuePrecedence',
  newest: 'valueNewest',
  only: 'valueOnly',
  agreed: 'valueAgreed',
  route: 'valueRoute',
  recorded: 'valueRecorded',
};

/** Where a value came from; sources by the names people know. */
export type ValueFacts = {
  rule: string;
  winner: { name: string; observedAt: Instant; value: unknown };
  others: readonly { name: string; value: unknown }[];
};

/** Why a fused value is the one that is shown. */
export function whyValue({ rule, winner, others }: ValueFacts): Why | undefined {
  const kind = kindOfFusion[rule];
  if (kind === undefined) return undefined;
  const differing = others.filter(({ value }) => value !== winner.value);
  const named = [...new Set((differing.length > 0 ? differing : others).map(({ name }) => name))];
  const params = {
    who: winner.name,
    others: named.join(' / ') || '—',
    count: others.length,
    toldAt: winner.observedAt,
  };
  return { kind, params, mend: 'correctValue' };
}

/** Something that waits or fails: asking one source, a person's wish to ask again, a task of the queue, a schedule, or what people ran. */
export type TaskFacts =
  | {
      of: 'pull';
      failures: number;
      error: string | null;
      nextAt: Instant | null;
      /** Why not at the usual time. */
      planned?: PullPlan | null;
      lastAt: Instant | null;
      now: Instant;
    }
  | { of: 'record'; state: PullRecordState; error: string | null; who: string | null; at: Instant | null }
  | {
      of: 'task';
      status: 'waiting' | 'running' | 'dead';
      attempts: number;
      error: string | null;
      runAt: Instant;
      now: Instant;
    }
  | ScheduleFacts
  | { of: 'run'; state: 'running' | 'done' | 'failed'; text: string };

/** A schedule of a subscription: of a source that is asked, or of a process. */
export type ScheduleFacts = {
  of: 'schedule';
  kind: 'source' | 'process';
  status: 'Running' | 'Stopped' | 'Ended';
  failures: number;
  problem: string | null;
  nextAt: Instant | null;
  /** Of a source: why not at the usual time. */
  planned?: PullPlan | null;
  lastAt: Instant | null;
  pausedUntil: Instant | null;
  now: Instant;
};

/** A source that is asked this much later than planned is late. */
const patienceMs = 120_000;

/** Why a source is asked sooner or later than usual, or what the question waits for. */
export const pullPlans = [
  'departure',
  'transhipment',
  'arrival',
  'free_time',
  'quiet',
  'calls',
  'limit',
  'maintenance',
  'planned_maintenance',
] as const;
export type PullPlan = (typeof pullPlans)[number];

/** The stored reason of a question's time; null for none. */
export const toPullPlan = (text: string | null): PullPlan | null => (isOneOf(pullPlans, text) ? text : null);

const kindOfPlan: Readonly<Record<PullPlan, WhyKind>> = {
  departure: 'pullDeparture',
  transhipment: 'pullTranshipment',
  arrival: 'pullArrival',
  free_time: 'pullFreeTime',
  quiet: 'pullQuiet',
  calls: 'pullCalls',
  limit: 'pullLimit',
  maintenance: 'pullMaintenance',
  planned_maintenance: 'pullPlannedMaintenance',
};

function whyPull({ failures, error, nextAt, planned, lastAt, now }: Extract<TaskFacts, { of: 'pull' }>): Why {
  if (failures > 0) {
    const params = { count: failures, error: error ?? '—', nextAt: nextAt ?? now };
    return { kind: 'pullFailing', params, mend: 'askAgain' };
  }
  if (nextAt === null)
    return lastAt === null
      ? { kind: 'pullNever', params: {}, mend: 'askAgain' }
      : { kind: 'pullByItself', params: { lastAt } };
  return nextAt < now - patienceMs
    ? { kind: 'pullOverdue', params: { nextAt }, mend: 'askAgain' }
    : { kind: planned == null ? 'pullPlanned' : kindOfPlan[planned], params: { nextAt } };
}

function whyRecord({ state, error, who, at }: Extract<TaskFacts, { of: 'record' }>): Why {
  const params = { who: who ?? nobody, wantedAt: at ?? '—' };
  if (state === 'pulled') return { kind: 'recordPulled', params };
  if (state === 'cancelled') return { kind: 'recordCancelled', params, mend: 'askAgain' };
  return error === null
    ? { kind: 'recordPending', params }
    : { kind: 'recordFailing', params: { ...params, error }, mend: 'askAgain' };
}

function whyQueued({ status, attempts, error, runAt, now }: Extract<TaskFacts, { of: 'task' }>): Why {
  const params = { count: attempts, error: error || '—', runAt };
  if (status === 'dead') return { kind: 'taskDead', params, mend: 'retryTask' };
  if (status === 'running') return { kind: 'taskRunning', params };
  if (attempts > 0) return { kind: 'taskRetrying', params };
  return { kind: runAt > now ? 'taskPlanned' : 'taskDue', params };
}

function whySchedule(facts: ScheduleFacts): Why {
  const { status, problem, nextAt, pausedUntil, kind } = facts;
  if (status === 'Ended') return { kind: 'scheduleEnded', params: {} };
  if (status === 'Stopped') return { kind: 'scheduleStopped', params: {}, mend: 'startSchedule' };
  if (kind === 'source') return whyPull({ ...facts, of: 'pull', error: problem });
  if (problem !== null) return { kind: 'scheduleUnplannable', params: { error: problem }, mend: 'editSchedule' };
  if (pausedUntil !== null) return { kind: 'schedulePaused', params: { untilAt: pausedUntil }, mend: 'startSchedule' };
  return nextAt === null
    ? { kind: 'scheduleOver', params: {}, mend: 'editSchedule' }
    : { kind: 'schedulePlanned', params: { nextAt } };
}

const kindOfRun = { running: 'runRunning', done: 'runDone', failed: 'runFailed' } as const satisfies Record<
  string,
  WhyKind
>;

function whyRun({ state, text }: Extract<TaskFacts, { of: 'run' }>): Why {
  return {
    kind: kindOfRun[state],
    params: { text: text || '—' },
    ...(state === 'failed' && { mend: 'askAgain' as const }),
  };
}

/** Why a task waits, runs or has failed. */
export function whyTask(facts: TaskFacts): Why {
  switch (facts.of) {
    case 'pull':
      return whyPull(facts);
    case 'record':
      return whyRecord(facts);
    case 'task':
      return whyQueued(facts);
    case 'schedule':
      return whySchedule(facts);
    case 'run':
      return whyRun(facts);
  }
}
