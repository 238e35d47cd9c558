import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { listDoors } from '#server/platform/connections/door.ts';
import { usualHttpLimits } from '#server/platform/http/server-limits.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const probes: HttpModule = {
  name: 'pushes',
  routes: (app) =>
    route(app, 'pushDcsa', ({ rawBody }) => ({ accepted: rawBody?.length ?? 0, refused: [] }), {
      bodyLimit: 5_000_000,
      rawBody: true,
    }),
};

/** An application that listens, with limits of its own. */
async function listening(limits: Parameters<typeof testApp>[1] = {}) {
  const { app } = await testApp(database, { modules: [probes], ...limits });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    base: `http://127.0.0.1:${port}`,
    async open(...lines: string[]) {
      const socket = connect({ port, host: '127.0.0.1' });
      sockets.push(socket);
      const state = { socket, text: '', isClosed: false };
      socket.on('data', (chunk) => (state.text += String(chunk)));
      socket.on('close', () => (state.isClosed = true));
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n`);
      return state;
    },
  };
}

test('what is set, is what the server goes by', async () => {
  const { app } = await testApp(database);
  expect(app.server).toMatchObject({
    headersTimeout: usualHttpLimits.headersMs,
    requestTimeout: usualHttpLimits.requestMs,
    keepAliveTimeout: usualHttpLimits.keepAliveMs,
    timeout: usualHttpLimits.idleMs,
    maxRequestsPerSocket: usualHttpLimits.requestsPerConnection,
  });
});

test('connections that send nothing, half a head or half a body are closed after a time', async () => {
  const { open, app } = await listening({ limits: { headersMs: 300, requestMs: 600, checkEveryMs: 50 } });
  const all = await Promise.all([
    open(),
    open('GET /healthz HTTP/1.1', 'X-Half: '),
    open(
      'POST /api/auth/user/login HTTP/1.1',
      'Host: x',
      'source: Manual',
      'content-type: application/json',
      'content-length: 900',
      '',
      '{"user',
    ),
  ]);
  await vi.waitFor(() => expect(all.map(({ isClosed }) => isClosed)).toEqual([true, true, true]), soon);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

test('only some connections of an address may be without a request; those with one are counted apart', async () => {
  const { open } = await listening({ limits: { waitingPerAddress: 5, waiting: 8, openPerAddress: 9, open: 12 } });
  const door = () => listDoors().find(({ listener }) => listener === 'HTTP');
  const before = door()?.refused.tooManyFromAddress ?? 0;
  const used = await Promise.all([1, 2, 3].map(() => open('GET /healthz HTTP/1.1', 'Host: x', '')));
  await vi.waitFor(() => expect(used.every(({ text }) => text.includes('"ok"'))).toBe(true), soon);
  const idle = await Promise.all(Array.from({ length: 7 }, () => open()));
  await vi.waitFor(() => expect(idle.filter(({ isClosed }) => isClosed)).toHaveLength(2), soon);
  expect(used.some(({ isClosed }) => isClosed)).toBe(false);
  expect(door()?.refused.tooManyFromAddress).toBe(before + 2);
  // Behind a proxy all come from its address.
  const behind = await listening({
    settings: { trustProxy: 1 },
    limits: { waitingPerAddress: 1, waiting: 4, openPerAddress: 1, open: 12 },
  });
  const ofAll = await Promise.all(Array.from({ length: 6 }, () => behind.open()));
  await vi.waitFor(() => expect(ofAll.filter(({ isClosed }) => isClosed)).toHaveLength(2), soon);
});

test('a connection has so many requests, and the last answer says that it is the last', async () => {
  const { open } = await listening({ limits: { requestsPerConnection: 2 } });
  const one = await open('GET /healthz HTTP/1.1', 'Host: x', '');
  await vi.waitFor(() => expect(one.text).toContain('"ok"'), soon);
  expect(one.text.toLowerCase()).not.toContain('connection: close');
  one.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(one.text.toLowerCase()).toContain('connection: close'), soon);
  one.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(one.text).toContain('503 Service Unavailable'), soon);
});

test('anyone who has not signed in may send 16 KB', async () => {
  const { base } = await listening();
  const login = async (password: string) => {
    const answer = await fetch(`${base}/api/auth/user/login`, {
      method: 'POST',
      headers: { source: 'Manual', 'content-type': 'application/json', 'x-lang': 'en' },
      body: JSON.stringify({ userCode: 'x', password }),
    });
    return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg };
  };
  expect(await login('y'.repeat(20_000))).toEqual({
    status: 413,
    msg: 'The request body is too large; at most 16 KB',
  });
  expect((await login('y'.repeat(1_000))).status).toBe(200);
});

test('bodies that are to be proved share their room: what one sender announces beyond it is instructed to come later', async () => {
  const { open } = await listening();
  const announce = (bytes: number, source: string) =>
    open(
      `POST /api/data-center/dcsa/v2/notifications/${source} HTTP/1.1`,
      'Host: x',
      'content-type: application/json',
      `content-length: ${bytes}`,
      '',
    );
  // Without a proof of its own the probe counts all as one sender.
  const two = [await announce(5_000_000, 'A'), await announce(5_000_000, 'A')];
  await vi.waitFor(async () => {
    const third = await announce(4_000, 'A');
    await vi.waitFor(() => expect(third.text).toContain('503 Service Unavailable'), soon);
    expect(third.text.toLowerCase()).toContain('retry-after: 5');
  }, soon);
  two.forEach(({ socket }) => socket.destroy());
  await vi.waitFor(async () => {
    const next = await announce(2, 'A');
    next.socket.write('{}');
    await vi.waitFor(() => expect(next.text).toContain('"accepted":2'), soon);
  }, soon);
});

test('a process that stops is not ready at once; what it had begun is answered, and a new call is refused as "restarting"', async () => {
  const stopping = new AbortController();
  const { app, base, open } = await listening({ stopping: stopping.signal });
  const ready = async (): Promise<number> => (await fetch(`${base}/readyz`)).status;
  expect(await ready()).toBe(200);
  stopping.abort();
  expect(await ready()).toBe(503);
  const begun = once(app.server, 'request');
  const body = '{"userCode":"x","password":"y"}';
  const line = await open(
    'POST /api/auth/user/login HTTP/1.1',
    'Host: x',
    'source: Manual',
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
  );
  await begun;
  // Accepted before the end and asked after it began: as a call that waited for this process to start.
  const accepted = once(app.server, 'connection');
  const late = connect({ port: Number(new URL(base).port), host: '127.0.0.1' });
  await accepted;
  const closed = app.close();
  let answer = '';
  sockets.push(late);
  late.on('data', (chunk) => (answer += String(chunk)));
  late.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  line.socket.write(`${body}GET /api/auth/user/session HTTP/1.1\r\nHost: x\r\nsource: Manual\r\nx-lang: en\r\n\r\n`);
  await closed;
  expect(line.text).toContain('HTTP/1.1 200 OK');
  expect(answer).toContain('HTTP/1.1 200 OK');
  expect(line.text).toMatch(/HTTP\/1\.1 503 [\s\S]*retry-after: 2\r\n/);
  expect(line.text).toContain('{"status":0,"msg":"The service is restarting; try again in 2 s"');
});
