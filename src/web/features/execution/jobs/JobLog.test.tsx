import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { JobLog } from './JobLog.tsx';

const realFetch = globalThis.fetch;
let stored: object[] = [];
/** Answers are on their way until then. */
let late: Promise<void> | undefined;
let requested = 0;

beforeAll(async () => {
  globalThis.fetch = async () => {
    const data = { lines: stored, total: stored.length, more: false };
    requested += 1;
    await late;
    return Response.json({ status: 1, msg: '', data });
  };
  await prepareDom();
  await loadTexts(['jobs']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

test('lines that came before the page heard of news are requested once the job says that it has more', async () => {
  const { rerender } = renderInApp(<JobLog jobId="7" logLines={0} />);
  await screen.findByText('没有符合条件的日志');
  stored = [{ line: 0, time: 0, level: 'info', message: 'from the script' }];
  rerender(<JobLog jobId="7" logLines={1} />);
  expect(await screen.findByText('from the script')).toBeTruthy();
});

test('lines that come while the first answer is on its way are requested once it is there', async () => {
  stored = [];
  let arrive = (): void => undefined;
  late = new Promise((resolve) => {
    arrive = resolve;
  });
  const before = requested;
  const { rerender } = renderInApp(<JobLog jobId="8" logLines={0} />);
  await waitFor(() => expect(requested).toBe(before + 1));
  stored = [{ line: 0, time: 0, level: 'info', message: 'said meanwhile' }];
  rerender(<JobLog jobId="8" logLines={1} />);
  arrive();
  expect(await screen.findByText('said meanwhile')).toBeTruthy();
});
