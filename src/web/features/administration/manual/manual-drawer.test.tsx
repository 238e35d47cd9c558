import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { takeChoice } from '#testing/screen-acts.ts';
import { definePage } from '#web/base/define-page.ts';
import { setLang } from '#web/i18n/index.ts';
import { ManualHost } from './ManualHost.tsx';

callServer({});
const actor = userEvent.setup({ delay: null });
const pageAt = (route: string) =>
  definePage({
    route,
    title: { zh: '页', en: 'Page' },
    order: 1,
    load: () => Promise.resolve({ default: ManualHost }),
  });
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

test('the help of a page opens its chapter; links and the contents lead to others, and the language follows', async () => {
  await openPage(pageAt('/sources'));
  await actor.click(await screen.findByRole('button', { name: '本页帮助' }));
  const book = await screen.findByRole('dialog', { name: '用户手册' });
  expect(await within(book).findByRole('heading', { level: 2, name: '数据源' })).toBeTruthy();
  expect(within(book).getAllByRole('listitem')).toHaveLength(3);

  await setLang('en');
  const english = await screen.findByRole('dialog', { name: 'User manual' });
  await within(english).findByRole('heading', { level: 2, name: 'Sources' });

  const contents = within(english).getByRole('combobox', { name: 'Contents' });
  await actor.type(contents, "operator's day");
  await takeChoice(contents, "An operator's day");
  await within(english).findByRole('heading', { level: 2, name: "An operator's day" });
  await actor.click(within(english).getByRole('button', { name: 'Operations overview' }));
  await within(english).findByRole('heading', { level: 2, name: 'Operations overview' });
});

test('a page without a chapter of its own has that of the page it hangs under, else the first', async () => {
  await openPage(pageAt('/job/other'));
  await actor.click(await screen.findByRole('button', { name: '本页帮助' }));
  const book = await screen.findByRole('dialog', { name: '用户手册' });
  expect(await within(book).findByRole('heading', { level: 2, name: '作业' })).toBeTruthy();
});
