import type { Classifier } from '../dcsa/codes.ts';
import type { RawTime } from './notice.ts';

/** A time with the qualifier of its DTM. */
export type QualifiedTime = { qualifier: string; time: RawTime };

/** Format codes of a time of day alone, with that of the whole when its day stands before it. */
const clocks: Readonly<Record<string, { digits: number; whole: string }>> = {
  '401': { digits: 4, whole: '203' },
  '402': { digits: 6, whole: '204' },
};

/** A day with the time of day that some senders write in a segment of its own; undefined when the two are no such pair. */
export function withClock(day: RawTime, clock: RawTime): RawTime | undefined {
  const { digits, whole } = clocks[clock.format ?? ''] ?? { digits: -1, whole: '' };
  if (day.format !== '102' || !/^\d{8}$/.test(day.value)) return undefined;
  if (clock.value.length !== digits || !/^\d+$/.test(clock.value)) return undefined;
  return { value: `${day.value}${clock.value}`, format: whole };
}

/** Adds a time to those of its group, or to the day that it completes. */
export function addTime(times: QualifiedTime[], added: QualifiedTime, limit: number): void {
  const at = times.findLastIndex(({ qualifier }) => qualifier === added.qualifier);
  const known = at < 0 ? undefined : times[at];
  const whole = known && withClock(known.time, added.time);
  if (whole !== undefined) times[at] = { qualifier: added.qualifier, time: whole };
  else if (times.length < limit) times.push(added);
}

/** Qualifiers of what happened, from the plainest to the vaguest, then of what is expected and what is planned. */
const happened = ['334', '7', '203', '178', '186', '136', '78', '35', '200', '9', '113', 'ACT', '182', '179'];
const expected = ['132', '133', '17', '191', '371', '369', '252'];
const planned = ['189', '232', '76', '2', '10', '69'];

/** The time of an event among the DTM segments of its group, with what it says about certainty. */
export function eventTime(times: readonly QualifiedTime[]): { time: RawTime; classifier: Classifier } | undefined {
  for (const [list, classifier] of [
    [happened, 'ACT'],
    [expected, 'EST'],
    [planned, 'PLN'],
    // The date of the message itself, when it stands with the event, can only mean the event.
    [['137', '97'], 'ACT'],
  ] as const) {
    for (const qualifier of list) {
      const found = times.find((one) => one.qualifier === qualifier);
      if (found !== undefined) return { time: found.time, classifier };
    }
  }
  const only = times.length === 1 ? times[0] : undefined;
  // A qualifier left out leaves nothing else to mean.
  return only?.qualifier === '' ? { time: only.time, classifier: 'ACT' } : undefined;
}

/** What a DTM at a call of a ship says. */
export const shipTimes: Readonly<Record<string, { code: 'ARRI' | 'DEPA'; classifier: Classifier }>> = {
  '132': { code: 'ARRI', classifier: 'EST' },
  '133': { code: 'DEPA', classifier: 'EST' },
  '136': { code: 'DEPA', classifier: 'ACT' },
  '178': { code: 'ARRI', classifier: 'ACT' },
  '186': { code: 'DEPA', classifier: 'ACT' },
  '189': { code: 'DEPA', classifier: 'PLN' },
  '232': { code: 'ARRI', classifier: 'PLN' },
};
