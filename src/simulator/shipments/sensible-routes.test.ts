import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/instant.ts';
import { portAt, sailedNm } from '../network/sensible-legs.ts';
import type { Service, WorldPort } from '../network/types.ts';
import { createWorld } from '../world.ts';
import type { LegPlan } from './types.ts';

const now = Date.UTC(2026, 10, 21, 6);
const seeds = ['demo', 'portolan', 'amber', 'cobalt'];
const worlds = seeds.map((seed) => createWorld({ seed }));
const [world] = worlds;
if (world === undefined) throw new Error('no world');
const { network } = world;

function orders<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]];
  return all.flatMap((one, index) =>
    orders([...all.slice(0, index), ...all.slice(index + 1)]).map((rest) => [one, ...rest]),
  );
}

const roundNm = (ports: readonly WorldPort[]): number =>
  ports.reduce((sum, port, index) => sum + network.seaNm(port, ports[(index + 1) % ports.length] as WorldPort), 0);

describe('the order of calls', () => {
  test.each(network.services.map((service): [string, Service] => [service.code, service]))(
    'of %s is one that a planner would choose',
    (_code, { calls, turn }) => {
      const ports = calls.map(({ port }) => port);
      const best = Math.min(
        ...orders(ports.slice(0, turn)).flatMap((out) =>
          orders(ports.slice(turn)).map((home) => roundNm([...out, ...home])),
        ),
      );
      expect(roundNm(ports)).toBeLessThanOrEqual(best * 1.05);
    },
  );
});

describe.each(worlds.map((one) => [one.seed, one] as const))(
  'containers of %s',
  (_seed, { sailings, shipmentsAlive }) => {
    const shipments = [0, 60].flatMap((days) => shipmentsAlive(now + days * DAY_MS));
    const nameOf = (legs: readonly LegPlan[]): string =>
      legs
        .map(({ service, from, to }) => {
          const of = sailings.serviceAt(service);
          return `${of.code} ${portAt(of, from).code} ${portAt(of, to).code}`;
        })
        .join(', ');

    test('are booked on legs that are no way round and do not pass their destination', () => {
      const absurd = shipments.flatMap(({ billNo, legs }) =>
        legs.flatMap((leg) => {
          const service = sailings.serviceAt(leg.service);
          const [start, end] = [portAt(service, leg.from), portAt(service, leg.to)];
          const between = Array.from({ length: leg.to - leg.from - 1 }, (_, n) => portAt(service, leg.from + 1 + n));
          const isRound = sailedNm(service, leg) > sailings.network.seaNm(start, end) * 1.3 + 300;
          return isRound || between.includes(end) || between.includes(start) ? [`${billNo}: ${nameOf([leg])}`] : [];
        }),
      );
      expect(shipments.length).toBeGreaterThan(3_000);
      expect(absurd).toEqual([]);
    });

    test('are sent over other ports only where that is no way round either', () => {
      const absurd = shipments
        .filter(({ legs, domestic }) => {
          const [first, last] = [legs[0] as LegPlan, legs.at(-1) as LegPlan];
          const start = portAt(sailings.serviceAt(first.service), first.from);
          const end = portAt(sailings.serviceAt(last.service), last.to);
          const nm = legs.reduce((sum, leg) => sum + sailedNm(sailings.serviceAt(leg.service), leg), 0);
          return (start.country === end.country) !== domestic || nm > sailings.network.seaNm(start, end) * 1.45 + 500;
        })
        .map(({ billNo, legs }) => `${billNo}: ${nameOf(legs)}`);
      expect(absurd).toEqual([]);
    });
  },
);
