import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type HttpModule, route, streamAnswer } from '#server/platform/http/index.ts';
import { callLineLimits } from '#server/platform/http/call-slots.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { type TestAnswer, TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const poolSize = 10;
const { member, group, waiting } = callLineLimits(poolSize);

/** Calls that run until the test lets them go. */
const held: (() => void)[] = [];
let running = 0;
let max = 0;
const hold = async (): Promise<void> => {
  running += 1;
  max = Math.max(max, running);
  await new Promise<void>((resolve) => held.push(resolve));
  running -= 1;
};
const letGo = (): void => held.splice(0).forEach((go) => go());

const probes: HttpModule = {
  name: 'slow calls',
  routes: (app) => {
    route(app, 'sources', async () => {
      await hold();
      return [];
    });
    route(app, 'exportExceptions', () =>
      streamAnswer({
        body: (async function* () {
          yield 'bill\n';
          await hold();
          yield 'A1\n';
        })(),
        contentType: 'text/csv; charset=utf-8',
        fileName: 'x.csv',
      }),
    );
  },
};

const { app, anonymous } = await testApp(database, { modules: [probes], settings: { poolSize } });
await app.listen({ host: '127.0.0.1', port: 0 });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
let [boss, other, stranger] = [anonymous, anonymous, anonymous];
beforeAll(async () => {
  const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
  const sessionOf = async (userId: number): Promise<TestClient> =>
    new TestClient(app, `portolan_session=${await app.deps.sessions.open(userId, { ip: null, userAgent: null })}`);
  const menus = ['/exception-manage'];
  const users = [
    await buildUser(database, { tenantId: mine.id, userType: 'admin', menus }),
    await buildUser(database, { tenantId: mine.id, userType: 'admin', menus }),
    await buildUser(database, { tenantId: theirs.id, userType: 'admin', menus }),
  ];
  [boss, other, stranger] = await Promise.all([
    sessionOf(users[0]?.id ?? 0),
    sessionOf(users[1]?.id ?? 0),
    sessionOf(users[2]?.id ?? 0),
  ]);
});
afterEach(async () => {
  await vi.waitFor(async () => {
    letGo();
    const { running: stillRunning, waiting: stillWaiting } = await countsNow();
    if (stillRunning + stillWaiting > 0) throw new Error('calls are still under way');
  }, soon);
  max = 0;
});

/** How many calls run and wait, as scraped. */
async function countsNow(): Promise<{ running: number; waiting: number; refused: number }> {
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const of = (name: string): number =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    running: of('portolan_calls{state="running"}'),
    waiting: of('portolan_calls{state="waiting"}'),
    refused: of('portolan_calls_refused_total'),
  };
}
const becomes = (wanted: Partial<Awaited<ReturnType<typeof countsNow>>>): Promise<void> =>
  vi.waitFor(async () => expect(await countsNow()).toMatchObject(wanted), soon);

/** Lets go what runs until all answers are there. */
async function answersOf(calls: Promise<TestAnswer>[]): Promise<TestAnswer[]> {
  let isOver = false;
  const all = Promise.all(calls).finally(() => (isOver = true));
  await vi.waitFor(() => {
    letGo();
    expect(isOver).toBe(true);
  }, soon);
  return all;
}

describe('calls at once', () => {
  test('35 slow calls of one session wait in line, while other sessions are answered; none is refused', async () => {
    const slow = Array.from({ length: 35 }, () => boss.call('sources'));
    await becomes({ running: member, waiting: 35 - member });
    expect((await other.call('session')).http).toBe(200);
    expect((await stranger.call('session')).http).toBe(200);
    expect((await anonymous.call('signInOptions')).http).toBe(200);
    const answers = await answersOf(slow);
    expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200));
    expect(max).toBe(member);
  });

  test('sessions of one tenant share what the tenant may have at once; another tenant is not concerned', async () => {
    const slow = [boss, other].flatMap((client) => Array.from({ length: 20 }, () => client.call('sources')));
    await becomes({ running: group, waiting: 40 - group });
    expect((await stranger.call('session')).http).toBe(200);
    const answers = await answersOf(slow);
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]));
    expect(max).toBe(group);
  });

  test('what does not fit into the line is refused in the language of the caller, with the time to wait', async () => {
    const before = await countsNow();
    const slow = Array.from({ length: member + waiting }, () => boss.call('sources'));
    await becomes({ running: member, waiting });
    const [zh, en] = [await boss.call('session'), await boss.call('session', { headers: { 'x-lang': 'en' } })];
    expect(zh).toMatchObject({ http: 429, status: 0, msg: '您同时提交的请求过多，请 5 秒后重试' });
    expect(en).toMatchObject({
      http: 429,
      headers: { 'retry-after': '5' },
      msg: 'You have too many requests running at once; try again in 5 s',
    });
    expect((await countsNow()).refused).toBe(before.refused + 2);
    expect(new Set((await answersOf(slow)).map(({ http }) => http))).toEqual(new Set([200]));
  });

  test('strangers of one address wait for each other as well', async () => {
    const logins = Array.from({ length: 30 }, () =>
      anonymous.call('login', { body: { userCode: 'x', password: 'y' } }),
    );
    expect((await boss.call('session')).http).toBe(200);
    expect(new Set((await Promise.all(logins)).map(({ http }) => http))).toEqual(new Set([200]));
  });
});

describe('callers who leave', () => {
  const ask = (path: string, signal: AbortSignal): Promise<unknown> =>
    fetch(base + path, { signal, headers: { source: 'Manual', cookie: boss.cookie } }).then(
      (answer) => answer.text(),
      () => undefined,
    );

  test('while they wait, they are out of the line; what they began holds its place until it ends', async () => {
    const leaving = new AbortController();
    const url = app.routeTable.find(({ call }) => call === 'sources')?.url ?? '';
    const requested = Array.from({ length: member + 3 }, () => ask(url, leaving.signal));
    await becomes({ running: member, waiting: 3 });
    leaving.abort();
    await Promise.all(requested);
    await becomes({ running: member, waiting: 0 });
    const next = boss.call('session');
    await becomes({ running: member, waiting: 1 });
    letGo();
    expect((await next).http).toBe(200);
  });

  test('a file that is being sent holds a place until it was sent, or nobody takes it any more', async () => {
    const leaving = new AbortController();
    const { url, method } = app.routeTable.find(({ call }) => call === 'exportExceptions') ?? { url: '', method: '' };
    const answer = await fetch(base + url, {
      method,
      signal: leaving.signal,
      // Packed, the beginning would be kept back.
      headers: {
        source: 'Manual',
        cookie: boss.cookie,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    expect(answer.status).toBe(200);
    await becomes({ running: 1 });
    leaving.abort();
    await becomes({ running: 0 });
  });

  test('a body that breaks off gives its place back', async () => {
    const leaving = new AbortController();
    const { url = '' } = app.routeTable.find(({ call }) => call === 'updatePassword') ?? {};
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"password":"')),
    });
    const requested = fetch(base + url, {
      method: 'POST',
      duplex: 'half',
      body,
      signal: leaving.signal,
      headers: { source: 'Manual', cookie: boss.cookie, 'content-type': 'application/json' },
    } as RequestInit).catch(() => undefined);
    await becomes({ running: 1 });
    leaving.abort();
    await requested;
    await becomes({ running: 0 });
    expect((await boss.call('session')).http).toBe(200);
  });
});
