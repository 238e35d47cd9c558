import { expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { fieldsOf, kindOf, zoneOf } from './expert-fields.ts';

const claim = (value: string | number) => ({
  rule: 'only',
  winner: { sourceCode: 's', sourceNameCn: 's', sourceNameEn: 's', sourceType: 'CARRIER', value, observedAt: 0 },
  others: [],
});
const trace = {
  legs: [{ sequence: 1 }],
  containers: [{ containerNo: 'BOX1' }],
  places: { CNSHA: { zone: 'Asia/Shanghai' }, NLRTM: { zone: 'Europe/Amsterdam' } },
  provenance: {
    'booking.portOfLoading': claim('CNSHA'),
    'booking.portOfDischarge': claim('NLRTM'),
    'event[BOX1|LOBD|CNSHA|1].actual': claim(1),
    'event[BOX1|LOBD|CNSHA|1].vesselName': claim('X'),
  },
} as unknown as TraceDetail;

test('fields of booking, legs, containers and times of milestones can be corrected, a container number cannot', () => {
  const paths = fieldsOf(trace).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'booking.eta',
      'leg[1].vesselName',
      'container[BOX1].sealNo',
      'event[BOX1|LOBD|CNSHA|1].actual',
    ]),
  );
  expect(paths).not.toContain('container[BOX1].containerNo');
  expect(paths).not.toContain('event[BOX1|LOBD|CNSHA|1].vesselName');
});

test('a time is entered in the zone of its place', () => {
  const zone = (path: string) => zoneOf(trace, fieldsOf(trace).find((field) => field.path === path) as never);
  expect(zone('booking.etd')).toBe('Asia/Shanghai');
  expect(zone('booking.ata')).toBe('Europe/Amsterdam');
  expect(zone('event[BOX1|LOBD|CNSHA|1].actual')).toBe('Asia/Shanghai');
  expect(zone('booking.vesselName')).toBeNull();
});

test('values are entered by what they are', () => {
  expect(['eta', 'grossWeightKg', 'portOfLoading', 'carrierCode', 'vesselName', 'sealNo'].map(kindOf)).toEqual([
    'time',
    'amount',
    'port',
    'carrier',
    'vessel',
    'text',
  ]);
});
