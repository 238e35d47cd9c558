import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { CronText } from './CronText.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

async function runsOf(expression: string): Promise<string[]> {
  renderInApp(<CronText expression={expression} zone="Asia/Shanghai" />);
  fireEvent.click(screen.getByRole('button'));
  return (await screen.findAllByRole('listitem')).map((item) => item.textContent ?? '');
}

test('the next runs are reported to the second when the expression has seconds', async () => {
  const runs = await runsOf('*/10 * * * * ?');
  expect(new Set(runs).size).toBe(5);
  for (const run of runs) expect(run).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d0 CST \+8$/);
});

test('and to the minute when they all lie at full minutes', async () => {
  const runs = await runsOf('0 0 6 * * ?');
  expect(runs).toHaveLength(5);
  for (const run of runs) expect(run).toMatch(/^\d{4}-\d\d-\d\d 06:00 CST \+8$/);
});
