import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { whyException, whyTask } from '#domain/tracking/why/why.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { WhyLine } from './WhyLine.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['why']);
});
afterEach(cleanup);

const held = { code: 'ETA_SLIP', text: 'x', reason: 'new', open: true, resolution: null, regressions: 0 };

test('somebody who is not known is called somebody; an error without words is not', () => {
  const exception = { ...held, handleStatus: '4', who: null, snoozed: false, snoozedUntil: null };
  renderInApp(<WhyLine why={whyException(exception)} />);
  expect(screen.getByText('有人 已挂起，问题还在：x')).toBeDefined();
  cleanup();
  const task = { of: 'task', status: 'dead', attempts: 8, error: '', runAt: 1, now: 2 } as const;
  renderInApp(<WhyLine why={whyTask(task)} />);
  expect(screen.getByText('失败 8 次，不再重试：—')).toBeDefined();
});
