import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { openTrace, trackedCells, type TrackedRow } from './trace-cells.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

const nothing: TrackedRow = {
  obmBkId: null,
  plannedDeparture: null,
  etd: null,
  atd: null,
  plannedArrival: null,
  eta: null,
  ata: null,
  etdOverdue: null,
  etaOverdue: null,
  share: 0,
  openExceptions: 0,
  state: 'waiting',
  noSource: null,
};
const cells = (stops: readonly (string | null)[]) =>
  trackedCells<TrackedRow>({
    detail: '/trace-detail',
    reference: () => 'MERI1',
    carrier: () => 'MERI',
    stops: () => stops,
    zones: () => [null, null],
    exceptions: () => ({}),
  });

test('a row of which nothing is known yet leaves its route to the state that says so, and cannot be opened now', () => {
  const { container } = renderInApp(<>{cells([null, null, null]).route.render(nothing)}</>);
  expect(container.textContent).toBe('');
  renderInApp(<>{cells(['上海', null, '洛杉矶']).route.render(nothing)}</>);
  expect(screen.getByText('上海 → 洛杉矶')).toBeDefined();
  openTrace('/trace-detail', nothing);
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['数据处理中，请稍后重试']);
});
