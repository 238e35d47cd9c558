// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import type { UserRecord } from '#contract/administration/auth.ts';
import { LiveBus } from './live-bus.ts';
import { clearSession, markerOf, keepMenus, keepUser, mayOpen, preferenceKey, sessionState } from './session.ts';
import { readJson, sessionStore } from './storage.ts';
import { dropAll, dropOthers, dropTab, forgetTabs, labelTab, markDirty, moveTab, showTab, tabState } from './tabs.ts';

const user: UserRecord = {
  wlUserId: '1',
  userCode: 'alice',
  userNameCn: '爱丽丝',
  userType: 'user',
  tenantId: '2',
  tenantCode: 'T2',
  tenantName: '租户',
  email: null,
  weakPassword: false,
  mustChangePassword: false,
  menuVersion: 3,
  language: 'zh',
  writesShared: false,
};
const tab = (key: string) => ({ key, route: `/${key}`, href: `/${key}` });

afterEach(() => {
  forgetTabs();
  clearSession();
});

describe('the session', () => {
  test('keeps user and permissions in session storage and no password', () => {
    keepUser(user);
    keepMenus(['/exception-manage'], 3);
    expect(mayOpen(sessionState(), '/exception-manage')).toBe(true);
    expect(mayOpen(sessionState(), '/user')).toBe(false);
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/password":"/i);
    expect(readJson(sessionStore, 'portolan.permissions')).toEqual({ codes: ['/exception-manage'], version: 3 });
    expect(preferenceKey('columns')).toBe('portolan.columns.T2.alice');
  });
  test('forgets everything', () => {
    keepUser(user);
    keepMenus(['/x'], 3);
    clearSession();
    expect(sessionState()).toMatchObject({ user: null, menus: null });
    expect(sessionStorage.getItem('portolan.user')).toBeNull();
    expect(sessionStorage.getItem('portolan.permissions')).toBeNull();
  });
  test('administrators may open every menu', () => {
    keepUser({ ...user, userType: 'admin' });
    expect(mayOpen(sessionState(), '/user')).toBe(true);
  });
  test('the marker is found among other cookies', () => {
    expect(markerOf('a=1; portolan_signed_in=2f')).toBe('portolan_signed_in=2f');
    expect(markerOf('not_portolan_signed_in=1')).toBeUndefined();
    expect(markerOf('')).toBeUndefined();
  });
});

describe('the tabs', () => {
  test('are kept for a reload', () => {
    showTab(tab('a'));
    showTab(tab('b'));
    labelTab('b', 'BILL1');
    moveTab('a', '/a?page=2');
    expect(readJson(sessionStore, 'portolan.tabs')).toEqual([
      { ...tab('a'), href: '/a?page=2' },
      { ...tab('b'), label: 'BILL1' },
    ]);
    expect(tabState().active).toBe('b');
  });
  test('forget unsaved input of a closed tab', () => {
    showTab(tab('a'));
    showTab(tab('b'));
    markDirty('a', true);
    expect(dropTab('a')?.key).toBe('b');
    expect(tabState().dirty.size).toBe(0);
  });
  test('a tab with unsaved input goes only when it is named', () => {
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) showTab(tab(key));
    for (const key of ['a', 'b', 'c', 'd', 'e']) markDirty(key, true);
    expect(showTab(tab('g'))).toEqual({ kind: 'ask', candidate: tab('a') });
    expect(tabState().tabs).toHaveLength(6);
    expect(showTab(tab('g'), 'a').kind).toBe('opened');
    expect(tabState().tabs.map(({ key }) => key)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });
  test('close others and close all', () => {
    for (const key of ['a', 'b', 'c']) showTab(tab(key));
    dropOthers('b');
    expect(tabState()).toMatchObject({ tabs: [tab('b')], active: 'b' });
    dropAll();
    expect(tabState()).toMatchObject({ tabs: [], active: null, last: 'b' });
  });
});

describe('live messages', () => {
  test('reach the listeners of their topic and move the place', () => {
    const bus = new LiveBus();
    const heard: unknown[] = [];
    const stop = bus.subscribe('exception', (payload) => heard.push(payload));
    bus.dispatch({ id: '7', topic: 'exception', payload: 1 });
    bus.dispatch({ id: '8', topic: 'other', payload: 2 });
    stop();
    bus.dispatch({ id: '9', topic: 'exception', payload: 3 });
    expect(heard).toEqual([1]);
    expect(bus.lastId).toBe('9');
  });
  test('a lost place concerns everybody', () => {
    const bus = new LiveBus();
    const heard: unknown[] = [];
    bus.subscribe('a', (payload) => heard.push(['a', payload]));
    bus.subscribe('b', (payload) => heard.push(['b', payload]));
    bus.dispatch({ id: '', topic: 'resync', payload: null });
    expect(heard).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
  });
  test('a new topic is announced once', () => {
    const bus = new LiveBus();
    const reported: string[] = [];
    bus.onTopic = (topic) => reported.push(topic);
    bus.subscribe('a', () => undefined);
    bus.subscribe('a', () => undefined);
    bus.want('b');
    expect(reported).toEqual(['a', 'b']);
  });
});
