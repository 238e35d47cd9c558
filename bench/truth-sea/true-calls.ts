import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { median } from '../support/median.ts';
import { berthedAt } from '../../src/simulator/network/berth-wait.ts';
import { WEEK_MS, weekOf } from '../../src/simulator/network/calendar.ts';
import type { Estimate } from '../../src/simulator/network/estimates.ts';
import { siteOf } from '../../src/simulator/pages/sites.ts';
import type { World } from '../../src/simulator/world.ts';

/** A call of the world: what its carrier knows of it at a moment, and what is true. */
export type TrueCall = {
  carrierCode: string;
  portCode: string;
  /** Her carrier has schedules that others can ask for. */
  announced: boolean;
  /** The ship as it is known at the moment. */
  imo: string;
  skipped: boolean;
  known: { arrival: Instant; departure: Instant };
  actual: { arrival: Instant; berth: Instant; departure: Instant };
  /** Her transmitter is heard: a ship of the fleet, not the spare one. */
  heard: boolean;
};

const knownOf = (estimates: readonly Estimate[], planned: Instant, now: Instant): Instant =>
  estimates.findLast(({ knownAt }) => knownAt <= now)?.value ?? planned;

/** All calls that are planned between two times, as they are known at a moment. */
export function trueCalls(world: World, span: { from: Instant; to: Instant }, now: Instant): TrueCall[] {
  return world.network.services.flatMap((service) => {
    const calls: TrueCall[] = [];
    const first = Math.max(0, weekOf(span.from - (service.weeks + 2) * WEEK_MS));
    for (let week = first; week <= weekOf(span.to) + 1; week += 1) {
      const sailing = world.sailings.sailing(service.index, week);
      const ship = now >= sailing.vesselKnownAt ? sailing.vessel : sailing.plannedVessel;
      for (const call of sailing.calls) {
        if (call.plannedArrival < span.from || call.plannedArrival >= span.to) continue;
        calls.push({
          carrierCode: service.carrier.code,
          portCode: call.port.code,
          announced: siteOf(service.carrier.code) === undefined,
          imo: ship.imo,
          skipped: call.skipped,
          known: {
            arrival: knownOf(call.arrivalEstimates, call.plannedArrival, now),
            departure: knownOf(call.departureEstimates, call.plannedDeparture, now),
          },
          actual: {
            arrival: call.actualArrival,
            berth: berthedAt(world.seed, sailing.vessel.mmsi, call),
            departure: call.actualDeparture,
          },
          heard: sailing.vessel === sailing.plannedVessel,
        });
      }
    }
    return calls;
  });
}

/** The time of a turn that can be known at a moment: what happened, else what the carrier expects. */
export const knowable = ({ known, actual }: TrueCall, of: 'arrival' | 'departure', now: Instant): Instant =>
  actual[of] <= now ? actual[of] : known[of];

/** Where a call truly stands. */
export function trueState({ actual }: TrueCall, now: Instant): 'expected' | 'anchorage' | 'berthed' | 'sailed' {
  if (now < actual.arrival) return 'expected';
  if (now < actual.berth) return 'anchorage';
  return now < actual.departure ? 'berthed' : 'sailed';
}

/** True waits in ports in hours, of the last week and of the 30 days before it as far as the product could hear them. */
export function trueWaits(
  calls: readonly TrueCall[],
  now: Instant,
  heardFrom: Instant,
): Map<string, { recent: number[]; before: number[] }> {
  const waits = new Map<string, { recent: number[]; before: number[] }>();
  for (const { portCode, actual, skipped, heard } of calls) {
    const ago = now - actual.berth;
    if (skipped || !heard || ago < 0 || ago > 37 * DAY_MS || actual.arrival < heardFrom) continue;
    const port = waits.get(portCode) ?? { recent: [], before: [] };
    waits.set(portCode, port);
    (ago < 7 * DAY_MS ? port.recent : port.before).push((actual.berth - actual.arrival) / HOUR_MS);
  }
  return waits;
}

/** The index that the true waits give: waits below an hour are none. */
export const trueIndex = ({ recent, before }: { recent: readonly number[]; before: readonly number[] }): number =>
  Math.max(median(recent), 1) / Math.max(median(before), 1);
