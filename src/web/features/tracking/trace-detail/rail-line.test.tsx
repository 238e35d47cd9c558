import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { TraceContext } from './trace-context.ts';
import { RailLine } from './TrainDetailPage.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['chart', 'landDetail', 'value']);
});
afterEach(cleanup);

const at = (day: number, hour: number): number => Date.UTC(2026, 1, day, hour);
const milestone = (statusCode: string, zone: string, planned: number | null, actual: number | null) => ({
  statusCode,
  zone,
  planned,
  estimated: null,
  actual,
  vesselName: 'X8021',
});
const stages = [
  {
    portCode: 'CNMLX',
    milestones: [milestone('RDP', 'Asia/Shanghai', at(1, 0), at(1, 2))],
  },
  {
    portCode: 'RUZAB',
    milestones: [
      milestone('RBA', 'Asia/Chita', at(1, 4), at(1, 6)),
      milestone('RBD', 'Asia/Chita', at(1, 14), at(2, 6)),
    ],
  },
];

test('a station says how long goods stayed against the plan, by its own clock and that of the railway; a long stay is marked', () => {
  const trace = {
    booking: { polZone: 'Asia/Shanghai' },
    containers: [{ stages }],
    places: { RUZAB: { nameCn: '后贝加尔斯克' } },
    now: at(3, 0),
  } as unknown as TraceDetail;
  renderInApp(
    <TraceContext value={trace}>
      <RailLine />
    </TraceContext>,
  );
  const stay = screen.getByRole('button', { name: /^后贝加尔斯克 · 停留 24 小时，计划 10/ });
  expect(stay.title).toContain('2026-02-01 15:00 UTC+9');
  expect(stay.title).toContain('铁路时间（莫斯科） 2026-02-01 09:00 MSK +3');
  expect(stay.dataset['tone']).toBe('warn');
  expect(screen.getByRole('button', { name: /^CNMLX · X8021 4 小时，计划 4/ })).toBeDefined();
});
