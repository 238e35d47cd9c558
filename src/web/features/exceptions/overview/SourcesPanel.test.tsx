import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { SourcesPanel } from './SourcesPanel.tsx';
import type { OverviewData } from './use-overview.ts';

beforeAll(async () => {
  prepareDom();
  await loadTexts(['overview']);
});
afterEach(cleanup);

const now = Date.UTC(2026, 10, 23, 12);
type Source = OverviewData['sources'][number];
const source = (code: string, more: Partial<Source> = {}): Source => ({
  code,
  nameCn: code,
  nameEn: code,
  enabled: true,
  failing: false,
  consecutiveFailures: 0,
  lastSuccessTime: now - 60_000,
  lastFailureTime: null,
  lastError: null,
  nextPullTime: null,
  overdue: { count: 0, more: false },
  ...more,
});

test('a source that has never reported anything is not called in order', () => {
  renderInApp(<SourcesPanel now={now} sources={[source('heard'), source('silent', { lastSuccessTime: null })]} />);
  const rowOf = (code: string): string => screen.getByRole('row', { name: new RegExp(`^${code}`) }).textContent ?? '';
  expect(rowOf('heard')).toContain('正常');
  expect(rowOf('silent')).toContain('尚无数据');
  expect(rowOf('silent')).not.toContain('正常');
});
