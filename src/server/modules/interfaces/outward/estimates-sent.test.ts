import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildContent, buildLeg, at, t0 } from '#domain/testing/builders.ts';
import { anyContent, anyInstant } from '#domain/testing/arbitraries.ts';
import { isPast, shownShipment, withOwnArrival } from '#domain/tracking/estimates.ts';
import { writeEvents } from '#server/connectors/dcsa/index.ts';

test('no event of the standard estimates what is overdue, whatever the sources say', () => {
  fc.assert(
    fc.property(anyContent, anyInstant, (content, now) => {
      const open = {
        ...content,
        legs: content.legs.map((leg) => ({ ...leg, atd: null, ata: null })),
        booking: { ...content.booking, atd: null, ata: null },
        events: content.events.map((event) => ({ ...event, zone: null, actual: null })),
      };
      const events = writeEvents(shownShipment(open, now), { customerReference: null, placeOf: () => undefined });
      for (const sent of events) if (sent.classifier === 'EST') expect(isPast(sent.at, now)).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('where we expect the ship ourselves, our time is sent in the place of the one that has passed', () => {
  const content = buildContent({
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: at(-20), eta: at(-1) },
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { atd: at(-20), eta: at(-1) })],
  });
  const sent = (shown: ReturnType<typeof shownShipment>) =>
    writeEvents(shown, { customerReference: null, placeOf: () => undefined })
      .filter(({ classifier }) => classifier === 'EST')
      .map(({ code, at: time, locationCode }) => [code, time, locationCode]);
  expect(sent(shownShipment(content, at(-2)))).toEqual([['ARRI', at(-1), 'NLRTM']]);
  expect(sent(shownShipment(content, t0))).toEqual([]);
  expect(sent(withOwnArrival(shownShipment(content, t0), at(2)))).toEqual([['ARRI', at(2), 'NLRTM']]);
});
