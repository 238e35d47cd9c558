import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { BulkRuns } from './BulkRuns.tsx';

const realFetch = globalThis.fetch;
const requested: [path: string, body: Record<string, unknown>][] = [];
let ended: 'done' | 'cancelled' | undefined;

const run = () => ({
  runId: '9',
  act: 'stop',
  state: ended ?? 'running',
  total: 250,
  done: ended === 'done' ? 250 : 120,
  succeeded: ended === 'done' ? 249 : 119,
  refused: 1,
  startTime: 0,
  finishTime: null,
});
const item = { processName: '船期采集', tenantName: '租户', newJobId: null };
const records = [
  { ...item, jobId: '41', done: true, jobStatus: 'Stopped', text: '已要求停止' },
  { ...item, jobId: '42', done: false, jobStatus: 'Successful', text: '未执行：作业已结束或正在停止' },
];

function answerOf(path: string, body: Record<string, unknown>): unknown {
  if (path.endsWith('bulkRuns')) return [run()];
  if (path.endsWith('bulkCancel')) {
    ended = 'cancelled';
    return null;
  }
  const rows = body['done'] === 0 ? records.slice(1) : records;
  return { records: rows, totalPage: 1, totalRecord: rows.length, run: run() };
}

beforeAll(async () => {
  globalThis.fetch = (input, init) => {
    const path = new URL(String(input), 'http://localhost').pathname;
    const body = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>;
    requested.push([path, body]);
    return Promise.resolve(Response.json({ status: 1, msg: '已取消', data: answerOf(path, body) }));
  };
  await prepareDom();
  await loadTexts(['jobBulk']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(() => {
  cleanup();
  requested.length = 0;
  ended = undefined;
});

function Page() {
  const [shown, setShown] = useState<string>();
  return <BulkRuns shown={shown} onShow={setShown} />;
}

test('shows how far a run is, what became of each, and follows it to its end', async () => {
  renderInApp(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: /批量操作 120\/250/ }));
  const status = await screen.findByText('正在执行：120/250，119 个成功，1 个未执行');
  expect(screen.getByRole('button', { name: '#41' })).toBeTruthy();
  expect(screen.getByText('未执行：作业已结束或正在停止')).toBeTruthy();
  fireEvent.click(screen.getByText('未执行'));
  await waitFor(() => expect(screen.queryByRole('button', { name: '#41' })).toBeNull());
  const results = requested.filter(([path]) => path.endsWith('bulkResults'));
  expect(results.at(-1)?.[1]).toMatchObject({ runId: '9', currentPage: 1, done: 0 });
  ended = 'done';
  await waitFor(() => expect(status.textContent).toBe('已完成：249 个成功，1 个未执行'));
  expect(screen.queryByRole('button', { name: /^取\s?消$/ })).toBeNull();
  await screen.findByRole('button', { name: /批量操作结果/, hidden: true });
});

test('the rest of a run can be called off', async () => {
  renderInApp(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: /批量操作 120\/250/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^取\s?消$/ }));
  await waitFor(() =>
    expect(screen.getByText('已取消：已处理 120/250，119 个成功，1 个未执行').getAttribute('role')).toBe('status'),
  );
  expect(requested.filter(([path]) => path.endsWith('bulkCancel'))).toEqual([
    ['/api/product/job/bulkCancel', { runId: '9' }],
  ]);
});
