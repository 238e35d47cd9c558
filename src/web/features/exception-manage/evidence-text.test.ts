import { expect, test } from 'vitest';
import { expertValuesOf, momentsOf } from './evidence-text.ts';
import type { ExceptionRow } from './row-rules.ts';

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
