import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { at, buildContent, buildEvent, t0 } from '../testing/builders.ts';
import { forecastArrival } from './arrival-forecast.ts';
import type { ShipmentContent } from './model.ts';

/** Xi'an to Hamburg, over in so many hours, of which so many after the border. */
const journey = (hours: number, fromBorder: number, index = 0): ShipmentContent => {
  const departed = at(-100 - index);
  const arrived = departed + hours * HOUR_MS;
  return buildContent({
    mode: 'rail',
    booking: { portOfLoading: 'XAN', portOfDischarge: 'HAM', atd: departed, ata: arrived },
    events: [buildEvent('W1', 'RBD', 'BRE', { actual: arrived - fromBorder * HOUR_MS })],
  });
};

const underWay = (departedHoursAgo: number, borderHoursAgo?: number): ShipmentContent =>
  buildContent({
    mode: 'rail',
    booking: { portOfLoading: 'XAN', portOfDischarge: 'HAM', atd: t0 - departedHoursAgo * HOUR_MS, eta: at(-1) },
    events:
      borderHoursAgo === undefined ? [] : [buildEvent('W1', 'RBD', 'BRE', { actual: t0 - borderHoursAgo * HOUR_MS })],
  });

/** 30 journeys of 300 to 329 hours, 40 to 69 hours of them after the border. */
const earlier = Array.from({ length: 30 }, (_, index) => journey(300 + index, 40 + index, index));

test('goods under way arrive as those before them did from the newest milestone that they had too', () => {
  const found = forecastArrival(underWay(400, 10), earlier, t0);
  expect(found).toMatchObject({ journeys: 30, since: { statusCode: 'RBD', portCode: 'BRE' } });
  expect(found?.eta).toBe(t0 + 44.5 * HOUR_MS);
  expect(found?.low).toBe(t0 + (30 + 2.9) * HOUR_MS);
  expect(found?.high).toBe(t0 + (59 - 2.9) * HOUR_MS);
});

test('journeys that took less than this one has taken by now say nothing of it', () => {
  const found = forecastArrival(underWay(305.5), earlier, t0);
  expect(found).toMatchObject({ journeys: 24, since: null });
  expect(found?.low).toBeGreaterThan(t0);
  // Later than nearly all of them were: nobody knows.
  expect(forecastArrival(underWay(320), earlier, t0)).toBeUndefined();
});

test('nothing is forecast without enough journeys, before the departure or after the arrival', () => {
  expect(forecastArrival(underWay(250), earlier.slice(0, 19), t0)).toBeUndefined();
  const { booking, ...rest } = underWay(250);
  expect(forecastArrival({ ...rest, booking: { ...booking, atd: null } }, earlier, t0)).toBeUndefined();
  expect(forecastArrival({ ...rest, booking: { ...booking, ata: t0 } }, earlier, t0)).toBeUndefined();
});
