import { expect, test } from 'vitest';
import { type Entry, fitOf, matching, mayBeNumber, shipmentHref } from './entries.ts';

const entry = (label: string, hint?: string): Entry => ({
  key: label,
  kind: 'page',
  label,
  ...(hint === undefined ? {} : { hint }),
  run: () => undefined,
});

test('a beginning fits better than a word, a word better than a part, a part better than single letters', () => {
  expect(fitOf('exc', 'Exceptions')).toBe(0);
  expect(fitOf('sub', 'Exception subscriptions')).toBe(1);
  expect(fitOf('script', 'Exception subscriptions')).toBe(2);
  expect(fitOf('exsu', 'Exception subscriptions')).toBe(3);
  expect(fitOf('zz', 'Exceptions')).toBeUndefined();
  expect(fitOf('异常', '异常管理')).toBe(0);
});

test('the best comes first, and the address of a page finds it too', () => {
  const all = [
    entry('Port aliases', '/port-aliases'),
    entry('Ports', '/ports'),
    entry('Exceptions', '/exception-manage'),
  ];
  expect(matching('ports', all).map(({ label }) => label)).toEqual(['Ports', 'Port aliases']);
  expect(matching('manage', all).map(({ label }) => label)).toEqual(['Exceptions']);
  expect(matching('', all)).toHaveLength(3);
});

test.each(['MERI123456789', 'csqu 305438-3', 'COSU6301'])('%s may be a number', (typed) => {
  expect(mayBeNumber(typed)).toBe(true);
});

test.each(['', 'ports', '异常管理', 'A1', '=HYPERLINK("1")'])('%s is no number', (typed) => {
  expect(mayBeNumber(typed)).toBe(false);
});

test('a shipment without data leads to its subscription', () => {
  const found = { bkId: null, bizSourceType: 'X', blNo: 'B1', ctnNo: null } as never;
  expect(shipmentHref({ obmTkSubscribe: found })).toBe('/exception-subscribe?blNo=B1');
  const traced = { bkId: '7', bizSourceType: 'CARRIER', blNo: 'B1', ctnNo: null } as never;
  expect(shipmentHref({ obmTkSubscribe: traced })).toBe('/trace-detail?obmBkId=7&dataSource=CARRIER');
});
