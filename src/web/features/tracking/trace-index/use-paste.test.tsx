import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom } from '#web/kit/test-dom.tsx';
import { usePaste } from './use-paste.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['traceIndex']);
});
afterEach(() => vi.unstubAllGlobals());

const found = (number: string) => ({
  start: 0,
  end: 1,
  kind: 'bill',
  number,
  carrierCode: 'MSK',
  certainty: 'certain',
  problem: null,
  repeats: null,
  obmTkSubscribeId: null,
});

test('what the server says of a number stands at that number, also when others were not chosen', async () => {
  const answer = (data: unknown) => vi.stubGlobal('fetch', async () => Response.json({ status: 1, msg: '', data }));
  answer([found('MAEU1'), found('MAEU2'), found('MAEU3')]);
  const { result } = renderHook(() => usePaste(() => undefined));
  await act(() => result.current.recognise());
  act(() => result.current.change(0, { chosen: false }));
  const message = (row: number, obmTkSubscribeId: string | null, ...errors: string[]) => ({
    row,
    ok: errors.length === 0,
    obmTkSubscribeId,
    errors: errors.map((msg) => ({ field: 'blNo', msg })),
    warnings: [],
  });
  answer({ created: 1, failed: 1, results: [message(1, null, '该船公司不支持订阅'), message(2, '77')] });
  await act(() => result.current.track());
  expect(result.current.rows.map(({ obmTkSubscribeId, result: words }) => [obmTkSubscribeId, words])).toEqual([
    [null, null],
    [null, '该船公司不支持订阅'],
    ['77', ''],
  ]);
});
