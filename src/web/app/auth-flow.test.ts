// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserRecord } from '#contract/administration/auth.ts';
import { initTexts, loadShellTexts } from '#web/i18n/index.ts';
import { beginSession, endSession, installAuthFlow } from './auth-flow.ts';
import { call } from '#web/base/client.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { sessionState } from '#web/base/session.ts';

const user = { wlUserId: '7', userCode: 'alice', tenantCode: 'ALPHA', menuVersion: 1 } as UserRecord;

// A real server on a socket: every call is refused but that of the session, which is answered as a test says.
let session: { http: number; data: UserRecord | null };
let requested: string[] = [];
/** What happens while the session is requested. */
let meanwhile = (): void => {};
const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  if (request.url?.startsWith('/api/auth/user/session')) meanwhile();
  const known = request.url?.startsWith('/api/auth/user/session') ? session : { http: 401, data: null };
  response.writeHead(known.http, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: known.http === 200 ? 1 : 0, msg: 'x', data: known.data }));
});
const realFetch = globalThis.fetch;
const went: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  globalThis.fetch = (input, init) => realFetch(base + String(input), init);
  await initTexts('zh');
  await loadShellTexts();
  installAuthFlow();
  setNavigator((href) => went.push(href));
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});
beforeEach(() => {
  beginSession(user);
  document.cookie = 'portolan_signed_in=1; path=/';
  went.length = 0;
  requested = [];
  meanwhile = () => {};
});

test('a refusal that came late, about the session before, ends nothing', async () => {
  session = { http: 200, data: user };
  await expect(call('sources')).rejects.toMatchObject({ httpStatus: 401 });
  await expect.poll(() => requested.length).toBe(2);
  await expect(call('sources')).rejects.toMatchObject({ httpStatus: 401 });
  await expect.poll(() => requested.length).toBe(4);
  expect(went).toEqual([]);
  expect(sessionState().user).toEqual(user);
  expect(document.cookie).toContain('portolan_signed_in=1');
});

test('a session that is over leads to sign-in once, however many calls say so', async () => {
  session = { http: 401, data: null };
  await Promise.allSettled([call('sources'), call('sources'), call('sources')]);
  await expect.poll(() => went.length).toBe(1);
  expect(went[0]).toMatch(/^\/login/);
  expect(requested.filter((url) => url.startsWith('/api/auth/user/session')).length).toBe(1);
  expect(sessionState().user).toBeNull();
  expect(document.cookie).not.toContain('portolan_signed_in=1');
});

test('a session that is over leaves the marker of somebody who signs in meanwhile in another window', async () => {
  session = { http: 401, data: null };
  meanwhile = () => void (document.cookie = 'portolan_signed_in=2; path=/');
  await Promise.allSettled([call('sources')]);
  await expect.poll(() => went.length).toBe(1);
  await endSession();
  expect(document.cookie).toContain('portolan_signed_in=2');
});

test('sign-in after a session that is over ends no session of another window; visited again, it does', async () => {
  session = { http: 401, data: null };
  await Promise.allSettled([call('sources')]);
  await expect.poll(() => went.length).toBe(1);
  const signOuts = () => requested.filter((url) => url.includes('/logout')).length;
  await endSession();
  expect(signOuts()).toBe(0);
  await endSession();
  expect(signOuts()).toBe(1);
});
