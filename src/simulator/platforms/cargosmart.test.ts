import { expect, test } from 'vitest';
import { reportedBy } from '../world.ts';
import { createWorld } from '../index.ts';
import { containersOf } from './cargosmart.ts';

test('containers of cargo that sails on two ships are notified of their own ship', () => {
  const world = createWorld({ seed: 'cobalt' });
  const now = Date.UTC(2026, 10, 29);
  const split = world.shipmentsAlive(now).filter(({ carrier, groups }) => carrier.code === 'TRAD' && groups.length > 1);
  expect(split.length).toBeGreaterThan(0);
  for (const shipment of split) {
    const records = reportedBy(world.carrierReport(shipment), now).filter(({ type }) => type !== 'SHIPMENT');
    for (const { event } of containersOf({ world, shipment, records, now }, undefined)) {
      const departures = event.filter(({ CSEvent }) => CSEvent.CSEventCode === 'CS070');
      expect(departures.length, shipment.billNo).toBeLessThanOrEqual(1);
    }
  }
});
