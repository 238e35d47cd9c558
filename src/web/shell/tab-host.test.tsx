import { act, cleanup, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Pages } from '#web/app/guard.ts';
import { useLine } from '#web/base/line.ts';
import { useTabs } from '#web/base/tabs.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { TabHost } from './TabHost.tsx';

beforeAll(prepareDom);
afterEach(() => {
  cleanup();
  useTabs.setState({ tabs: [], active: null });
  useLine.setState({ up: true });
});

test('a tab opened while the server is away comes by itself when it is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let away = true;
  const Component = fetched(async () => {
    if (away) throw new TypeError('Failed to fetch dynamically imported module');
    return (): ReactElement => <p>the page</p>;
  }, 'page');
  const pages = new Map([
    ['/ports', { route: '/ports', title: { zh: '港口', en: 'Ports' }, Component }],
  ]) as unknown as Pages;
  const tab = { key: '/ports', route: '/ports', href: '/ports' };
  useTabs.setState({ tabs: [tab as never], active: '/ports' });
  useLine.setState({ up: false });
  renderInApp(<TabHost pages={pages} />);
  expect(await screen.findByRole('button')).toBeTruthy();
  away = false;
  act(() => useLine.setState({ up: true }));
  expect(await screen.findByText('the page')).toBeTruthy();
});
