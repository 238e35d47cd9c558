import { describe, expect, test } from 'vitest';
import { distanceNm } from '#shared/geo/geodesy.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { createWorld } from '../world.ts';
import { createShipFinder, listShips, type ShipPlace } from './vessels.ts';

const world = createWorld({ seed: 'pace' });
const finder = createShipFinder(world);
const start = Date.UTC(2026, 4, 4);

/** Places of a ship hour by hour on her first way over the sea of more than four days. */
function longWay(): ShipPlace[] {
  for (const ship of listShips(world)) {
    const places: ShipPlace[] = [];
    for (let hour = 0; hour < 1200; hour += 1) {
      const place = finder.placeOf(ship, start + hour * HOUR_MS);
      if (place === undefined || place.moored || place.anchored) {
        if (places.length > 96) return places;
        places.length = 0;
      } else places.push(place);
    }
  }
  throw new Error('no ship sails for so long');
}

describe('a ship at sea', () => {
  const places = longWay();

  test('does not go evenly, and never backwards', () => {
    const speeds = places.map(({ speed }) => speed);
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    expect(Math.max(...speeds) / mean).toBeGreaterThan(1.01);
    expect(Math.min(...speeds) / mean).toBeLessThan(0.99);
    expect(Math.min(...speeds) / mean).toBeGreaterThan(0.7);
  });

  test('says the speed that she makes', () => {
    const straight = places.slice(1).flatMap((place, index) => {
      const before = places[index] as ShipPlace;
      // Around a bend the way is longer than the distance.
      if (Math.abs(place.course - before.course) > 1) return [];
      return [distanceNm([before.lon, before.lat], [place.lon, place.lat]) / ((place.speed + before.speed) / 2)];
    });
    expect(straight.length).toBeGreaterThan(10);
    for (const ratio of straight) expect(ratio).toBeCloseTo(1, 1);
  });
});
