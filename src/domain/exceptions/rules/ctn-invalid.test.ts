import { expect, test } from 'vitest';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { at, buildContainer, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { ctnInvalid } from './ctn-invalid.ts';

const good = buildContainerNumber('MERU', 123456);
const bad = good.slice(0, 10) + String((Number(good[10]) + 1) % 10);

test('fires on a wrong check digit, and more on a wrong form', () => {
  expect(
    detectIn(ctnInvalid, buildSimpleView({ containers: [buildContainer(good), buildContainer(bad)] })),
  ).toMatchObject([{ key: 'check_digit', severity: 'low', params: { boxNos: bad } }]);
  expect(detectIn(ctnInvalid, buildSimpleView({ containers: [buildContainer('12345')] }))).toMatchObject([
    { key: 'shape', severity: 'medium', params: { shape: 1 } },
  ]);
});

test('a container is found in events and in the subscription too, and reported once', () => {
  const events = [buildEvent(bad, 'GITM', 'CNSHA', { actual: at(-1) })];
  const view = buildSimpleView({ events, containers: [buildContainer(bad)] }, { subscription: { containerNo: bad } });
  expect(keysIn(ctnInvalid, view)).toEqual(['check_digit']);
});

test('case and blanks are no error, nor is no number at all', () => {
  const typed = ` ${good.slice(0, 4).toLowerCase()} ${good.slice(4)}`;
  expect(keysIn(ctnInvalid, buildSimpleView({}, { subscription: { containerNo: typed } }))).toEqual([]);
  expect(keysIn(ctnInvalid, buildSimpleView({}))).toEqual([]);
});
