import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { anyPrecedence } from '../../testing/arbitraries.ts';
import { at, buildLeg, buildRecord, t0 } from '../../testing/builders.ts';
import { sourceTypes } from '../../tracking/model.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';
import type { Precedence } from './types.ts';

const anyPort = fc.constantFrom('CNSHA', 'SGSIN', 'NLRTM', 'USLAX', 'DEHAM');

/** One record with one leg from port to port. */
const anyVoice = fc
  .record({
    from: anyPort,
    to: anyPort,
    sourceType: fc.constantFrom(...sourceTypes),
    observedAt: fc.integer({ min: -2, max: 2 }).map((step) => t0 + step * HOUR_MS),
  })
  .filter(({ from, to }) => from !== to);

/** Who is trusted most for the route, reported without the code that sorts. */
function mostTrusted(records: readonly SourceRecord[], precedence: Precedence): SourceRecord | undefined {
  const order = precedence.byAttribute['leg.portOfLoading'] ?? precedence.standard;
  const placeOf = ({ sourceType }: SourceRecord): number =>
    order.includes(sourceType) ? order.indexOf(sourceType) : order.length;
  const first = Math.min(...records.map(placeOf));
  const equals = records.filter((record) => placeOf(record) === first);
  const newest = Math.max(...equals.map(({ observedAt }) => observedAt));
  return equals.filter(({ observedAt }) => observedAt === newest).sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}

test('anyone who is trusted most for the route has their leg shown, however new the others are', () => {
  fc.assert(
    fc.property(fc.array(anyVoice, { minLength: 1, maxLength: 4 }), anyPrecedence, (voices, precedence) => {
      const records = voices.map(({ from, to, ...values }, index) =>
        buildRecord(`r${index}`, { legs: [buildLeg(1, from, to)] }, values),
      );
      const { portOfLoading, portOfDischarge } = mostTrusted(records, precedence)?.content.legs[0] ?? {};
      expect(fuse(records, [], precedence).content.legs).toContainEqual(
        expect.objectContaining({ portOfLoading, portOfDischarge }),
      );
    }),
    { numRuns: 300 },
  );
});

test('a newer word of a less trusted source does not turn the route', () => {
  const records = [
    buildRecord('carrier', { legs: [buildLeg(1, 'CNSHA', 'NLRTM')] }),
    buildRecord('ft', { legs: [buildLeg(1, 'CNSHA', 'DEHAM')] }, { sourceType: 'FT', observedAt: at(1) }),
  ];
  const dischargeBy = (precedence: Precedence) => fuse(records, [], precedence).content.legs[0]?.portOfDischarge;
  expect(dischargeBy(defaultPrecedence)).toBe('NLRTM');
  const turned = { ...defaultPrecedence, byAttribute: { 'leg.portOfLoading': ['FT', 'CARRIER'] as const } };
  expect(dischargeBy(turned)).toBe('DEHAM');
});
