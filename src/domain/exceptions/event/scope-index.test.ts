import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSimpleView, reference, t0 } from '../../testing/builders.ts';
import { type Indicator, isInScope } from './indicator.ts';
import { indexByScope } from './scope-index.ts';

const some = (...codes: string[]) => fc.subarray(codes, { maxLength: 2 });
const indicator: fc.Arbitrary<Indicator> = fc.record({
  id: fc.nat(),
  tenantId: fc.constant(1),
  severity: fc.constant('high' as const),
  rule: fc.constant({ match: 'all' as const, conditions: [] }),
  paths: fc.constant({}),
  modes: some('sea', 'air'),
  carrierCodes: some('MERI', 'OTHR'),
  polCodes: some('CNSHA', 'CNNGB'),
  podCodes: some('NLRTM', 'DEHAM'),
  validFrom: fc.constant(null),
  validTo: fc.constant(null),
});

test('an index by scope leaves out no indicator that is for a shipment, and keeps their order', () => {
  const ports = fc.constantFrom('CNSHA', 'CNNGB', 'NLRTM', 'DEHAM');
  fc.assert(
    fc.property(fc.array(indicator, { maxLength: 30 }), ports, ports, (indicators, portOfLoading, portOfDischarge) => {
      const view = buildSimpleView({ booking: { carrierCode: 'MERI', portOfLoading, portOfDischarge } });
      const inScope = (one: Indicator) => isInScope(one, view, t0, reference);
      const found = indexByScope(indicators, (one) => one)(view, reference);
      expect(found.filter(inScope)).toEqual(indicators.filter(inScope));
    }),
  );
});
