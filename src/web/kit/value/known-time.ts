import type { CallData } from '#contract/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { subjectOf } from './evidence-path.ts';

/** How sure a time is: planned, estimated or actual (DCSA PLN, EST, ACT); or what was expected and has passed without the event. */
export type TimeKind = 'planned' | 'estimated' | 'actual' | 'overdue';

/** What is known of one moment, by how sure it is. */
export type EventTimes = {
  planned?: Instant | null;
  estimated?: Instant | null;
  actual?: Instant | null;
  /** What was expected and has passed without the event. */
  overdue?: Instant | null | undefined;
};

type StatusTimes = Pick<
  CallData<'queryExceptions'>['records'][number]['mdStatusRecordList'][number],
  'eventTime' | 'estiEventTime' | 'planEventTime' | 'isEsti' | 'eventTimeOverdue'
>;

/** The times of a milestone of the wire, whose `eventTime` is the actual time only where `isEsti` is 0. */
export function timesOfStatus(status: StatusTimes): EventTimes {
  const { eventTime, estiEventTime, planEventTime, isEsti, eventTimeOverdue } = status;
  const isPlanOnly = estiEventTime === planEventTime;
  return {
    actual: isEsti === 0 ? eventTime : null,
    estimated: isPlanOnly ? null : (estiEventTime ?? (isEsti === 1 ? eventTime : null)),
    planned: planEventTime,
    overdue: eventTimeOverdue ?? null,
  };
}

/** The time that counts with its kind: actual before estimated before planned, none of which is overdue; undefined when there is none. */
export function bestTimeOf({
  planned,
  estimated,
  actual,
  overdue,
}: EventTimes): { kind: TimeKind; instant: Instant } | undefined {
  if (actual != null) return { kind: 'actual', instant: actual };
  if (estimated != null) return { kind: 'estimated', instant: estimated };
  if (overdue != null) return { kind: 'overdue', instant: overdue };
  return planned == null ? undefined : { kind: 'planned', instant: planned };
}

/** Which of its times a milestone shows: what is overdue was estimated, or planned where nobody estimated. */
export function shownTimeOf(times: EventTimes): 'planned' | 'estimated' | 'actual' | undefined {
  const kind = bestTimeOf(times)?.kind;
  if (kind !== 'overdue') return kind;
  return times.overdue === times.planned ? 'planned' : 'estimated';
}

const kindOfClassifier = { PLN: 'planned', EST: 'estimated', ACT: 'actual' } as const satisfies Record<
  string,
  TimeKind
>;

/** The kind that a classifier of a message names. */
export const timeKindOf = (classifier: keyof typeof kindOfClassifier): TimeKind => kindOfClassifier[classifier];

const kindOfAttribute: Readonly<Record<string, TimeKind | undefined>> = {
  plannedDeparture: 'planned',
  plannedArrival: 'planned',
  planned: 'planned',
  etd: 'estimated',
  eta: 'estimated',
  estimated: 'estimated',
  atd: 'actual',
  ata: 'actual',
  actual: 'actual',
};

/** The kind of the time that a path points at; undefined for cut-offs and all that is no time of a milestone, leg or booking. */
export function timeKindAt(path: string): TimeKind | undefined {
  return kindOfAttribute[subjectOf(path).attribute];
}

/** The kind of what a booking expects (`custEtd`, `custEta`): planned while nobody has estimated another time. */
export const expectedKind = (isPlanned: unknown): 'planned' | 'estimated' =>
  isPlanned === 1 ? 'planned' : 'estimated';
