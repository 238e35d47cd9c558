import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSimpleView, reference, t0 } from '../../testing/builders.ts';
import { type EventItem, isInScope } from './event-item.ts';
import { indexByScope } from './scope-index.ts';

const some = (...codes: string[]) => fc.subarray(codes, { maxLength: 2 });
const eventItem: fc.Arbitrary<EventItem> = fc.record({
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

test('an index by scope leaves out no event item that is for a shipment, and keeps their order', () => {
  const ports = fc.constantFrom('CNSHA', 'CNNGB', 'NLRTM', 'DEHAM');
  fc.assert(
    fc.property(fc.array(eventItem, { maxLength: 30 }), ports, ports, (eventItems, portOfLoading, portOfDischarge) => {
      const view = buildSimpleView({ booking: { carrierCode: 'MERI', portOfLoading, portOfDischarge } });
      const inScope = (one: EventItem) => isInScope(one, view, t0, reference);
      const found = indexByScope(eventItems, (one) => one)(view, reference);
      expect(found.filter(inScope)).toEqual(eventItems.filter(inScope));
    }),
  );
});
