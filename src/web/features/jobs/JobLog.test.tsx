import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { JobLog } from './JobLog.tsx';

const realFetch = globalThis.fetch;
let stored: object[] = [];

beforeAll(async () => {
  globalThis.fetch = () => {
    const data = { lines: stored, total: stored.length, more: false };
    return Promise.resolve(Response.json({ status: 1, msg: '', data }));
  };
  await prepareDom();
  await loadTexts(['jobs']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

test('lines that came before the page heard of news are asked for once the job says that it has more', async () => {
  const { rerender } = renderInApp(<JobLog jobId="7" logLines={0} />);
  await screen.findByText('没有符合条件的日志');
  stored = [{ line: 0, time: 0, level: 'info', message: 'from the script' }];
  rerender(<JobLog jobId="7" logLines={1} />);
  expect(await screen.findByText('from the script')).toBeTruthy();
});
