import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { loadReference } from '../reference.ts';
import { buildNetwork } from './build-network.ts';
import { weekOf } from './calendar.ts';
import { type Sailings, createSailings } from './sailings.ts';
import type { Network } from './types.ts';

const week = weekOf(Date.UTC(2026, 10, 21));
let network: Network;
let sailings: Sailings;

beforeAll(() => {
  network = buildNetwork(loadReference());
  sailings = createSailings(network, 'demo');
});

describe('the services', () => {
  test('sail at speeds that container ships can hold, in whole weeks', () => {
    for (const service of network.services) {
      const seaHours = service.calls.reduce((sum, call) => sum + call.seaHours, service.homeSeaHours);
      const speedKn = service.roundTripNm / seaHours;
      expect(speedKn, service.code).toBeGreaterThan(4);
      expect(speedKn, service.code).toBeLessThan(20);
      const last = service.calls[service.calls.length - 1];
      expect((last?.departureHours ?? 0) + service.homeSeaHours).toBeCloseTo(service.weeks * 168, 6);
      expect(new Set(service.fleet).size).toBe(service.weeks);
    }
  });

  test('give every ship one service, and every voyage of a ship its own number within a year', () => {
    const ships = network.services.flatMap(({ fleet }) => fleet);
    expect(new Set(ships).size).toBe(ships.length);
    const voyages = new Set<string>();
    let count = 0;
    for (const service of network.services) {
      for (let i = 0; i < 50; i += 1) {
        const sailing = sailings.sailing(service.index, week + i);
        voyages.add(`${sailing.plannedVessel.imo}:${sailing.outbound}`);
        voyages.add(`${sailing.plannedVessel.imo}:${sailing.inbound}`);
        count += 2;
        expect(sailing.outbound).toMatch(/^\d{3}[NESW]$/);
      }
    }
    expect(voyages.size).toBe(count);
  });

  test('keep the order of things: a ship arrives, stays, leaves and takes its time to the next port', () => {
    for (const service of network.services) {
      for (let i = 0; i < 60; i += 1) {
        const { calls, trouble } = sailings.sailing(service.index, week + i);
        for (const [at, call] of calls.entries()) {
          expect(call.actualDeparture - call.actualArrival).toBeGreaterThan(3 * HOUR_MS);
          const next = sailings.call(service.index, week + i, at + 1);
          const sea = next.plannedArrival - call.plannedDeparture;
          expect(next.actualArrival - call.actualDeparture, service.code).toBeGreaterThan(sea * 0.5);
          for (const reported of [...call.arrivalEstimates, ...call.departureEstimates]) {
            expect(reported.value).toBeGreaterThan(reported.knownAt);
          }
          const late = call.actualArrival - call.plannedArrival;
          if (trouble === undefined) expect(Math.abs(late)).toBeLessThan(30 * HOUR_MS);
        }
      }
    }
  });
});
