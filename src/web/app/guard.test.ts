import { describe, expect, test } from 'vitest';
import { decide, landingOf, type Pages, type Visitor } from './guard.ts';
import { parseHref } from '#web/base/href.ts';
import { menusOf } from '#web/base/define-page.ts';
import { findNavEntry, navigation } from './navigation.ts';
import { pageOf } from './page.ts';

const pagesOf = (...routes: string[]): Pages =>
  new Map(navigation.filter(({ route }) => routes.includes(route)).map((page) => [page.route, pageOf(page)]));
const pages = pagesOf('/exception-manage', '/trace-detail', '/process', '/robot', '/exception-manage/handle', '/user');
const visitor = (menus: string[] = [], admin = false): Visitor => ({ signedIn: true, admin, menus });
const nobody: Visitor = { signedIn: false, admin: false, menus: [] };
const go = (href: string, who: Visitor, there = pages): string => {
  const decision = decide(parseHref(href), there, who);
  return decision.kind === 'allow' ? 'allow' : decision.href;
};

describe('without a session', () => {
  test('every page leads to sign-in, which remembers it', () => {
    expect(go('/exception-manage?blNo=X1', nobody)).toBe('/login?redirect=%2Fexception-manage%3FblNo%3DX1');
    expect(go('/trace-detail', nobody)).toBe('/login?redirect=%2Ftrace-detail');
    expect(go('/404', nobody)).toBe('/login?redirect=%2F404');
  });
  test('the start is not worth remembering', () => {
    expect(go('/', nobody)).toBe('/login');
    expect(go('/index', nobody)).toBe('/login');
  });
  test('sign-in is open', () => {
    expect(go('/login', nobody)).toBe('allow');
  });
});

describe('with a session', () => {
  test('/ leads to /index, and that to the first page that exists and is permitted', () => {
    expect(go('/', visitor())).toBe('/index');
    expect(go('/index', visitor(['/exception-manage']))).toBe('/exception-manage');
    expect(go('/index', visitor(['/vessel-schedule', '/exception-manage']))).toBe('/exception-manage');
  });
  test('/vessel-schedule comes first once it exists', () => {
    const more = new Map([...pages, ...pagesOf('/vessel-schedule')]);
    expect(landingOf(more, visitor(['/vessel-schedule', '/exception-manage']))).toBe('/vessel-schedule');
    expect(landingOf(more, visitor(['/exception-manage']))).toBe('/exception-manage');
  });
  test('nobody is sent to a page that has no entry, and no page at all says so', () => {
    expect(go('/index', visitor(), pagesOf('/trace-detail', '/exception-manage'))).toBe('/403?reason=noMenu');
  });
  test('an unknown page is 404, also one that the product will have but has not', () => {
    expect(go('/nowhere?x=1', visitor())).toBe('/404?path=%2Fnowhere');
    expect(go('/risk-map', visitor(['/risk-map']))).toBe('/404?path=%2Frisk-map');
  });
  test('a page not permitted is 403', () => {
    expect(go('/exception-manage', visitor())).toBe('/403?path=%2Fexception-manage');
    expect(go('/exception-manage', visitor(['/exception-manage']))).toBe('allow');
    expect(go('/exception-manage', visitor([], true))).toBe('allow');
  });
  test('detail pages and handling need no menu', () => {
    expect(go('/trace-detail?bkId=1', visitor())).toBe('allow');
    expect(go('/exception-manage/handle?id=1', visitor())).toBe('allow');
  });
  test('processes are for everyone, robots and users for administrators only', () => {
    expect(go('/process', visitor())).toBe('allow');
    expect(go('/robot', visitor(['/robot']))).toBe('/403?path=%2Frobot');
    expect(go('/user', visitor([], true))).toBe('allow');
  });
});

describe('the routes of the specification', () => {
  test('are all named, each once', () => {
    const routes = navigation.map(({ route }) => route);
    expect(new Set(routes).size).toBe(routes.length);
    expect(navigation.filter(({ dataPage }) => dataPage)).toHaveLength(35);
    for (const route of ['/base-code', '/job', '/package', '/environment', '/ft-ocean-tracking', '/testWaliTable']) {
      expect(findNavEntry(route)).toBeDefined();
    }
  });
  test('have a title in both languages, a place of their own in their group, and codes that exist', () => {
    const codes = new Set(navigation.filter((page) => menusOf(page).includes(page.route)).map(({ route }) => route));
    for (const page of navigation) {
      const { route, title, group, order } = page;
      expect([route, title.zh, title.en].every((text) => text.length > 1)).toBe(true);
      expect(title.en).not.toMatch(/\p{Script=Han}/u);
      expect([route, navigation.filter((other) => other.group === group && other.order === order).length]).toEqual([
        route,
        1,
      ]);
      expect([route, menusOf(page).every((menu) => codes.has(menu))]).toEqual([route, true]);
    }
  });
});
