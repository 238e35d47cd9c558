import { expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { type Acknowledged, checkHistory } from './history.ts';

const write = (value: string, sentAt: number, acknowledgedAt: number, object = 'shipment'): Acknowledged => ({
  object,
  value,
  sentAt,
  acknowledgedAt,
});
const kept = (...values: string[]): Map<string, string[]> => new Map([['shipment', values]]);
const faultsOf = (...parameters: Parameters<typeof checkHistory>): string[] =>
  checkHistory(...parameters).map(({ kind, object, value }) => `${kind}: ${object} ${value}`);

test('writes that are there once, in the order in which they were made, are right', () => {
  expect(faultsOf([write('a', 0, 1), write('b', 2, 3)], kept('a', 'b'))).toEqual([]);
  expect(faultsOf([], new Map())).toEqual([]);
});

test('a write that was acknowledged and is not there is lost, also when nothing of its object is there', () => {
  expect(faultsOf([write('a', 0, 1), write('b', 2, 3)], kept('a'))).toEqual(['lost: shipment b']);
  expect(faultsOf([write('a', 0, 1)], new Map())).toEqual(['lost: shipment a']);
  expect(faultsOf([write('a', 0, 1, 'other')], kept())).toEqual(['lost: other a']);
});

test('a write that is there twice is doubled, acknowledged or not', () => {
  expect(faultsOf([write('a', 0, 1)], kept('a', 'a'))).toEqual(['doubled: shipment a']);
  expect(faultsOf([], kept('a', 'a'), [{ object: 'shipment', value: 'a' }])).toEqual(['doubled: shipment a']);
});

test('a write stands after those that were acknowledged before it was sent', () => {
  expect(faultsOf([write('a', 0, 1), write('b', 2, 3)], kept('b', 'a'))).toEqual(['out of order: shipment b']);
  const three = [write('a', 0, 1), write('b', 2, 3), write('c', 4, 5)];
  expect(faultsOf(three, kept('c', 'a', 'b'))).toEqual(['out of order: shipment c']);
  expect(faultsOf(three, kept('b', 'c', 'a'))).toEqual(['out of order: shipment b', 'out of order: shipment c']);
});

test('an older write that is made again over a newer one is doubled, and the newer one stands before it', () => {
  expect(faultsOf([write('a', 0, 1), write('b', 2, 3)], kept('a', 'b', 'a'))).toEqual([
    'doubled: shipment a',
    'out of order: shipment b',
  ]);
});

test('writes that were under way at the same time stand in either order; objects have no order among each other', () => {
  const both = [write('a', 0, 5), write('b', 2, 3)];
  expect(faultsOf(both, kept('a', 'b'))).toEqual([]);
  expect(faultsOf(both, kept('b', 'a'))).toEqual([]);
  const apart = [write('a', 0, 1, 'one'), write('b', 2, 3, 'two')];
  const found = new Map([
    ['two', ['b']],
    ['one', ['a']],
  ]);
  expect(faultsOf(apart, found)).toEqual([]);
});

test('what was sent and never answered may be there or not; what nobody sent may not', () => {
  const unanswered = [{ object: 'shipment', value: 'b' }];
  expect(faultsOf([write('a', 0, 1)], kept('a', 'b'), unanswered)).toEqual([]);
  expect(faultsOf([write('a', 0, 1)], kept('a'), unanswered)).toEqual([]);
  expect(faultsOf([write('a', 0, 1)], kept('a', 'x'), unanswered)).toEqual(['never sent: shipment x']);
});

test('any order in which writes took effect between sending and acknowledgement is right, and two that changed places are not', () => {
  const random = createRandom('histories');
  for (let round = 0; round < 200; round += 1) {
    const effects = Array.from({ length: 30 }, (_, number) => {
      const at = random.between(0, 100);
      return {
        at,
        ...write(`v${number}`, at - random.between(0, 5), at + random.between(0, 5), `o${random.int(1, 3)}`),
      };
    }).sort((a, b) => a.at - b.at);
    const values = new Map(
      [...Map.groupBy(effects, ({ object }) => object)].map(([object, all]) => [object, all.map(({ value }) => value)]),
    );
    expect(checkHistory(effects, values)).toEqual([]);
    const [object, order] = [...values].find(([, all]) => all.length > 1) as [string, string[]];
    const [first, last] = [order[0], order.at(-1)] as [string, string];
    const wrong = new Map(values).set(object, [last, ...order.slice(1, -1), first]);
    const of = (value: string): Acknowledged => effects.find((one) => one.value === value) as Acknowledged;
    if (of(first).acknowledgedAt < of(last).sentAt)
      expect(checkHistory(effects, wrong).map(({ kind }) => kind)).toContain('out of order');
  }
});
