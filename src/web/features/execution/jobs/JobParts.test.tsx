import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { JobParts } from './JobParts.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['jobs']);
});
afterEach(cleanup);

const part = (values: object) => ({
  name: 'TRACK',
  packageVersion: '1.0',
  primary: false,
  repeat: false,
  stage: 1,
  state: 'waiting' as const,
  runs: 0,
  jobId: null,
  jobStatus: null,
  waiting: null,
  nextTime: null,
  error: null,
  ...values,
});

test('each sub-package says how far it is, why it waits or failed, and leads to its job', () => {
  renderInApp(
    <JobParts
      parts={[
        part({ state: 'running', jobId: '12', primary: true, waiting: '没有机器人' }),
        part({ name: 'PARSE', state: 'failed', jobId: '13', repeat: true, runs: 3, error: '作业 #13 失败' }),
        part({ name: 'SEND', stage: 2, nextTime: Date.UTC(2026, 0, 2) }),
      ]}
    />,
  );
  const message = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(message[0]).toMatch(/执行中.*1\. TRACK 1\.0 #12.*没有机器人.*主产品/);
  expect(message[1]).toMatch(/失败.*PARSE.*作业 #13 失败.*重复 · 执行 3 次/);
  expect(message[2]).toMatch(/等待.*2\. SEND 1\.0.*等待至.*2026/);
  const links = screen.getAllByRole('button').map((button) => button.textContent);
  expect(links).toEqual(['TRACK 1.0 #12', 'PARSE 1.0 #13']);
});
