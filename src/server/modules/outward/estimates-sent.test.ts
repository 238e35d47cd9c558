import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyContent, anyInstant } from '#domain/testing/arbitraries.ts';
import { isPast, shownShipment } from '#domain/tracking/estimates.ts';
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
      for (const { classifier, at } of events) if (classifier === 'EST') expect(isPast(at, now)).toBe(false);
    }),
    { numRuns: 200 },
  );
});
