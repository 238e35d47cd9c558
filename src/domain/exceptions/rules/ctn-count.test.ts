import { expect, test } from 'vitest';
import { at, buildContainer, buildRecord, buildView, detectIn, keysIn, reference } from '../../testing/builders.ts';
import { sourceTypes } from '../../tracking/model.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { ctnCount } from './ctn-count.ts';

const record = (id: string, containers: string[], values: Partial<SourceRecord> = {}) =>
  buildRecord(
    id,
    { containers: containers.map((container) => buildContainer(container)), listsAllContainers: true },
    { sourceCode: id, ...values },
  );
/** What a source tells of containers one by one. */
const mentions = (id: string, containers: string[], values: Partial<SourceRecord> = {}) =>
  buildRecord(
    id,
    { containers: containers.map((container) => buildContainer(container)) },
    { sourceCode: id, ...values },
  );

test('fires when the sets differ, also with equal counts', () => {
  expect(detectIn(ctnCount, buildView([record('a', ['X1', 'X2']), record('b', ['X1'])]))).toMatchObject([
    { key: '', params: { firstSource: 'a', firstCount: 2, secondCount: 1, onlyFirst: 'X2' } },
  ]);
  expect(keysIn(ctnCount, buildView([record('a', ['X1']), record('b', ['X2'])]))).toEqual(['']);
  expect(keysIn(ctnCount, buildView([record('a', ['X1', 'X2']), record('b', ['X2', 'X1'])]))).toEqual([]);
});

test('messages about single containers do not count as a list of all containers, from any source', () => {
  expect(keysIn(ctnCount, buildView([record('a', ['X1', 'X2']), record('b', [])]))).toEqual([]);
  for (const sourceType of sourceTypes)
    expect(keysIn(ctnCount, buildView([record('a', ['X1', 'X2']), mentions('b', ['X1'], { sourceType })]))).toEqual([]);
  expect(keysIn(ctnCount, buildView([mentions('a', ['X1', 'X2']), mentions('b', ['X3'])]))).toEqual([]);
});

test('a container that is reported and missing from a list of all of them is found', () => {
  expect(detectIn(ctnCount, buildView([mentions('a', ['X1', 'X2']), record('b', ['X1', 'X3'])]))).toMatchObject([
    { params: { onlyFirst: 'X2' } },
  ]);
});

test('a source that has been quiet for more than two days longer lags', () => {
  const view = (hours: number) =>
    buildView([record('a', ['X1', 'X2']), record('b', ['X1'], { observedAt: at(0, -hours) })]);
  expect(keysIn(ctnCount, view(48))).toEqual(['']);
  expect(keysIn(ctnCount, view(49))).toEqual([]);
});

test('after the departure the set is final, however long a source has been quiet since', () => {
  const reported = (id: string, containers: string[], observedAt: number) =>
    buildRecord(
      id,
      {
        booking: { atd: at(-10) },
        containers: containers.map((container) => buildContainer(container)),
        listsAllContainers: true,
      },
      { sourceCode: id, observedAt },
    );
  expect(keysIn(ctnCount, buildView([reported('a', ['X1', 'X2'], at(0)), reported('b', ['X1'], at(-9))]))).toEqual([
    '',
  ]);
  expect(keysIn(ctnCount, buildView([reported('a', ['X1', 'X2'], at(0)), reported('b', ['X1'], at(-11))]))).toEqual([]);
});

test('is silent on the subscription of one container', () => {
  const view = buildView([record('a', ['X1', 'X2']), record('b', ['X1'])], { subscription: { subject: 'container' } });
  expect(keysIn(ctnCount, view)).toEqual([]);
});

test('a long list is shortened', () => {
  const many = Array.from({ length: 9 }, (_, index) => `X${index}`);
  expect(detectIn(ctnCount, buildView([record('a', many), record('b', ['X0'])]))[0]?.params.onlyFirst).toBe(
    'X1 X2 X3 X4 X5 +3',
  );
});

test('a listed container of which the carrier has reported no move two days after the ship left is one too many', () => {
  const lists = record('ft', ['X1', 'X9'], { sourceType: 'FT' });
  const moves = (atd: number | null, sourceType: SourceRecord['sourceType'] = 'CARRIER') =>
    buildRecord(
      'dcsa',
      { booking: { atd }, containers: [buildContainer('X1')] },
      { sourceCode: 'dcsa', sourceType, observedAt: at(-1) },
    );
  expect(detectIn(ctnCount, buildView([lists, moves(at(-2))]))).toMatchObject([{ params: { onlyFirst: 'X9' } }]);
  expect(keysIn(ctnCount, buildView([lists, moves(at(-2, 1))]))).toEqual([]);
  expect(keysIn(ctnCount, buildView([lists, moves(null)]))).toEqual([]);
  expect(keysIn(ctnCount, buildView([lists, moves(at(-2), 'EDI')]))).toEqual([]);
  // What a terminal mentions is no list.
  expect(keysIn(ctnCount, buildView([mentions('edi', ['X1', 'X9'], { sourceType: 'EDI' }), moves(at(-9))]))).toEqual(
    [],
  );
  expect(ctnCount.changeTimes?.(buildView([lists, moves(at(-2, 1))]), ctnCount.defaults, reference)).toEqual([
    at(0, 1),
  ]);
});
