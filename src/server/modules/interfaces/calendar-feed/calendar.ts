import type { CalendarEvent, Cancelled, Published } from './event.ts';

/** A calendar as it is written out. */
export type Calendar = {
  name: string;
  /** What it holds, and what it leaves out. */
  about: string;
  events: readonly (CalendarEvent & { published: Published })[];
  cancelled: readonly Cancelled[];
};
