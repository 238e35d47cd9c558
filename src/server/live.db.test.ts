import { type AddressInfo, createConnection } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createLiveHub, publish } from '#server/platform/realtime/index.ts';
import { buildTenant, buildUser, type TestUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const live = await createLiveHub({ database, log: pino({ level: 'silent' }), pollMs: 100 });
afterAll(() => live.stop());
const { app } = await testApp(database, { live });
await app.listen({ host: '127.0.0.1', port: 0 });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

const mine = await buildTenant(database);
const theirs = await buildTenant(database);
const person = await buildUser(database, { tenantId: mine.id });

const open: AbortController[] = [];
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort();
});

const cookieOf = async (user: TestUser): Promise<string> =>
  `portolan_session=${await app.deps.sessions.open(user.id, { ip: null, userAgent: null })}`;

/** A reader of one stream, as a browser is. */
class Reader {
  readonly response: Response;
  #text = '';
  readonly #reader: ReadableStreamDefaultReader<string>;

  constructor(response: Response) {
    this.response = response;
    this.#reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
  }

  /** Reads until the stream holds a text or ends; answers everything read. */
  async until(wanted: string): Promise<string> {
    while (!this.#text.includes(wanted)) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#text += value;
    }
    return this.#text;
  }
}

async function connect(cookie: string, headers: Record<string, string> = {}, query = ''): Promise<Response> {
  const controller = new AbortController();
  open.push(controller);
  return fetch(`${base}/api/live${query}`, { signal: controller.signal, headers: { cookie, ...headers } });
}

async function listen(cookie: string, headers: Record<string, string> = {}): Promise<Reader> {
  const response = await connect(cookie, headers);
  expect(response.status).toBe(200);
  const reader = new Reader(response);
  await reader.until('retry:');
  return reader;
}

const notify = (tenantId: number | null, payload: unknown, topic = 'exception') =>
  publish(database, { tenantId, topic, payload });
const newest = async (): Promise<number> =>
  (await database.query<{ id: number }>('select max(id) as id from live_event'))[0]?.id ?? 0;

describe('who may listen', () => {
  test('nobody without a session, and no other site', async () => {
    expect((await connect('')).status).toBe(401);
    expect((await connect('portolan_session=x')).status).toBe(401);
    const cookie = await cookieOf(person);
    expect((await connect(cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await connect(cookie, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await connect(cookie, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('a session holds only so many streams', async () => {
    const cookie = await cookieOf(person);
    for (let index = 0; index < 8; index++) await listen(cookie);
    const refused = await connect(cookie);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ status: 0, msg: '实时连接过多，请关闭部分页面后重试' });
  });

  test('requests at the same time count each other, and all sessions of a user share what the user may have', async () => {
    const user = await buildUser(database, { tenantId: mine.id });
    const statuses: number[] = [];
    for (let session = 0; session < 4; session += 1) {
      const cookie = await cookieOf(user);
      const opened = await Promise.all(Array.from({ length: 10 }, () => connect(cookie)));
      statuses.push(opened.filter(({ status }) => status === 200).length);
    }
    expect(statuses).toEqual([8, 8, 8, 0]);
  });

  test('a reader that does not read is cut off, and its events are dropped', async () => {
    const user = await buildUser(database, { tenantId: mine.id });
    const streams = async (): Promise<number> => {
      const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
      return Number(/^portolan_live_streams (\d+)$/m.exec(body)?.[1]);
    };
    await vi.waitFor(async () => expect(await streams()).toBe(0), soon);
    const socket = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nCookie: ${await cookieOf(user)}\r\n\r\n`);
    await vi.waitFor(async () => expect(await streams()).toBe(1), soon);
    socket.pause();
    const text = 'x'.repeat(20_000);
    for (let batch = 0; batch < 40 && (await streams()) > 0; batch += 1)
      for (let n = 0; n < 20; n += 1) await notify(mine.id, { text });
    await vi.waitFor(async () => expect(await streams()).toBe(0), soon);
    socket.destroy();
  });
});

describe('what is heard', () => {
  test('events of the own tenant and of everybody, none of another', async () => {
    const reader = await listen(await cookieOf(person));
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toBe('no-store');
    expect(reader.response.headers.get('content-security-policy')).toContain("default-src 'self'");
    await notify(theirs.id, { id: 'theirs-1' });
    await notify(mine.id, { id: 'mine-1', text: 'zwei\nZeilen' });
    await notify(null, { id: 'all-1' }, 'world');
    const text = await reader.until('all-1');
    expect(text).not.toContain('theirs-1');
    expect(text).toMatch(/id: \d+\nevent: exception\ndata: \{"id":"mine-1","text":"zwei\\nZeilen"\}\n\n/);
    expect(text).toMatch(/event: world\ndata: \{"id":"all-1"\}\n\n/);
  });

  test('what was missed comes after Last-Event-ID, and only that', async () => {
    await notify(mine.id, { id: 'before' });
    const last = await newest();
    await notify(mine.id, { id: 'missed-1' });
    await notify(theirs.id, { id: 'missed-theirs' });
    await notify(mine.id, { id: 'missed-2' });
    const reader = await listen(await cookieOf(person), { 'last-event-id': String(last) });
    const text = await reader.until('missed-2');
    expect(text).toContain('missed-1');
    expect(text).not.toContain('"before"');
    expect(text).not.toContain('missed-theirs');
  });

  test('a Last-Event-ID that is no number is no reason to fail', async () => {
    const reader = await listen(await cookieOf(person), { 'last-event-id': "1' or 1=1" });
    await notify(mine.id, { id: 'after-nonsense' });
    expect(await reader.until('after-nonsense')).toContain('after-nonsense');
  });
});

test.each(['999999999999999', '-1', 'x', '1&openMs=2'])(
  'a page that says it has been open for %s ms is heard',
  async (openMs) => {
    // Megabytes of another test would be more than a reader may leave unread.
    await database.execute('delete from live_event');
    expect((await connect(await cookieOf(person), {}, `?openMs=${openMs}`)).status).toBe(200);
  },
);

describe('how it ends', () => {
  test('with the session', async () => {
    const cookie = await cookieOf(person);
    const reader = await listen(cookie);
    await app.deps.sessions.end(cookie.slice('portolan_session='.length));
    await reader.until('this never comes');
    await notify(mine.id, { id: 'too-late' });
    expect((await connect(cookie)).status).toBe(401);
  });

  test('when the user sees other tenants, so that it comes back as what it is', async () => {
    const operator = await buildUser(database, { tenantId: mine.id, alsoTenants: [theirs.id] });
    const cookie = await cookieOf(operator);
    const reader = await listen(cookie);
    await notify(theirs.id, { id: 'seen-by-operator' });
    await reader.until('seen-by-operator');
    await database.execute('delete from user_tenant where user_id = $1', [operator.id]);
    await reader.until('this never comes');
    const again = await listen(cookie);
    await notify(theirs.id, { id: 'no-longer' });
    await notify(mine.id, { id: 'still-own' });
    expect(await again.until('still-own')).not.toContain('no-longer');
  });

  test('with the process, which does not wait for it', async () => {
    const { app: other } = await testApp(database, { live });
    await other.listen({ host: '127.0.0.1', port: 0 });
    const cookie = await cookieOf(person);
    const response = await fetch(`http://127.0.0.1:${(other.server.address() as AddressInfo).port}/api/live`, {
      headers: { cookie },
    });
    const reader = new Reader(response);
    await reader.until('retry:');
    await other.close();
    expect(await reader.until('this never comes')).toContain('retry:');
  });
});
