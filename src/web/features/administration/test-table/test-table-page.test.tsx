import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { testTablePage } from './page.ts';

beforeEach(resetSharedState);
callServer();
afterEach(cleanup);

const user = userEvent.setup({ delay: null });

test('page and order stand in the address; a page beyond the end is the last one', async () => {
  const page = await openPage(testTablePage, '/testWaliTable?sort=berth.desc&page=9999&size=10');
  const last = within(await rowOf('B101'));
  for (const message of ['外高桥四期', '上海', '否', '2027 年改造']) expect(last.getByText(message)).toBeDefined();
  await user.click(screen.getByTitle('99'));
  await rowOf('B111');
  expect(page.href()).toBe('/testWaliTable?sort=berth.desc&page=99&size=10');
  await setLang('en');
  await waitFor(() => expect(screen.getAllByText('Terminal')).not.toEqual([]));
  await setLang('zh');
});

test('sorting begins at the first page again', async () => {
  const page = await openPage(testTablePage, '/testWaliTable?page=3');
  const row = within(await rowOf('B121'));
  expect(row.getByText('是')).toBeDefined();
  const head = document.querySelector<HTMLElement>('.ant-table-thead') ?? document.body;
  await user.click(within(head).getByRole('button', { name: /水深/ }));
  await waitFor(() => expect(page.href()).toBe('/testWaliTable?sort=depthM.asc'));
});
