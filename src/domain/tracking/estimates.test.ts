import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { anyContent, anyInstant } from '../testing/arbitraries.ts';
import { at, buildContainer, buildContent, buildEvent, buildLeg, t0 } from '../testing/builders.ts';
import { isPast, shownBooking, shownShipment } from './estimates.ts';
import type { ShipmentContent } from './model.ts';

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

const withoutActuals = (content: ShipmentContent): ShipmentContent => ({
  ...content,
  booking: { ...content.booking, atd: null, ata: null },
  legs: content.legs.map((leg) => ({ ...leg, atd: null, ata: null })),
  events: content.events.map((event) => ({ ...event, actual: null })),
});

test('whatever the sources say, nothing that is awaited is shown with an estimate in the past', () => {
  fc.assert(
    fc.property(anyContent, anyInstant, (content, now) => {
      const { booking, legs, events } = shownShipment(withoutActuals(content), now);
      const expected = [booking, ...legs].flatMap(({ etd, eta }) => [etd, eta]);
      for (const time of [...expected, ...events.map(({ estimated }) => estimated)])
        if (time !== null) expect(isPast(time, now)).toBe(false);
      // What has happened keeps what was expected.
      const reported = shownShipment(content, now);
      expect(reported.legs.filter(({ ata }) => ata !== null).map(({ eta }) => eta)).toEqual(
        content.legs.filter(({ ata }) => ata !== null).map(({ eta }) => eta),
      );
      // It is a matter of the moment alone: shown again it is the same.
      expect(shownShipment(reported, now).legs.map(({ etd, eta }) => [etd, eta])).toEqual(
        reported.legs.map(({ etd, eta }) => [etd, eta]),
      );
    }),
    { numRuns: 300 },
  );
});

test('legs and milestones on the way are overdue until something later has happened', () => {
  const content = buildContent({
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: at(-20), eta: at(9) },
    containers: [buildContainer('MERU1234567')],
    legs: [
      buildLeg(1, 'CNSHA', 'SGSIN', { etd: at(-20), atd: at(-20), eta: at(-5) }),
      buildLeg(2, 'SGSIN', 'NLRTM', { etd: at(-3), eta: at(9) }),
    ],
    events: [
      buildEvent('MERU1234567', 'TSDC', 'SGSIN', { estimated: at(-4) }),
      buildEvent('MERU1234567', 'TSLB', 'SGSIN', { planned: at(-3) }),
    ],
    onward: { vesselName: null, voyage: null, loaded: null, etd: at(-1), atd: null, eta: at(12), ata: null },
  });
  expect(shownShipment(content, t0)).toMatchObject({
    legs: [
      { etd: at(-20), eta: null, overdue: { departure: null, arrival: at(-5) } },
      { etd: null, eta: at(9), overdue: { departure: at(-3), arrival: null } },
    ],
    events: [
      { estimated: null, overdue: at(-4) },
      { planned: at(-3), overdue: at(-3) },
    ],
    onward: { etd: null, eta: at(12), overdue: { departure: at(-1), arrival: null } },
  });
  const loaded = buildEvent('MERU1234567', 'TSLB', 'SGSIN', { planned: at(-3), actual: at(-2) });
  const [discharge] = content.events;
  const after = shownShipment({ ...content, events: [...(discharge ? [discharge] : []), loaded] }, t0);
  expect(after).toMatchObject({
    legs: [{ eta: at(-5) }, { etd: null, overdue: { departure: at(-3) } }],
    events: [{ estimated: at(-4), overdue: null }, { overdue: null }],
  });
});
