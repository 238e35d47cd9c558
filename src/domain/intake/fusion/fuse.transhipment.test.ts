import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildOverride, buildRecord } from '../../testing/builders.ts';
import { milestones } from '../../tracking/model.ts';
import { eventPath } from './paths.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';

/** A carrier that knew only the way to Singapore when it reported the arrival there. */
const early = buildRecord('carrier', {
  booking: { portOfLoading: 'CNSHA' },
  legs: [buildLeg(1, 'CNSHA', 'SGSIN')],
  events: [
    buildEvent(null, milestones.arrived, 'SGSIN', { actual: at(8) }),
    buildEvent('MSKU0000001', milestones.discharged, 'SGSIN', { actual: at(8, 9) }),
  ],
});
/** An aggregator that knows the onward leg. */
const whole = buildRecord(
  'ft',
  {
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' },
    legs: [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM')],
    events: [buildEvent(null, milestones.transhipmentArrived, 'SGSIN', { actual: at(8, 1) })],
  },
  { sourceType: 'FT' },
);

test('an arrival reported before the onward leg was known becomes the call at the transhipment port', () => {
  const { content, provenance } = fuse([early, whole], [], defaultPrecedence);
  expect(content.events.map(({ statusCode, portCode }) => [statusCode, portCode])).toEqual([
    [milestones.transhipmentArrived, 'SGSIN'],
    [milestones.transhipmentDischarged, 'SGSIN'],
  ]);
  expect(content.legs[0]?.ata).toBe(at(8));
  expect(content.booking.ata).toBeNull();
  const [arrival] = content.events;
  expect(arrival?.actual).toBe(at(8));
  expect(provenance[eventPath(arrival as never, 'actual')]?.winner.recordId).toBe('carrier');
});

test('without the onward leg the port stays the destination', () => {
  const { content } = fuse([early], [], defaultPrecedence);
  expect(content.events[0]?.statusCode).toBe(milestones.arrived);
});

test('what an expert entered on the arrival stays in force when it becomes a transhipment', () => {
  const arrival = { containerNo: null, statusCode: milestones.arrived, portCode: 'SGSIN', occurrence: 1 };
  const entered = buildOverride(eventPath(arrival, 'actual'), at(7, 22));
  const { content } = fuse([early, whole], [entered], defaultPrecedence);
  expect(content.events[0]).toMatchObject({ statusCode: milestones.transhipmentArrived, actual: at(7, 22) });
  expect(content.legs[0]?.ata).toBe(at(7, 22));
});
