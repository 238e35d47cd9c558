import type { Instant } from '#shared/time/instant.ts';
import type { Mode } from './journey/mode.ts';
import { quantile } from '../network/position/eta.ts';
import type { ShipmentContent } from './model.ts';
import { arrivalOf, departureOf, hasArrived } from './whereabouts.ts';

/** An arrival as we expect it by earlier journeys, with the band in which four of five of them lie. */
export type ArrivalForecast = {
  eta: Instant;
  low: Instant;
  high: Instant;
  /** Earlier journeys it was learned from. */
  journeys: number;
  /** The milestone that it counts from; null = the departure. */
  since: { statusCode: string; portCode: string | null } | null;
};

/** Fewer journeys than these are no statistic. */
const fewestJourneys = 20;

/** Modes whose own estimate is made from earlier journeys: ships have positions, parcels a promise to the hour. */
const forecastModes: ReadonlySet<Mode> = new Set<Mode>(['rail', 'road', 'air']);

/** Whether arrivals of a mode are forecast from earlier journeys. */
export const isForecast = (mode: Mode): boolean => forecastModes.has(mode);

const keyOf = (statusCode: string, portCode: string | null): string => `${statusCode} ${portCode ?? ''}`;

/** When the whole consignment had each milestone at each place: the last of its units. */
function passedAt({
  events,
}: ShipmentContent): Map<string, { at: Instant; statusCode: string; portCode: string | null }> {
  const passed = new Map<string, { at: Instant; statusCode: string; portCode: string | null }>();
  for (const { statusCode, portCode, actual } of events) {
    if (actual === null) continue;
    const key = keyOf(statusCode, portCode);
    passed.set(key, { statusCode, portCode, at: Math.max(actual, passed.get(key)?.at ?? actual) });
  }
  return passed;
}

const byNumber = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/**
 * When goods under way arrive by earlier journeys of the same mode from the same place to the same place: from the newest
 * milestone that enough of them had too, else from the departure. Journeys that were over sooner than this one has taken by now
 * say nothing of it. Undefined before the departure, after the arrival and where fewer than 20 journeys are left.
 */
export function forecastArrival(
  content: ShipmentContent,
  earlier: readonly ShipmentContent[],
  now: Instant,
): ArrivalForecast | undefined {
  const departed = departureOf(content)?.value;
  if (departed === undefined || departed > now || hasArrived(content)) return undefined;
  const over = earlier.flatMap((journey) => {
    const arrived = arrivalOf(journey)?.value;
    return arrived === undefined ? [] : [{ arrived, departed: departureOf(journey)?.value, passed: passedAt(journey) }];
  });
  const anchors = [...passedAt(content).values()].filter(({ at }) => at > departed && at <= now);
  const starts = [
    ...anchors
      .toSorted((a, b) => b.at - a.at)
      .map(({ at, statusCode, portCode }) => ({
        at,
        since: { statusCode, portCode },
        times: over.flatMap(({ arrived, passed }) => {
          const then = passed.get(keyOf(statusCode, portCode))?.at;
          return then === undefined ? [] : [arrived - then];
        }),
      })),
    {
      at: departed,
      since: null,
      times: over.flatMap((one) => (one.departed === undefined ? [] : [one.arrived - one.departed])),
    },
  ];
  for (const { at, since, times } of starts) {
    const longer = byNumber(times.filter((took) => at + took > now));
    if (longer.length < fewestJourneys) continue;
    const [low, eta, high] = [0.1, 0.5, 0.9].map((share) => Math.round(at + quantile(longer, share)));
    if (low !== undefined && eta !== undefined && high !== undefined)
      return { eta, low, high, journeys: longer.length, since };
  }
  return undefined;
}
