import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ConnectionError,
  followEvents,
  NotFoundError,
  PortolanClient,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from '../src/index.ts';

type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers requests step by step, and fails a request that was not expected. */
const steps: Step[] = [];
const asked: { line: string; key: string | undefined; body: string }[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const key = request.headers['api-key'];
    asked.push({ line: `${request.method} ${request.url}`, key: String(key), body: Buffer.concat(chunks).toString() });
    const step = steps.shift();
    if (step === undefined) response.writeHead(418).end();
    else step(request, response);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
afterAll(() => server.close());

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, message: string, headers: Record<string, string> = {}): Step =>
  answer(status, { statusCode: status, errors: [{ reason: 'because', message }] }, headers);
const event = (eventID: string, eventCreatedDateTime = '2026-01-01T00:00:00.000Z') => ({
  eventID,
  eventCreatedDateTime,
});

const client = (options: Partial<ConstructorParameters<typeof PortolanClient>[0]> = {}) => {
  steps.length = 0;
  asked.length = 0;
  return new PortolanClient({ baseUrl, apiKey: 'ptk_test', longestPauseMs: 1, ...options });
};
const lines = (): string[] => asked.map(({ line }) => decodeURIComponent(line));
const base = '/api/data-center/tnt/v2';

describe('a call', () => {
  test('sends the key, lists with commas, and the body as JSON', async () => {
    const mine = client();
    steps.push(answer(200, []), answer(201, { subscriptionID: 'x' }));
    await mine.getEvents({
      eventType: ['SHIPMENT', 'TRANSPORT'],
      limit: 5,
      'eventCreatedDateTime:gte': '2026-01-01T00:00:00+08:00',
    });
    await mine.createHook({ callbackUrl: 'https://example.com' });
    expect(lines()).toEqual([
      `GET ${base}/events?eventType=SHIPMENT,TRANSPORT&limit=5&eventCreatedDateTime:gte=2026-01-01T00:00:00+08:00`,
      `POST ${base}/hooks`,
    ]);
    expect(asked[1]).toMatchObject({ key: 'ptk_test', body: '{"callbackUrl":"https://example.com"}' });
  });

  test('gives nothing for an answer without a body, and encodes ids', async () => {
    const mine = client();
    steps.push((_request, response) => response.writeHead(204).end());
    expect(await mine.deleteHook('a/b')).toBeUndefined();
    expect(asked[0]?.line).toBe(`DELETE ${base}/hooks/a%2Fb`);
  });

  test.each([
    [400, BadRequestError],
    [401, UnauthorizedError],
    [404, NotFoundError],
    [409, ApiError],
    [429, RateLimitError],
    [500, ServerError],
  ])('throws a typed error for %i', async (status, Type) => {
    const mine = client({ retries: 0 });
    steps.push(refusal(status, 'not so', { 'retry-after': '7' }));
    const error = await mine.getEvent('x').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Type);
    expect(error).toMatchObject({ status, retryAfterS: 7, reasons: [{ reason: 'because', message: 'not so' }] });
  });

  test('names the status when a proxy answers something else', async () => {
    const mine = client({ retries: 0 });
    steps.push((_request, response) => response.writeHead(502).end('<html>'));
    await expect(mine.getEvents()).rejects.toThrow('HTTP 502: no reason given');
  });
});

describe('attempts', () => {
  test('follow failures that pass, up to the limit', async () => {
    const mine = client({ retries: 2 });
    steps.push(refusal(503, 'a'), refusal(500, 'b'), answer(200, [event('1')]));
    expect((await mine.getEvents()).items).toHaveLength(1);
    steps.push(refusal(503, 'a'), refusal(503, 'b'), refusal(503, 'c'));
    await expect(mine.getEvents()).rejects.toThrow('HTTP 503: c');
    expect(asked).toHaveLength(6);
  });

  test('wait as long as Retry-After asks, also as a date, and give up when it is too long', async () => {
    const mine = client({ longestPauseMs: 3_000 });
    steps.push(refusal(429, 'slow', { 'retry-after': '1' }), answer(200, []));
    const startedAt = performance.now();
    await mine.getEvents();
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    steps.push(refusal(429, 'slow', { 'retry-after': new Date(Date.now() - 5_000).toUTCString() }), answer(200, []));
    await mine.getEvents();
    steps.push(refusal(429, 'slow', { 'retry-after': '60' }));
    await expect(mine.getEvents()).rejects.toMatchObject({ retryAfterS: 60 });
    expect(asked).toHaveLength(5);
  });

  test('never send twice what may have been done', async () => {
    const mine = client();
    const broken: Step = (request) => request.socket.destroy();
    steps.push(broken, refusal(500, 'x'));
    await expect(mine.createHook({ callbackUrl: 'https://example.com' })).rejects.toBeInstanceOf(ConnectionError);
    await expect(mine.createHook({ callbackUrl: 'https://example.com' })).rejects.toBeInstanceOf(ServerError);
    expect(asked).toHaveLength(2);
    steps.push(broken, refusal(429, 'wait', { 'retry-after': '0' }), answer(200, []));
    await mine.getEvents();
    expect(asked).toHaveLength(5);
  });

  test('end when the time is over, and when the caller aborts', async () => {
    const silent: Step = () => undefined;
    const mine = client({ timeoutMs: 30, retries: 0 });
    steps.push(silent);
    await expect(mine.getEvents()).rejects.toMatchObject({ isTimeout: true });
    const patient = client();
    const stop = new AbortController();
    steps.push(() => stop.abort(new Error('enough')));
    await expect(patient.getEvents({}, { signal: stop.signal })).rejects.toThrow('enough');
    await expect(patient.getEvents({}, { signal: stop.signal })).rejects.toThrow('enough');
    expect(asked).toHaveLength(1);
  });
});

describe('lists', () => {
  test('go through all pages by the cursor alone', async () => {
    const mine = client();
    steps.push(answer(200, [event('1'), event('2')], { 'next-page': 'abc' }), answer(200, [event('3')]));
    const found: string[] = [];
    for await (const { eventID } of mine.allEvents({ limit: 2, UNLocationCode: 'CNSHA' })) found.push(eventID);
    expect(found).toEqual(['1', '2', '3']);
    expect(lines()).toEqual([`GET ${base}/events?limit=2&UNLocationCode=CNSHA`, `GET ${base}/events?cursor=abc`]);
  });

  test('are followed without a repetition', async () => {
    const mine = client();
    const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'];
    steps.push(
      answer(200, [event('1', first), event('2', first)]),
      answer(200, [event('1', first), event('2', first), event('3', first), event('4', second)]),
      answer(200, [event('4', second), event('5', second)]),
    );
    const found: string[] = [];
    const stop = new AbortController();
    for await (const { eventID } of followEvents(mine, { since: first, everyMs: 1, signal: stop.signal })) {
      found.push(eventID);
      if (eventID === '5') stop.abort();
    }
    expect(found).toEqual(['1', '2', '3', '4', '5']);
    expect(lines()[2]).toBe(`GET ${base}/events?eventCreatedDateTime:gte=${second}&sort=eventCreatedDateTime:ASC`);
  });
});
