import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { callServer } from '#testing/call-server.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { JobLog } from './JobLog.tsx';

const linesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    line: from + index,
    time: 0,
    level: 'info' as const,
    message: `line ${from + index}`,
  }));
/** The log has this many lines, of which the last three are read at once. */
let total = 6;
const server = callServer({
  jobLog: ({ before }) => {
    const end = Number(before ?? total);
    return { lines: linesOf(Math.max(0, end - 3), end), total, more: end > 3 };
  },
});
afterEach(cleanup);

const shown = () => screen.getAllByText(/^line \d+$/).map(({ textContent }) => textContent);
const named = (from: number, to: number) => linesOf(from, to).map(({ message }) => message);

test('earlier lines are there once, however often they are asked for, and none is missing as the log goes on', async () => {
  await prepareDom();
  await loadTexts(['jobs']);
  const { rerender } = renderInApp(<JobLog jobId="7" logLines={6} />);
  await userEvent.dblClick(await screen.findByRole('button', { name: '更早的日志' }));
  await waitFor(() => expect(shown()).toEqual(named(0, 6)));
  expect(server.asked('jobLog').filter(({ before }) => before !== undefined)).toHaveLength(1);
  total = 8;
  rerender(<JobLog jobId="7" logLines={8} />);
  await screen.findByText('line 7');
  expect(shown()).toEqual(named(0, 8));
  // More came at once than was read: what lies between is asked for again.
  total = 20;
  rerender(<JobLog jobId="7" logLines={20} />);
  await screen.findByText('line 19');
  expect(shown()).toEqual(named(17, 20));
  await userEvent.click(screen.getByRole('button', { name: '更早的日志' }));
  await waitFor(() => expect(shown()).toEqual(named(14, 20)));
});
