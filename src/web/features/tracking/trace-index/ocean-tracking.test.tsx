import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { initEmbed } from '#web/base/embed.ts';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { oceanTrackingPage } from './page.ts';

callServer({
  allDict: () => [],
  allOperators: () => [],
  allStatuses: () => [],
  tenants: () => [],
  'traceIndex.list': () => ({ records: [], totalPage: 0, totalRecord: 0 }),
});
const openAt = (pathname: string): void =>
  initEmbed({ pathname, search: '', hash: '' }, { replaceState: () => undefined });
afterEach(() => {
  cleanup();
  openAt('/');
});

test('an empty list in a frame leads to the page where references are pasted', async () => {
  openAt('/embed/ft-ocean-tracking');
  const page = await openPage(oceanTrackingPage);
  const buttons = await screen.findAllByRole('button', { name: /添加跟踪/ });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0]!);
  expect(page.left).toEqual(['/trace-index?paste=1']);
});
