import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { fromLocalText } from '#shared/time/zone.ts';

/** How long it is until or since a cut-off: whole units, the larger ones first. */
export type Countdown = { isOver: boolean; days: number; hours: number; minutes: number };

/** Time between now and a cut-off. */
export function countdownTo(time: number, now: number): Countdown {
  const ms = Math.abs(time - now);
  return {
    isOver: time <= now,
    days: Math.floor(ms / DAY_MS),
    hours: Math.floor((ms % DAY_MS) / HOUR_MS),
    minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
  };
}

/** A typed local time of a zone as an instant; undefined when it is none. */
export function instantOf(text: string, zone: string): number | undefined {
  const parsed = parseTimeText(text.trim());
  return parsed === undefined ? undefined : fromLocalText(parsed, zone);
}
