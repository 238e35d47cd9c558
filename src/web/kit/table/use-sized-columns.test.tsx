import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SizedColumn } from './column-model.ts';
import { useSizedColumns } from './use-sized-columns.ts';

type Row = Record<string, string>;
const column = (key: string, chosen = false): SizedColumn<Row> => ({
  key,
  title: key,
  text: (row) => row[key] ?? '',
  width: 147,
  chosen,
});
const rows: readonly Row[] = [{ berth: 'B1', note: 'new' }];
const widths = (columns: readonly SizedColumn<Row>[]): number[] =>
  renderHook(() => useSizedColumns(columns, rows, 800)).result.current.map(({ width }) => width);

test('a width somebody chose stays; the other columns take what is left of the room', () => {
  expect(widths([column('berth', true), column('note')])).toEqual([147, 653]);
});

test('with a chosen width for every column the room is still filled', () => {
  expect(widths([column('berth', true), column('note', true)])).toEqual([400, 400]);
});
