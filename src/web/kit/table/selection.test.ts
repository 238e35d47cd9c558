import { describe, expect, test } from 'vitest';
import { collectIds, emptySelection, MAX_SELECTED, pageState, type Selection, setSelected } from './selection.ts';

type Row = { name: string };
const row = (id: string) => [id, { name: id }] as const;

describe('selection over pages', () => {
  test('rows of page 1 stay selected while rows of page 2 are ticked and unticked', () => {
    let selection: Selection<Row> = setSelected<Row>(emptySelection, [row('1'), row('2')], true);
    selection = setSelected(selection, [row('11'), row('12')], true);
    expect(selection.ids).toEqual(['1', '2', '11', '12']);
    selection = setSelected(selection, [row('11')], false);
    expect(selection.ids).toEqual(['1', '2', '12']);
    expect(pageState(selection, ['1', '2'])).toBe('all');
    expect(pageState(selection, ['11', '12'])).toBe('some');
    expect(pageState(selection, ['21', '22'])).toBe('none');
    expect(selection.rows.get('12')).toEqual({ name: '12' });
    expect(selection.rows.has('11')).toBe(false);
  });

  test('ticking twice counts once, and a batch never grows beyond its limit', () => {
    const many = Array.from({ length: MAX_SELECTED + 10 }, (_, index) => [String(index), undefined] as const);
    const selection = setSelected<Row>(setSelected<Row>(emptySelection, [row('0')], true), many, true);
    expect(selection.ids).toHaveLength(MAX_SELECTED);
    expect(new Set(selection.ids).size).toBe(MAX_SELECTED);
    expect(selection.rows.get('0')).toEqual({ name: '0' });
  });
});

describe('collectIds', () => {
  const server =
    (total: number, requested: number[] = []) =>
    (page: number, size: number) => {
      requested.push(page);
      const from = (page - 1) * size;
      const ids = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => String(from + index));
      return Promise.resolve({ ids, total });
    };

  test('takes every page and stops at the last', async () => {
    const requested: number[] = [];
    const progress: number[] = [];
    const ids = await collectIds(server(25, requested), { pageSize: 10, onProgress: (known) => progress.push(known) });
    expect(ids).toHaveLength(25);
    expect(requested).toEqual([1, 2, 3]);
    expect(progress).toEqual([10, 20, 25]);
  });

  test('a full last page asks for no empty one, and 5,000 are enough', async () => {
    const requested: number[] = [];
    expect(await collectIds(server(20, requested), { pageSize: 10 })).toHaveLength(20);
    expect(requested).toEqual([1, 2]);
    expect(await collectIds(server(12_345))).toHaveLength(MAX_SELECTED);
  });

  test('can be stopped', async () => {
    const controller = new AbortController();
    const stopping = collectIds(server(100), {
      pageSize: 10,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(stopping).rejects.toThrow();
  });
});
