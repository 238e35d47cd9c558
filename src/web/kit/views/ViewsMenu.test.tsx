import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SavedView } from '#contract/administration/preference.ts';
import { callServer, Success } from '#testing/call-server.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { TabKeyContext } from '#web/base/page-hooks.ts';
import { useTabs } from '#web/base/tabs.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ViewsMenu } from './ViewsMenu.tsx';

const route = '/trace-index';
const late: SavedView = {
  viewId: '1',
  list: route,
  kind: 'view',
  viewName: '延误的票',
  shared: false,
  own: true,
  ownerName: 'admin',
  pinned: true,
  isDefault: false,
  content: { search: { tab: 'late' } },
  recordVersion: 1,
};
const quiet: SavedView = {
  ...late,
  viewId: '2',
  viewName: '无动态的票',
  pinned: false,
  content: { search: { q: '1' } },
};

let stored: SavedView[] = [];
const server = callServer({
  savedViews: () => stored,
  savedViewSave: ({ viewId, viewName, content }) => {
    const before = stored.find((view) => view.viewId === viewId) ?? { ...late, viewId: '3', pinned: false };
    const after = { ...before, viewName, content };
    stored = [...stored.filter((view) => view.viewId !== after.viewId), after];
    return new Success(after, '已保存');
  },
  savedViewChoose: ({ viewId, pinned, isDefault }) => {
    stored = stored.map((view) =>
      view.viewId === viewId ? { ...view, pinned: pinned === 1, isDefault: isDefault === 1 } : view,
    );
    return stored.find((view) => view.viewId === viewId) ?? late;
  },
});

const show = (href: string): void => useTabs.setState({ tabs: [{ key: 'list', route, href }], active: 'list' });

beforeEach(async () => {
  await prepareDom();
  await loadTexts(['views']);
  stored = [late, quiet];
  setNavigator(show);
  show(route);
  renderInApp(
    <TabKeyContext value="list">
      <ViewsMenu route={route} table="views-menu" startsOpen={false} />
    </TabKeyContext>,
  );
});
afterEach(cleanup);

const menuButton = (): HTMLElement => screen.getByRole('button', { expanded: false });

test('a pinned view is shown beside the button and opens with one click', async () => {
  const pin = await screen.findByRole('button', { name: late.viewName });
  expect(screen.queryByRole('button', { name: quiet.viewName })).toBeNull();
  expect(pin.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(pin);
  expect(useTabs.getState().tabs[0]?.href).toBe(`${route}?tab=late`);
  await waitFor(() => expect(pin.getAttribute('aria-pressed')).toBe('true'));
});

test('a view that is saved under a name is pinned as chosen, and is the one that the list shows', async () => {
  await screen.findByRole('button', { name: late.viewName });
  await userEvent.click(menuButton());
  await userEvent.click(await screen.findByRole('button', { name: '另存为视图' }));
  const dialog = await screen.findByRole('dialog', { name: '另存为视图' });
  await userEvent.type(within(dialog).getByLabelText('视图名称'), '今天');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '固定在列表上方' }));
  await userEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
  const pin = await screen.findByRole('button', { name: '今天' });
  await waitFor(() => expect(pin.getAttribute('aria-pressed')).toBe('true'));
  expect(server.asked('savedViewChoose')).toEqual([{ viewId: '3', pinned: 1, isDefault: 0 }]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '另存为视图' })).toBeNull());
});

test('changes are saved to the view that is open', async () => {
  await userEvent.click(await screen.findByRole('button', { name: late.viewName }));
  show(`${route}?tab=late&q=7`);
  await screen.findByText('已修改');
  await userEvent.click(menuButton());
  await userEvent.click(await screen.findByRole('button', { name: `保存修改到“${late.viewName}”` }));
  await waitFor(() => expect(screen.queryByText('已修改')).toBeNull());
  expect(stored.find(({ viewId }) => viewId === '1')?.content.search).toEqual({ tab: 'late', q: '7' });
});
