import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import { anyOrders } from '../../testing/any-orders.ts';
import { buildRecord } from '../../testing/builders.ts';
import { sourceTypes } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import {
  defaultOrderFor,
  differingAttributes,
  findOrderProblems,
  normalOrders,
  orderFor,
  orderableAttributes,
  standardOrder,
  toPrecedence,
} from './precedence-orders.ts';
import { defaultPrecedence } from './precedence.ts';
import { recompute } from '../../testing/recompute.ts';

const runs = { numRuns: 100 };

describe('laws of fusion under any precedence', () => {
  test('the order of the records plays no part', () => {
    fc.assert(
      fc.property(
        anyRecords.chain((records) =>
          fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
        ),
        anyOverrides,
        anyOrders,
        ([records, shuffled], overrides, orders) => {
          const precedence = toPrecedence(orders);
          const ids = overrides.map((override, index) => ({ ...override, id: `o${index}` }));
          expect(fuse(shuffled, ids.toReversed(), precedence)).toEqual(fuse(records, ids, precedence));
        },
      ),
      runs,
    );
  });

  const staysWhenFusedAgain = fc.property(anyRecords, anyOrders, (records, orders) => {
    const precedence = toPrecedence(orders);
    const { content, provenance } = fuse(records, [], precedence);
    const isSame = isDeepStrictEqual(fuse([buildRecord('again', content)], [], precedence).content, content);
    const canBeChecked = Object.entries(provenance).every(([path, entry]) =>
      isDeepStrictEqual(recompute(path, entry, precedence), entry.winner.value),
    );
    return isSame && canBeChecked;
  });

  test('what is fused stays as it is when it is fused again, and can be checked by hand', () => {
    fc.assert(staysWhenFusedAgain, runs);
  });

  test('one record is the same under any order', () => {
    fc.assert(
      fc.property(anyRecords, anyOrders, (records, orders) => {
        const one = records.slice(0, 1);
        expect(fuse(one, [], toPrecedence(orders))).toEqual(fuse(one, [], defaultPrecedence));
      }),
      runs,
    );
  });
});

describe('orders', () => {
  test('normal orders mean the same, and what means the same is the same', () => {
    fc.assert(
      fc.property(anyOrders, (orders) => {
        const normal = normalOrders(orders);
        for (const attribute of [standardOrder, ...orderableAttributes])
          expect(orderFor(toPrecedence(normal), attribute)).toEqual(orderFor(toPrecedence(orders), attribute));
        expect(normalOrders(normal)).toEqual(normal);
        expect(differingAttributes(orders, normal)).toEqual([]);
      }),
      runs,
    );
  });

  test('nothing set is the default', () => {
    expect(toPrecedence({})).toStrictEqual(defaultPrecedence);
    const whole = Object.fromEntries(
      [standardOrder, ...orderableAttributes].map((attribute) => [attribute, defaultOrderFor(attribute)]),
    );
    expect(normalOrders(whole)).toEqual({});
  });

  test('an order that leaves out sources at the end is another order: these are trusted equally', () => {
    const short = defaultOrderFor('booking.eta').slice(0, -2);
    expect(normalOrders({ 'booking.eta': short })).toEqual({ 'booking.eta': short });
    expect(differingAttributes({ 'booking.eta': short }, {})).toEqual(['booking.eta']);
    expect(differingAttributes({}, { 'booking.eta': short })).toEqual(['booking.eta']);
  });

  test('another standard order moves every attribute that has none of its own', () => {
    const standard = ['EXPERT', ...sourceTypes.filter((type) => type !== 'EXPERT').toReversed()] as const;
    const differing = differingAttributes({ standard }, {});
    expect(differing).toContain('booking.eta');
    expect(differing).not.toContain('booking.ata');
  });

  test('both ports of a leg follow one order', () => {
    const order = ['EXPERT', 'FT', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'CUSTOMS', 'AIS'] as const;
    expect(toPrecedence({ 'leg.portOfLoading': order }).byAttribute['leg.portOfDischarge']).toEqual(order);
    expect(orderableAttributes).not.toContain('leg.portOfDischarge');
  });

  test.each([
    [{ 'booking.nothing': defaultOrderFor('booking.eta') }, 'unknown_attribute'],
    [{ 'booking.eta': ['EXPERT', 'FT'] }, 'not_every_source'],
    [{ 'booking.eta': ['EXPERT', 'FT', 'FT', 'EDI', 'TERMINAL', 'RPA', 'CUSTOMS', 'AIS'] }, 'not_every_source'],
    [{ 'booking.eta': [...defaultOrderFor('booking.eta'), 'FT'] }, 'not_every_source'],
    [{ 'booking.eta': ['FT', 'EXPERT', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'CUSTOMS', 'AIS'] }, 'expert_first'],
  ])('%o is refused: %s', (orders, problem) => {
    expect(findOrderProblems(orders).map((found) => found.problem)).toEqual([problem]);
  });

  test('a full order with experts first is accepted', () => {
    expect(findOrderProblems({ standard: defaultOrderFor(standardOrder) })).toEqual([]);
  });
});
