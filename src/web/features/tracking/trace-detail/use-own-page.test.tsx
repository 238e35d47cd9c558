import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mode, modes } from '#domain/tracking/journey/mode.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { TabKeyContext } from '#web/base/page-hooks.ts';
import { forgetTabs, showTab, tabState } from '#web/base/tabs.ts';
import { traceRoutes } from '#contract/tracking/trace-routes.ts';
import { useOwnPage } from './use-own-page.ts';

const went: { href: string; replace: boolean }[] = [];
const opened = { key: '/trace-detail#7', route: '/trace-detail', href: '/trace-detail?obmBkId=7&dataSource=AIR' };

function Probe({ mode }: { mode: Mode | undefined }) {
  return <i>{useOwnPage('/trace-detail', mode) ? 'moving' : 'here'}</i>;
}
const look = (mode: Mode | undefined, key: string | null = opened.key): string =>
  render(
    <TabKeyContext value={key}>
      <Probe mode={mode} />
    </TabKeyContext>,
  ).container.textContent ?? '';

beforeEach(() => {
  went.length = 0;
  setNavigator((href, { replace }) => void went.push({ href, replace }));
  forgetTabs();
  showTab(opened);
});
afterEach(cleanup);

test.each(modes.filter((mode) => mode !== 'sea'))('a shipment by %s that a link opened as one by sea moves', (mode) => {
  expect(look(mode)).toBe('moving');
  const href = `${traceRoutes[mode]}?obmBkId=7&dataSource=AIR`;
  expect(went).toEqual([{ href, replace: true }]);
  expect(tabState().tabs).toEqual([{ key: `${traceRoutes[mode]}#7`, route: traceRoutes[mode], href }]);
});

test('one by sea, one that is not known yet, and one in a frame without tabs stay', () => {
  expect(look('sea')).toBe('here');
  expect(look(undefined)).toBe('here');
  expect(look('air', null)).toBe('here');
  expect(went).toEqual([]);
  expect(tabState().tabs).toEqual([opened]);
});

test('a shipment that is open already is shown in its tab, and the second tab goes', () => {
  const own = { key: '/air-trace-detail#7', route: '/air-trace-detail', href: '/air-trace-detail?obmBkId=7' };
  showTab(own);
  showTab(opened);
  expect(look('air')).toBe('moving');
  expect(tabState().tabs.map(({ key }) => key)).toEqual([own.key]);
  expect(went).toHaveLength(1);
});
