import { expect, test } from 'vitest';
import { eventParts, expertValuesOf, momentsOf, subjectOf } from './evidence-text.ts';
import type { ExceptionRow } from './row-rules.ts';

test('a path says what it is about', () => {
  expect(subjectOf('booking.eta')).toEqual({ kind: 'booking', key: '', attribute: 'eta', isTime: true });
  expect(subjectOf('leg[2].vesselName')).toEqual({ kind: 'leg', key: '2', attribute: 'vesselName', isTime: false });
  expect(subjectOf('event[MERU1234567|LOBD|CNSHA|1].actual')).toMatchObject({
    kind: 'event',
    attribute: 'actual',
    isTime: true,
  });
  expect(subjectOf('source.lastSuccessAt')).toEqual({
    kind: 'other',
    key: 'source.lastSuccessAt',
    attribute: 'lastSuccessAt',
    isTime: true,
  });
});

test('the key of an event names container, milestone and port', () => {
  expect(eventParts('MERU1234567|LOBD|CNSHA|1')).toEqual({
    containerNo: 'MERU1234567',
    statusCode: 'LOBD',
    portCode: 'CNSHA',
  });
  expect(eventParts('|DLPT||1')).toEqual({ containerNo: null, statusCode: 'DLPT', portCode: null });
});

test('expert values are those of the log that are values', () => {
  expect(expertValuesOf({ 'booking.eta': 5, 'booking.voyage': '012E', other: { a: 1 } })).toEqual([
    { path: 'booking.eta', value: 5 },
    { path: 'booking.voyage', value: '012E' },
  ]);
});

test('the life of an exception is told newest first, each moment once', () => {
  const result = (parts: object) =>
    ({
      createTime: 1,
      handleTime: null,
      lastModifyTime: null,
      open: 1,
      regressions: 0,
      ...parts,
    }) as ExceptionRow['obmAutotestResult'];
  const kinds = (parts: object) => momentsOf(result(parts)).map((moment) => moment.kind);
  expect(kinds({ lastModifyTime: 1 })).toEqual(['created']);
  expect(kinds({ lastModifyTime: 9, handleTime: 9 })).toEqual(['handled', 'created']);
  expect(kinds({ lastModifyTime: 9, regressions: 2 })).toEqual(['regressed', 'created']);
  expect(kinds({ lastModifyTime: 9, handleTime: 5, open: 0 })).toEqual(['resolved', 'handled', 'created']);
});
