import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { AsOfBar } from './AsOfBar.tsx';
import { TraceContext } from './trace-context.ts';

const day = (number: number): number => Date.UTC(2026, 2, number, 8);
const realFetch = globalThis.fetch;

beforeAll(async () => {
  const data = [
    { time: day(1), changes: 40, said: [] },
    { time: day(2), changes: 0, said: ['ft'] },
    { time: day(3), changes: 0, said: ['ft', 'robot'] },
    { time: day(4), changes: 2, said: [] },
  ];
  globalThis.fetch = () => Promise.resolve(Response.json({ status: 1, msg: '', data }));
  await prepareDom();
  await loadTexts(['traceDetail']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

const trace = {
  booking: { obmBkId: '1' },
  sources: [
    { code: 'ft', nameCn: '聚合平台', nameEn: 'Aggregator' },
    { code: 'robot', nameCn: '机器人', nameEn: 'Robot' },
  ],
} as unknown as TraceDetail;

function show(asOf: number): (number | undefined)[] {
  const chosen: (number | undefined)[] = [];
  renderInApp(
    <TraceContext value={trace}>
      <AsOfBar asOf={asOf} onAsOf={(moment) => chosen.push(moment)} />
    </TraceContext>,
  );
  return chosen;
}

const statusText = (): string => screen.getByRole('status').textContent ?? '';

test('moments that moved nothing are passed over until somebody wants them', async () => {
  const chosen = show(day(4));
  const box = await screen.findByRole('checkbox', { name: '含结果不变的时刻（2）' });
  expect(statusText()).toContain('2 项变化');
  await userEvent.click(screen.getByRole('button', { name: '上一次变化' }));
  await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: '上一次变化' }));
  expect(chosen).toEqual([day(1), day(3)]);
});

test('one that an address leads to says whose word changed, and gives way to the change before it', async () => {
  const chosen = show(day(3));
  const box = await screen.findByRole('checkbox', { checked: true });
  expect(statusText()).toContain('来源聚合平台和机器人的数据有变化，结果不变');
  await userEvent.click(box);
  expect(chosen).toEqual([day(1)]);
});
