import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { loadTexts, text as translated } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { driftCell, DriftCharts } from './Drift.tsx';
import { ChangeTable, lastChangeCell, type Subscribed } from './changes.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['chart', 'sailingSubscriptions']);
});
afterEach(cleanup);

const at = Date.UTC(2026, 4, 9, 3);
const row = (field: string, oldValue: string | null, newValue: string | null): Subscribed => ({
  changes: [{ time: 0, field, oldValue, newValue }],
  changeCount: 1,
  effectiveDate: '2026-05-04',
  expiryDate: '2026-05-14',
  createTime: 0,
  createUserCode: 'alice',
  state: 'active',
});
const words = {
  nameOf: (field: string) => (field === 'omitted' ? '跳港' : '预计抵港'),
  zoneOf: () => 'Asia/Shanghai',
  timesOf: () => ({ planned: at, estimated: at + 2.5 * DAY_MS }),
  wordOf: (field: string, value: string) => (field === 'omitted' ? (value === 'true' ? '是' : '否') : undefined),
};

test('the newest change is copied as it is read: names, words, and times of the port', () => {
  const { text } = lastChangeCell<Subscribed>(words);
  expect(text?.(row('omitted', 'false', 'true'))).toBe('跳港 否 → 是');
  expect(text?.(row('estimatedArrival', null, String(at)))).toBe('预计抵港 — → 2026-05-09 11:00 CST +8');
  expect(text?.({ ...row('', '', ''), changes: [] })).toBe('');
});

test('a row with more than one change says how many, and shows them all when asked', () => {
  const onAll = vi.fn<(of: Subscribed) => void>();
  const { render } = lastChangeCell<Subscribed>(words, onAll);
  renderInApp(<>{render?.(row('omitted', 'false', 'true'))}</>);
  expect(screen.queryByRole('button')).toBeNull();
  const changed = { ...row('omitted', 'false', 'true'), changeCount: 12 };
  renderInApp(<>{render?.(changed)}</>);
  fireEvent.click(screen.getByRole('button', { name: '共 12 次变更' }));
  expect(onAll).toHaveBeenCalledWith(changed);
});

test('all changes stand under each other with old, new and by how much', () => {
  const changes = [
    {
      time: at,
      field: 'estimatedArrival',
      oldValue: String(at + DAY_MS),
      newValue: String(at + 2.5 * DAY_MS),
    },
    { time: at - MINUTE_MS, field: 'estimatedArrival', oldValue: null, newValue: String(at + DAY_MS) },
    { time: at - 2 * MINUTE_MS, field: 'omitted', oldValue: 'true', newValue: 'false' },
  ];
  renderInApp(<ChangeTable row={row('', '', '')} changes={changes} words={words} />);
  const lines = screen.getAllByRole('row').slice(1);
  const cellsOf = (line: HTMLElement) =>
    within(line)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cellsOf(lines[0]!).slice(1)).toEqual(['预计抵港', '05-10 11:00CST +8', '05-11 23:00CST +8', '+1.5 天']);
  expect(cellsOf(lines[1]!).slice(1)).toEqual(['预计抵港', '—', '05-10 11:00CST +8', '']);
  expect(cellsOf(lines[2]!).slice(1)).toEqual(['跳港', '是', '否', '']);
});

test('a row says by how much its times moved, and the drawer has the steps as a table', () => {
  const moved = row('estimatedArrival', null, String(at + 2.5 * DAY_MS));
  const { text, render } = driftCell<Subscribed>(translated, words);
  expect(text?.(moved)).toBe('到达 +2.5 天');
  expect(text?.({ ...moved, changeCount: 12 })).toContain('（最近 1 次变更）');
  renderInApp(<>{render?.(moved)}</>);
  expect(screen.getByRole('img', { name: '到达 +2.5 天' })).toBeDefined();
  cleanup();
  renderInApp(<>{render?.({ ...moved, changes: [] })}</>);
  expect(screen.getByText('未变')).toBeDefined();
  cleanup();
  renderInApp(<DriftCharts row={moved} changes={moved.changes} words={words} />);
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('2026-05-09 11:00 CST +8');
  expect(second?.textContent).toContain('2026-05-11 23:00 CST +8+2.5 天');
});
