import { zoneOfPlace } from '#shared/time/place-time.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { ticksOf } from '#web/kit/chart/time-strip.ts';

/** Who expects an arrival, in the order in which they are drawn. */
export const etaSources = ['own', 'carrier', 'master'] as const;
export type EtaSource = (typeof etaSources)[number];

/** Arrivals at one port as each expects them; low and high are the band of our own. */
export type FanInput = {
  now: number;
  etas: readonly { by: EtaSource; eta: number }[];
  band: { low: number; high: number } | null;
};

/** The picture: places on the axis of time in pixels, and days at which a tick stands. */
export type Fan = {
  start: number;
  etas: { by: EtaSource; x: number }[];
  band: { low: number; high: number } | null;
  ticks: { x: number; text: string }[];
};

/** Room beside the first and the last moment, as a share of the time between them. */
const roomShare = 0.06;

/**
 * Lays the fan out over `width` pixels: from now the ways of all who expect an arrival lead to when they expect it. `zone` is that of
 * the port. Undefined where nobody expects one.
 */
export function layFan({ now, etas, band }: FanInput, width: number, zone: string | null): Fan | undefined {
  if (etas.length === 0) return undefined;
  const moments = [now, ...etas.map(({ eta }) => eta), ...(band === null ? [] : [band.low, band.high])];
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const room = Math.max((last - first) * roomShare, HOUR_MS);
  const [from, to] = [first - room, last + room];
  const x = (moment: number): number => Math.round((width * (moment - from) * 10) / (to - from)) / 10;
  const ticks = ticksOf({ from, to }, zoneOfPlace(zone), width);
  return {
    start: x(now),
    etas: etas.map(({ by, eta }) => ({ by, x: x(eta) })),
    band: band === null ? null : { low: x(band.low), high: x(band.high) },
    ticks: ticks.map(({ at, text }) => ({ x: x(at), text })),
  };
}
