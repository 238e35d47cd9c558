import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { exchange, retryAfterMs, sourceUrl } from './exchange.ts';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import { PullFailure } from './types.ts';

afterEach(stopServers);

async function failureOf(work: Promise<unknown>): Promise<PullFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PullFailure);
  return error as PullFailure;
}

const get = (base: string, more: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {}) =>
  exchange({ method: 'GET', url: new URL(base), headers: {}, timeoutMs: 20_000, maxBytes: 10_000, ...more });

async function served(handler: RequestListener): Promise<string> {
  return listen(createServer(handler));
}

describe('an exchange', () => {
  test('gives status, headers and all bytes; redirects and errors are answers', async () => {
    const base = await served((request, response) => {
      response.writeHead(request.url === '/r' ? 302 : 200, { location: '/other', 'x-a': 'b' });
      response.write('one ');
      response.end('two');
    });
    const answer = await get(base);
    expect([answer.status, answer.headers['x-a'], Buffer.from(answer.body).toString()]).toEqual([200, 'b', 'one two']);
    expect((await get(`${base}/r`)).status).toBe(302);
  });

  test('keeps connections open and outlives one that the server closed in the meantime', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((_request, response) => response.end('ok'));
    server.on('connection', (socket) => sockets.add(socket));
    const base = await listen(server);
    for (let count = 0; count < 5; count += 1) await get(base);
    expect(sockets.size).toBe(1);
    for (const socket of sockets) socket.resetAndDestroy();
    expect((await get(base)).status).toBe(200);
  });

  test('with a server that never answers ends in time', async () => {
    const base = await served(() => undefined);
    expect(await failureOf(get(base, { timeoutMs: 60 }))).toMatchObject({ reason: 'timeout' });
  });

  test('with an answer that drips ends in time, however alive the connection is', async () => {
    const base = await served((_request, response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect(await failureOf(get(base, { timeoutMs: 120 }))).toMatchObject({ reason: 'timeout' });
  });

  test('with an endless answer stops reading at the limit', async () => {
    let written = 0;
    const base = await served((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(4_096, 32))) written += 4_096;
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(get(base))).toMatchObject({ reason: 'too_large' });
    expect(written).toBeLessThan(50_000_000);
  });

  test('refuses a too large answer by its announced length', async () => {
    const base = await served((_request, response) => {
      response.writeHead(200, { 'content-length': '99999999' });
      response.write('x');
    });
    expect(await failureOf(get(base))).toMatchObject({ reason: 'too_large' });
  });

  test.each([
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const)('reads what was compressed unasked as %s, up to the limit of what it says', async (encoding, pack) => {
    const base = await served((request, response) => {
      const wording = request.url === '/long' ? 'x'.repeat(10_001) : 'x'.repeat(10_000);
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from(wording)));
    });
    expect(Buffer.from((await get(base)).body).toString()).toBe('x'.repeat(10_000));
    expect(await failureOf(get(`${base}/long`))).toMatchObject({ reason: 'too_large' });
    expect((await get(base)).status).toBe(200);
  });

  test('refuses what is no HTTP, half an answer, and what is not compressed as it says', async () => {
    const tcp = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('SSH-2.0-hello\r\n'));
    });
    expect(await failureOf(get(await listen(tcp)))).toMatchObject({ reason: 'bad_answer' });
    const half = await served((_request, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('abc', () => response.destroy());
    });
    expect(await failureOf(get(half))).toMatchObject({ reason: 'unreachable' });
    const packed = await served((request, response) => {
      const bytes = gzipSync('what was to be said '.repeat(500));
      const encoding = request.url === '/odd' ? 'compress' : 'gzip';
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(request.url === '/cut' ? bytes.subarray(0, 20) : 'x');
    });
    for (const way of ['', '/cut', '/odd'])
      expect(await failureOf(get(`${packed}${way}`))).toMatchObject({ reason: 'bad_answer' });
  });

  test('with nobody there is unreachable; so is one that is called off', async () => {
    const server = createServer();
    const base = await listen(server);
    const port = (server.address() as AddressInfo).port;
    await stopServers();
    expect(await failureOf(get(base))).toMatchObject({ reason: 'unreachable', detail: 'ECONNREFUSED' });
    expect(port).toBeGreaterThan(0);
    const hanging = await served(() => undefined);
    expect(await failureOf(get(hanging, { signal: AbortSignal.timeout(40) }))).toMatchObject({ reason: 'unreachable' });
    expect(await failureOf(get(hanging, { signal: AbortSignal.abort() }))).toMatchObject({ reason: 'unreachable' });
  });

  test('goes to http and https only, and never sends a header that would split', async () => {
    expect(await failureOf(get('file:///etc/hosts'))).toMatchObject({ reason: 'config_error' });
    const base = await served((_request, response) => response.end());
    const split = exchange({
      method: 'GET',
      url: new URL(base),
      headers: { 'api-key': 'a\r\nx: y' },
      timeoutMs: 500,
      maxBytes: 9,
    });
    expect(await failureOf(split)).toMatchObject({ reason: 'unreachable' });
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  test.each<[string, string | undefined, number | null]>([
    ['is absent', undefined, null],
    ['is seconds', '7', 7_000],
    ['is a date', 'Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['is in the past', 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['is absurd', '999999999', 86_400_000],
    ['is nonsense', 'soon', null],
  ])('%s', (_, value, expected) => {
    expect(retryAfterMs({ 'retry-after': value }, now)).toBe(expected);
  });

  test('as a date is measured by the clock of the source', () => {
    const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT', date: 'Thu, 01 Jan 2026 00:00:50 GMT' };
    expect(retryAfterMs(headers, now)).toBe(10_000);
  });
});

test('the version is added to an address that lacks it', () => {
  expect(sourceUrl('http://a.example/carriers/MERI/', 'v2', 'events').href).toBe(
    'http://a.example/carriers/MERI/v2/events',
  );
  expect(sourceUrl('http://a.example/v2', 'v2', 'events').href).toBe('http://a.example/v2/events');
  expect(() => sourceUrl('carriers', 'v2', 'events')).toThrow(
    new PullFailure('config_error', 'the address of the source is no URL'),
  );
});
