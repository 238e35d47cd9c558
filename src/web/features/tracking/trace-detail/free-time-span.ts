import { milestones } from '#domain/tracking/model.ts';
import { dayAt, latestOf, localDay } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { daysUntil, type TraceMilestone } from './trace-model.ts';

/** Free time of a container as a span of time: the day of the move is day 0, as tariffs count. */
export type FreeTimeSpan = {
  /** From the beginning of the first free day to the end of the last one. */
  from: Instant;
  to: Instant;
  /** Now, but not before the first free day. */
  until: Instant;
  /** Calendar days of the place; today is a used one. */
  days: { free: number; used: number; over: number };
  lastFreeDay: string;
  /** Outside with the consignee: it is the free time of detention. */
  isOut: boolean;
  zone: string;
};

type Move = Pick<TraceMilestone, 'statusCode' | 'actual' | 'zone'>;
type Free = { stages: readonly { milestones: readonly Move[] }[]; lastFreeDay: string | null };

/** The free time that runs, undefined where none does. */
export function freeTimeSpan(
  { stages, lastFreeDay }: Free,
  podZone: string | null,
  now: Instant,
): FreeTimeSpan | undefined {
  if (lastFreeDay === null) return undefined;
  const all = stages.flatMap((stage) => stage.milestones);
  const happened = (status: string) => all.find(({ statusCode, actual }) => statusCode === status && actual !== null);
  const out = happened(milestones.gateOutFull);
  const start = out ?? happened(milestones.discharged);
  if (start?.actual == null) return undefined;
  const zone = zoneOfPlace(start.zone ?? podZone);
  const startDay = localDay(start.actual, zone);
  const free = daysUntil(lastFreeDay, startDay);
  const used = Math.max(0, daysUntil(localDay(now, zone), startDay));
  const [first, last] = [dayAt(startDay, zone), dayAt(lastFreeDay, zone)];
  if (first === undefined || last === undefined || free <= 0) return undefined;
  // Day 0 is free too, and is not counted.
  const [from, to] = [latestOf(first) + 1, latestOf(last) + 1];
  return {
    from,
    to,
    until: Math.max(now, from),
    days: { free, used, over: Math.max(0, used - free) },
    lastFreeDay,
    isOut: out !== undefined,
    zone,
  };
}
