import { expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { at, buildContent, buildEvent, buildLeg, t0 } from '../testing/builders.ts';
import { shownBooking } from './whereabouts.ts';

test('an estimate that has passed without the event is overdue and no estimate any more', () => {
  const content = buildContent({
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: at(-20), plannedArrival: at(-3), eta: at(-1) },
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { atd: at(-20), eta: at(-1) })],
  });
  expect(shownBooking(content, at(-2))).toMatchObject({ eta: at(-1), overdue: { departure: null, arrival: null } });
  expect(shownBooking(content, t0)).toMatchObject({ eta: null, overdue: { departure: null, arrival: at(-1) } });
  const arrived = { ...content, booking: { ...content.booking, ata: at(-1, 2) } };
  expect(shownBooking(arrived, t0)).toMatchObject({ eta: at(-1), overdue: { arrival: null } });
});

test('what later milestones prove is not overdue, and a day is over when its last hour is', () => {
  const booking = { portOfDischarge: 'NLRTM', eta: at(-3) };
  const out = buildContent({ booking, events: [buildEvent('MERU1234567', 'STCS', 'NLRTM', { actual: at(-1) })] });
  expect(shownBooking(out, t0).overdue.arrival).toBeNull();
  const day = dayAt('2026-03-10', 'UTC') ?? 0;
  const ofDay = buildContent({ booking: { eta: day } });
  expect(shownBooking(ofDay, at(0, 23)).eta).toBe(day);
  expect(shownBooking(ofDay, at(1, 1)).overdue.arrival).toBe(day);
});

test('a missed flight gives way to the next one that is booked', () => {
  const content = buildContent({
    mode: 'air',
    booking: { portOfLoading: 'PVG', portOfDischarge: 'FRA', etd: at(-1), eta: at(-1, 12) },
    events: [
      buildEvent('784-1', 'DEP', 'PVG', { planned: at(1), vesselName: 'CZ 461' }),
      buildEvent('784-1', 'ARR', 'FRA', { planned: at(1, 12), vesselName: 'CZ 461' }),
    ],
  });
  expect(shownBooking(content, t0)).toMatchObject({
    etd: at(1),
    eta: at(1, 12),
    overdue: { departure: at(-1), arrival: at(-1, 12) },
  });
});

test('the times of a leg of a part of the way are not those of the ends of the way', () => {
  const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'USLAX', etd: at(-2), eta: at(-2) };
  const content = buildContent({ booking, legs: [buildLeg(1, 'CNNGB', 'KRPUS', { etd: at(1), eta: at(3) })] });
  expect(shownBooking(content, t0)).toMatchObject({
    etd: null,
    eta: null,
    overdue: { departure: at(-2), arrival: at(-2) },
  });
  const whole = { ...content, legs: [buildLeg(1, 'CNSHA', 'USLAX', { etd: at(1), eta: at(3) })] };
  expect(shownBooking(whole, t0)).toMatchObject({ etd: at(1), eta: at(3) });
});
