import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { SailingCall } from './sailing.ts';

/** So long a port is crowded or not; then it may be otherwise. */
const spellMs = 9 * DAY_MS;
const crowdedRate = 0.14;
/** Hours that ships wait in the roads on average. */
const meanHours = { usual: 2.5, crowded: 14 } as const;
/** Below this a ship goes straight to her berth. */
const leastHours = 1.5;
/** The rest of the stay is needed for the cargo. */
const maxOfStay = 0.45;

/** When a ship that has arrived comes to her berth: some lie at anchor before, longer where many do. */
export function berthedAt(seed: string, mmsi: string, call: SailingCall): Instant {
  const { port, actualArrival, actualDeparture } = call;
  const spell = createRandom(`${seed}/roads/${port.code}/${Math.floor(actualArrival / spellMs)}`);
  const mean = spell.chance(crowdedRate) ? meanHours.crowded : meanHours.usual;
  const random = createRandom(`${seed}/berth/${mmsi}/${actualArrival}`);
  const hours = -Math.log(1 - random.next()) * mean;
  if (hours < leastHours) return actualArrival;
  return actualArrival + Math.min(hours * HOUR_MS, (actualDeparture - actualArrival) * maxOfStay);
}
