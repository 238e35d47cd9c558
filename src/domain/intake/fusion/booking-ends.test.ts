import { expect, test } from 'vitest';
import { at, buildLeg, buildOverride, buildRecord } from '../../testing/builders.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';

/** An aggregator that knows the whole way, trusted less than terminals. */
const whole = buildRecord(
  'ft',
  {
    booking: { portOfLoading: 'CNTAO', portOfDischarge: 'AEJEA', etd: at(-9), eta: at(20) },
    legs: [
      buildLeg(1, 'CNTAO', 'SGSIN', { etd: at(-9), eta: at(-1) }),
      buildLeg(2, 'SGSIN', 'AEJEA', { etd: at(3), eta: at(20) }),
    ],
  },
  { sourceType: 'FT' },
);
const bookingOf = (...records: Parameters<typeof fuse>[0]) => fuse(records, [], defaultPrecedence).content.booking;

test('a terminal of transhipment names its own port as that of discharge or of loading: the way goes on as others know', () => {
  const terminal = (booking: object) => buildRecord('terminal', { booking }, { sourceType: 'TERMINAL' });
  const discharged = terminal({ portOfLoading: 'CNTAO', portOfDischarge: 'SGSIN', eta: at(-1) });
  expect(bookingOf(whole, discharged)).toMatchObject({ portOfLoading: 'CNTAO', portOfDischarge: 'AEJEA', eta: at(20) });
  const loaded = terminal({ portOfLoading: 'SGSIN', portOfDischarge: 'AEJEA', etd: at(3) });
  expect(bookingOf(whole, loaded)).toMatchObject({ portOfLoading: 'CNTAO', portOfDischarge: 'AEJEA', etd: at(-9) });
  // Alone it is believed, and so is one that names a port which is not on the way.
  expect(bookingOf(discharged)).toMatchObject({ portOfDischarge: 'SGSIN' });
  expect(bookingOf(whole, terminal({ portOfDischarge: 'OMSOH' }))).toMatchObject({ portOfDischarge: 'OMSOH' });
});

test('a source that knows the second leg only does not begin the way there', () => {
  const late = buildRecord(
    'terminal',
    { booking: { portOfLoading: 'SGSIN', etd: at(3) }, legs: [buildLeg(1, 'SGSIN', 'AEJEA', { etd: at(3) })] },
    { sourceType: 'TERMINAL' },
  );
  expect(bookingOf(whole, late)).toMatchObject({ portOfLoading: 'CNTAO', etd: at(-9) });
  const { provenance } = fuse([whole, late], [], defaultPrecedence);
  expect(provenance['booking.portOfLoading']).toMatchObject({
    rule: 'route',
    winner: { value: 'CNTAO' },
    others: [{ value: 'SGSIN' }],
  });
});

test('what a source that knows no legs expects at a port of transhipment is stated of the leg that ends or begins there', () => {
  const legs = [buildLeg(1, 'CNTAO', 'SGSIN'), buildLeg(2, 'SGSIN', 'AEJEA')];
  const route = buildRecord('ft', { booking: { portOfDischarge: 'AEJEA', portOfLoading: 'CNTAO' }, legs });
  const discharged = buildRecord('arrival', { booking: { portOfDischarge: 'SGSIN', eta: at(-1) } });
  const loaded = buildRecord('departure', { booking: { portOfLoading: 'SGSIN', etd: at(3) } });
  const { content } = fuse([route, discharged, loaded], [], defaultPrecedence);
  expect(content.booking).toMatchObject({ eta: null, etd: null });
  expect(content.legs).toMatchObject([
    { etd: null, eta: at(-1) },
    { etd: at(3), eta: null },
  ]);
});

test('an expert ends the way where he says', () => {
  const override = buildOverride('booking.portOfDischarge', 'SGSIN');
  expect(fuse([whole], [override], defaultPrecedence).content.booking.portOfDischarge).toBe('SGSIN');
});
