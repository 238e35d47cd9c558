import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom } from '../test-dom.tsx';
import type { StripRow } from './time-strip.ts';
import { TimeStrip } from './TimeStrip.tsx';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
const opened: string[] = [];
const rows: StripRow[] = [
  {
    key: 'ys3',
    name: 'YS3',
    things: [
      {
        key: 'amber',
        what: 'AMBER TIDE',
        note: '晚到',
        tone: 'warn',
        spans: [
          { kind: 'planned', from: now - 30 * hour, to: now - 8 * hour },
          { kind: 'actual', from: now - 10 * hour, to: now },
        ],
        open: () => void opened.push('amber'),
      },
      {
        key: 'jade',
        what: 'JADE',
        spans: [{ kind: 'estimated', from: now + 20 * hour, to: now + 44 * hour, open: true }],
      },
    ],
  },
  { key: 'ys4', name: 'YS4', things: [] },
];
const strip = (name: string, shown = rows) => (
  <TimeStrip
    name={name}
    label="泊位计划"
    rowLabel="码头"
    rows={shown}
    now={now}
    zone="Asia/Shanghai"
    emptyText="没有挂靠"
  />
);
const user = userEvent.setup({ delay: null });
beforeAll(async () => {
  await prepareDom();
  await loadTexts(['chart']);
});
afterEach(cleanup);

test('things are read aloud with kinds, times of the place and notes; one tab stop, arrows move, Enter opens', async () => {
  render(strip('one'));
  const amber = screen.getByRole('button', { name: /AMBER TIDE/ });
  expect(amber.getAttribute('aria-label')).toBe(
    'YS3 · AMBER TIDE · 计划 2026-05-09 06:00 CST +8 至 2026-05-10 04:00 CST +8 · 实际 2026-05-10 02:00 CST +8 至 现在 · 晚到',
  );
  expect(within(amber).getByText('!')).toBeDefined();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(amber);
  await user.keyboard('{Enter}');
  expect(opened).toEqual(['amber']);
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /JADE/ }));
  expect(screen.getByText('YS3 · JADE · 预计 2026-05-11 08:00 CST +8 起')).toBeDefined();
});

test('the table has the same values, and the choice is remembered for this picture only', async () => {
  render(strip('two'));
  await user.click(screen.getByRole('button', { name: '泊位计划: 显示为表格' }));
  const lines = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((line) => [...line.children].map(({ textContent }) => textContent).join('|'));
  const known = [
    'YS3|AMBER TIDE|计划|2026-05-09 06:00 CST +8|2026-05-10 04:00 CST +8|晚到',
    'YS3|AMBER TIDE|实际|2026-05-10 02:00 CST +8|现在|晚到',
    'YS3|JADE|预计|2026-05-11 08:00 CST +8||',
  ];
  expect(lines()).toEqual(known);
  cleanup();
  render(strip('two'));
  expect(lines()).toEqual(known);
  cleanup();
  render(strip('three'));
  expect(screen.queryByRole('table')).toBeNull();
});

test('a strip without things has words instead', () => {
  render(strip('four', [{ key: 'ys4', name: 'YS4', things: [] }]));
  expect(screen.getByText('没有挂靠')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
