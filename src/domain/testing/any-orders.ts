import fc from 'fast-check';
import { orderableAttributes, standardOrder } from '../intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '../intake/fusion/precedence-orders.ts';
import { sourceTypes } from '../tracking/model.ts';
import type { SourceType } from '../tracking/model.ts';

const others = sourceTypes.filter((type) => type !== 'EXPERT');

const anyOrder: fc.Arbitrary<SourceType[]> = fc
  .shuffledSubarray([...others], { minLength: others.length })
  .map((types) => ['EXPERT', ...types]);

/** Orders of sources as an operator may set them, for some attributes. */
export const anyOrders: fc.Arbitrary<PrecedenceOrders> = fc.dictionary(
  fc.constantFrom(standardOrder, ...orderableAttributes),
  anyOrder,
  { maxKeys: 8 },
);
