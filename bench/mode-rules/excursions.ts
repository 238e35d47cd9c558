import { advanceVehicle, noVehicleMemory } from '#domain/network/vehicle/advance.ts';
import type { Excursion } from '#domain/network/vehicle/cold-chain.ts';
import { readFrame808, readMessage808 } from '#domain/network/vehicle/jt808/index.ts';
import type { ReportedExcursion } from '#server/connectors/consignment/index.ts';
import { type Instant, MINUTE_MS, toIsoText } from '#shared/time/instant.ts';
import type { RoadOrder } from '../../src/simulator/land/road-orders.ts';
import { frameOf, positionBody } from '../../src/simulator/vehicles/encode-808.ts';
import { readingOf } from '../../src/simulator/vehicles/trucks.ts';

const device = { phone: '13912340001', edition: 2013, serial: 1 } as const;
/** Trucks of the world that carry cold goods have this range. */
const plan = { sites: [], lane: null, cold: { min: 2, max: 8 } };

/** What the device of a truck reported between two moments, every two minutes, as messages on the wire; and what was made of it. */
function heard(seed: string, { truck, round }: RoadOrder): { at: Instant; excursion: Excursion }[] {
  let memory = noVehicleMemory;
  const found: { at: Instant; excursion: Excursion }[] = [];
  for (let at = round.leaves; at <= round.returns; at += 2 * MINUTE_MS) {
    const frame = readFrame808(frameOf(0x0200, device, positionBody(readingOf(seed, truck, at))).slice(1, -1));
    const message = frame.ok ? readMessage808(frame.value) : frame;
    if (!message.ok || message.value.kind !== 'positions') throw new Error('a position of the world is not read');
    for (const fix of message.value.fixes) {
      const step = advanceVehicle(memory, fix, plan, at, { checksumOk: true });
      memory = step.memory;
      found.push(...step.news.excursions.map((excursion) => ({ at, excursion })));
    }
  }
  return found;
}

/** Excursions of a truck's cargo room as an order on board is notified of them by a moment, one message after the other. */
export function excursionsOf(seed: string, order: RoadOrder): (now: Instant) => object[] {
  if (order.truck.row.kind !== 'REEFER') return () => [];
  const all = heard(seed, order);
  return (now) =>
    all
      .filter(({ at, excursion }) => at <= now && excursion.beganAt <= order.round.reaches)
      .map(({ excursion: { beganAt, endedAt, extremeC, range } }) => [
        {
          plateNo: order.truck.row.plate,
          beganAt: toIsoText(beganAt),
          endedAt: endedAt === null ? null : toIsoText(endedAt),
          extremeC,
          minC: range.min,
          maxC: range.max,
        } satisfies ReportedExcursion,
      ]);
}
