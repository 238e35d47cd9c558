import { expect, test } from 'vitest';
import type { Tab } from '#web/base/tab-rules.ts';
import type { Pages } from '#web/app/guard.ts';
import { tabTitle } from './TabBar.tsx';

test('tabs of the same name say which page each is', () => {
  const tab = (route: string, label?: string): Tab => ({
    key: route,
    route,
    href: route,
    ...(label === undefined ? {} : { label }),
  });
  const tabs = [tab('/trace', 'MERI1'), tab('/handle', 'MERI1'), tab('/order', 'PO-1'), tab('/list')];
  const pages: Pages = new Map();
  expect(tabs.map((one) => tabTitle(one, pages, 'en', tabs))).toEqual([
    'MERI1 · /trace',
    'MERI1 · /handle',
    'PO-1',
    '/list',
  ]);
});
