import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, exampleBill, otherBox } from '../dcsa/event-builders.ts';
import { listen, stopServers } from '../local-servers.ts';
import type { PullRequest } from '../types.ts';
import { latestRecord, pullRecord, signRequest, subscribeBill } from './client.ts';
import { exampleEnvelope } from './record-builders.ts';

afterEach(stopServers);

const account = { appKey: 'demo', appSecret: 'a:secret' };
const request = (baseUrl: string, more: Partial<PullRequest> = {}): PullRequest => ({
  baseUrl,
  credential: 'demo:a:secret',
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  etag: null,
  now: 1_767_225_600_000,
  timeoutMs: 2_000,
  maxBytes: 100_000,
  ...more,
});

type Reply = { code: string; data?: unknown } | { status: number; headers?: Record<string, string> };

/** An aggregator that checks signatures and replies by path; `asked` are the paths and bodies in order. */
async function aggregator(
  replies: Record<string, Reply | undefined>,
): Promise<{ base: string; asked: [string, unknown][] }> {
  const asked: [string, unknown][] = [];
  const base = await listen(
    createServer(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += String(chunk);
      const path = incoming.url?.replace('/ft/api/', '') ?? '';
      asked.push([path, JSON.parse(body)]);
      const { appkey, timestamp, sign } = incoming.headers;
      const right = signRequest(account.appKey, account.appSecret, String(timestamp), body);
      if (appkey !== account.appKey || sign !== right)
        return response.end('{"code":"A0302","msg":"签名错误","data":null}');
      const reply = replies[path] ?? { code: 'B0404', data: null };
      if ('status' in reply) return response.writeHead(reply.status, reply.headers).end();
      return response.end(JSON.stringify({ msg: '', ...reply }));
    }),
  );
  return { base: `${base}/ft`, asked };
}

const record = exampleEnvelope() as { code: string; data: unknown };
const accepted = { code: '0', data: { subscribeId: 'FT1', status: 'ACCEPTED' } };
const pathsOf = (asked: [string, unknown][]): string[] => asked.map(([path]) => path);

describe('the first pull', () => {
  test('subscribes, then asks with a signed question', async () => {
    const { base, asked } = await aggregator({ subscribe: accepted, query: record });
    const answer = await pullRecord(request(base));
    expect(answer.kind === 'answer' && JSON.parse(new TextDecoder().decode(answer.body))).toMatchObject({
      code: '0',
      data: record.data,
    });
    expect(asked).toEqual([
      ['subscribe', { referenceType: 'BL', referenceNo: exampleBill, carrierCd: 'MERI' }],
      ['query', { referenceType: 'BL', referenceNo: exampleBill, carrierCd: 'MERI' }],
    ]);
  });

  test('of a container asks for the container', async () => {
    const { base, asked } = await aggregator({ subscribe: accepted, query: record });
    await pullRecord(request(`${base}/api`, { subject: 'container', billNo: null, containerNo: otherBox }));
    expect(asked[1]).toEqual(['query', { referenceType: 'CTN', referenceNo: otherBox, carrierCd: 'MERI' }]);
  });

  test('of an unknown number is an answer that is asked for again from the start', async () => {
    const { base, asked } = await aggregator({});
    expect(await pullRecord(request(base))).toMatchObject({ kind: 'answer', etag: null });
    expect(pathsOf(asked)).toEqual(['subscribe']);
  });
});

describe('the next pull', () => {
  test('asks at once and knows an answer that did not change', async () => {
    const { base, asked } = await aggregator({ subscribe: accepted, query: record });
    const first = await pullRecord(request(base));
    const etag = first.kind === 'answer' ? first.etag : null;
    expect(await pullRecord(request(base, { etag }))).toEqual({ kind: 'unchanged' });
    expect(pathsOf(asked)).toEqual(['subscribe', 'query', 'query']);
  });

  test('subscribes again when the number was forgotten', async () => {
    const { base, asked } = await aggregator({ subscribe: accepted, query: { code: 'B0404' } });
    expect(await pullRecord(request(base, { etag: 'old' }))).toMatchObject({ kind: 'answer', etag: null });
    expect(pathsOf(asked)).toEqual(['query', 'subscribe', 'query']);
  });
});

describe('failures', () => {
  test.each<[string, Reply, object]>([
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '4' } },
      { reason: 'rate_limited', retryAfterMs: 4_000 },
    ],
    ['an error', { status: 500 }, { reason: 'server_error' }],
    ['a redirect', { status: 301, headers: { location: '/' } }, { reason: 'bad_answer' }],
    ['no body', { status: 200 }, { reason: 'bad_answer' }],
    ['wrong parameters', { code: 'A0400' }, { reason: 'bad_answer', detail: 'code A0400' }],
    ['a wrong key', { code: 'A0301' }, { reason: 'unauthorized' }],
    ['an unknown outcome', { code: 'Z9' }, { reason: 'bad_answer' }],
  ])('%s', async (_, reply, expected) => {
    const { base } = await aggregator({ subscribe: reply });
    await expect(pullRecord(request(base))).rejects.toMatchObject(expected);
  });

  test('a wrong secret, and a credential of another form', async () => {
    const { base, asked } = await aggregator({ subscribe: accepted });
    await expect(pullRecord(request(base, { credential: 'demo:other' }))).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(asked).toHaveLength(1);
    for (const credential of [null, '', 'demo', ':x']) {
      await expect(pullRecord(request(base, { credential }))).rejects.toMatchObject({ reason: 'config_error' });
    }
    expect(asked).toHaveLength(1);
  });

  test('a server that does not answer, and one that answers too much', async () => {
    const silent = await listen(createServer(() => undefined));
    await expect(pullRecord(request(silent, { timeoutMs: 50 }))).rejects.toMatchObject({ reason: 'timeout' });
    const { base } = await aggregator({ subscribe: accepted, query: record });
    await expect(pullRecord(request(base, { maxBytes: 500 }))).rejects.toMatchObject({ reason: 'too_large' });
  });
});

test('the latest record is the aggregator’s own view, or nothing', async () => {
  const { base } = await aggregator({ 'latest-record': { code: '0', data: { billNo: exampleBill } } });
  expect(await latestRecord(request(base))).toEqual({ billNo: exampleBill });
  const { base: empty } = await aggregator({ 'latest-record': { code: 'B0202' } });
  expect(await latestRecord(request(empty))).toBeNull();
});

test('subscribing tells whether the number is known', async () => {
  const { base } = await aggregator({ subscribe: accepted });
  expect(await subscribeBill(request(base))).toBe(true);
  const { base: empty } = await aggregator({});
  expect(await subscribeBill(request(empty))).toBe(false);
});

test('the body of a signature is the body sent', () => {
  const body = new TextDecoder().decode(bodyOf({ a: 1 }));
  expect(signRequest('k', 's', '1767225600000', body)).toMatch(/^[0-9a-f]{64}$/);
  expect(signRequest('k', 's', '1767225600000', body)).not.toBe(signRequest('k', 's', '1767225600001', body));
});
