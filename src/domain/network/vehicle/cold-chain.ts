import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import type { VehicleFix } from './types.ts';

/** Degrees Celsius between which the cargo has to stay; null: no bound on that side. */
export type ColdRange = { min: number | null; max: number | null };

/** A stretch of time in which the cargo room was too warm or too cold; one that goes on has no end. */
export type Excursion = { beganAt: Instant; endedAt: Instant | null; extremeC: number; range: ColdRange };

/** An excursion that goes on, and since when readings are within the range again. */
export type OpenExcursion = { beganAt: Instant; extremeC: number; calmSince: Instant | null };

/** Readings that jump over the limit and back are one excursion: it is over once all were within the range for so long. */
const calmMs = 10 * MINUTE_MS;

/** How far a reading is outside of a range, in degrees; 0 within it. */
const beyond = (temperature: number, { min, max }: ColdRange): number =>
  Math.max(0, min === null ? 0 : min - temperature, max === null ? 0 : temperature - max);

/** Takes the temperature of a believed position into what is known; positions without one change nothing. */
export function stepExcursion(
  open: OpenExcursion | null,
  { at, temperatureC }: VehicleFix,
  range: ColdRange | null,
): { open: OpenExcursion | null; news: Excursion[] } {
  if (range === null || temperatureC === null) return { open, news: [] };
  const excess = beyond(temperatureC, range);
  const reported = (one: OpenExcursion, endedAt: Instant | null): Excursion => ({
    beganAt: one.beganAt,
    endedAt,
    extremeC: one.extremeC,
    range,
  });
  if (excess > 0) {
    const extremeC = open === null || excess > beyond(open.extremeC, range) ? temperatureC : open.extremeC;
    const next = { beganAt: open?.beganAt ?? at, extremeC, calmSince: null };
    return { open: next, news: open?.extremeC === extremeC ? [] : [reported(next, null)] };
  }
  if (open === null) return { open, news: [] };
  const calmSince = open.calmSince ?? at;
  if (at - calmSince < calmMs) return { open: { ...open, calmSince }, news: [] };
  return { open: null, news: [reported(open, calmSince)] };
}
