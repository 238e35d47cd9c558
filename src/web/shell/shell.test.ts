import { describe, expect, test } from 'vitest';
import type { Pages } from '#web/app/guard.ts';
import { navGroups } from '#web/base/define-page.ts';
import { navigation } from '#web/app/navigation.ts';
import { pageOf } from '#web/app/page.ts';
import { activeRouteOf, menuOf } from './menu.ts';
import { initialSidebar, onToggle, onWidth, restoreSidebar } from './sidebar-state.ts';
import { worldNow, worldTimeText } from './world-time.ts';

const all: Pages = new Map(navigation.map((page) => [page.route, pageOf(page)]));

describe('the sidebar collapses by width', () => {
  test('below 1500 px, not from 1500 px on', () => {
    expect(initialSidebar(1499).collapsed).toBe(true);
    expect(initialSidebar(1500).collapsed).toBe(false);
  });
  test('crossing collapses and restores', () => {
    const narrow = onWidth(initialSidebar(1600), 1499);
    expect(narrow.collapsed).toBe(true);
    expect(onWidth(narrow, 1500).collapsed).toBe(false);
  });
  test('a manual expand holds until the next crossing', () => {
    const opened = onToggle(initialSidebar(1366));
    expect(opened.collapsed).toBe(false);
    expect(onWidth(opened, 1280).collapsed).toBe(false);
    expect(onWidth(onWidth(opened, 1600), 1366).collapsed).toBe(true);
  });
  test('a phone has no room for an expanded one', () => {
    const opened = onToggle(initialSidebar(1366));
    expect(onWidth(opened, 640).collapsed).toBe(false);
    expect(onWidth(opened, 639).collapsed).toBe(true);
    expect(restoreSidebar(opened, 390).collapsed).toBe(true);
  });
  test("above the limit the user's last choice there comes back", () => {
    const closed = onToggle(initialSidebar(1920));
    const narrowOpened = onToggle(onWidth(closed, 1366));
    expect(narrowOpened.collapsed).toBe(false);
    expect(onWidth(narrowOpened, 1920).collapsed).toBe(true);
  });
  test('a reload keeps the choice, a damaged one is forgotten', () => {
    const opened = onToggle(initialSidebar(1366));
    expect(restoreSidebar(JSON.parse(JSON.stringify(opened)), 1366)).toEqual(opened);
    expect(restoreSidebar(opened, 1920)).toEqual(onWidth(opened, 1920));
    expect(restoreSidebar({ wide: 'yes' }, 1366)).toEqual(initialSidebar(1366));
  });
});

describe('the menu', () => {
  test('has the groups in the given order, the specified ones with their entries first', () => {
    const menu = menuOf(all, { signedIn: true, admin: true, menus: [] });
    expect(menu.map(({ group }) => group)).toEqual([...navGroups]);
    const tracking = menu.find(({ group }) => group === 'tracking');
    expect(tracking?.entries.map(({ route }) => route)).toEqual([
      '/trace-index',
      '/domestic-trace-index',
      '/air-trace-index',
      '/train-index',
      '/ft-ocean-tracking',
      '/express-index',
      '/vehicle-index',
      '/reports',
    ]);
  });
  test('shows permitted pages only and drops empty groups', () => {
    const menu = menuOf(all, { signedIn: true, admin: false, menus: ['/exception-manage', '/robot'] });
    expect(menu.map(({ group, entries }) => [group, entries.map(({ route }) => route)])).toEqual([
      // A shift with exceptions can be handed over.
      ['exceptions', ['/exception-manage', '/hand-over']],
      ['automation', ['/process', '/job']],
    ]);
  });
  test('shows no page that does not exist', () => {
    expect(menuOf(new Map(), { signedIn: true, admin: true, menus: [] })).toEqual([]);
  });
  test('marks the list a nested page belongs to', () => {
    const menu = menuOf(all, { signedIn: true, admin: true, menus: [] });
    expect(activeRouteOf(menu, '/exception-manage/handle')).toBe('/exception-manage');
    expect(activeRouteOf(menu, '/exception-manage')).toBe('/exception-manage');
    expect(activeRouteOf(menu, '/trace-detail')).toBeUndefined();
  });
});

describe("the world's clock", () => {
  test('moves at its own speed and stands while paused', () => {
    expect(worldNow({ now: 1_000, speed: 60, paused: false }, 500, 1_500)).toBe(61_000);
    expect(worldNow({ now: 1_000, speed: 60, paused: true }, 500, 1_500)).toBe(1_000);
  });
  test('is shown in UTC', () => {
    expect(worldTimeText(Date.UTC(2026, 10, 21, 2, 3, 4), 'UTC')).toBe('2026-11-21 02:03:04');
    expect(worldTimeText(Date.UTC(2026, 10, 21, 2, 3, 4), 'Asia/Shanghai')).toBe('2026-11-21 10:03:04');
  });
});
