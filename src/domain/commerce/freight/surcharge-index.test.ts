import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicableSurcharges, type PriceQuestion, type SurchargeLine } from './all-in-price.ts';
import { indexSurcharges } from './surcharge-index.ts';

const place = fc.integer({ min: 1, max: 3 });
const scope = fc.option(place, { nil: null });
const line = fc.record({
  id: fc.nat(),
  code: fc.constantFrom('BAF', 'THC', 'PSS'),
  nameCn: fc.constant(null),
  nameEn: fc.constant(null),
  basis: fc.constantFrom('CONTAINER' as const, 'PERCENT' as const),
  payer: fc.constant('PREPAID' as const),
  amount: fc.nat(500),
  currency: fc.constant('USD'),
  carrierId: scope,
  polId: scope,
  podId: scope,
  containerTypeId: scope,
});

test('what an index of surcharges gives is what a look at all of them gives', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      place,
      place,
      place,
      place,
      (lines, carrierId, polId, podId, type) => {
        const question: PriceQuestion = {
          freight: { amount: 100, currency: 'USD' },
          carrierId,
          polId,
          podId,
          containerTypeId: type,
          containers: 1,
          currency: 'USD',
        };
        const found: readonly SurchargeLine[] = indexSurcharges(lines)(question);
        expect(applicableSurcharges(found, question)).toEqual(applicableSurcharges(lines, question));
      },
    ),
  );
});
