import type { Instant } from '#shared/time/instant.ts';

/** An event of a calendar, in the words of its reader. */
export type CalendarEvent = {
  /** Stays the same while the event moves: whose it is and of which kind. */
  key: string;
  /** An instant, or one that stands for a day (`shared/time/day`). */
  at: Instant;
  /** IANA zone of the place; null where it is not known: the time is then written in UTC. */
  zone: string | null;
  summary: string;
  description: string;
  location: string | null;
  /** The page about it. */
  url: string;
};

/** What calendar programs read about changes of an event. */
export type Published = { sequence: number; changedAt: Instant };

/** An event that was shown before and is not any more. */
export type Cancelled = Published & Pick<CalendarEvent, 'key' | 'at' | 'zone'>;
