import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import { PullFailure, type PullRequest } from '../types.ts';
import { pullEvents, standardApi } from './client.ts';
import { bodyOf, directVoyage, exampleBill, exampleContainer, exampleReference } from './event-builders.ts';
import { parseEvents } from './parse.ts';

afterEach(stopServers);

const request = (baseUrl: string, more: Partial<PullRequest> = {}): PullRequest => ({
  baseUrl,
  credential: 'MERI-demo-key',
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  etag: null,
  now: Date.UTC(2026, 2, 1),
  timeoutMs: 20_000,
  maxBytes: 1_000_000,
  ...more,
});

async function served(handler: RequestListener): Promise<{ base: string; asked: IncomingMessage[] }> {
  const requested: IncomingMessage[] = [];
  const base = await listen(
    createServer((incoming, response) => {
      requested.push(incoming);
      handler(incoming, response);
    }),
  );
  return { base, asked: requested };
}

async function failureOf(work: Promise<unknown>): Promise<PullFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PullFailure);
  return error as PullFailure;
}

const listOf = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));
const searchOf = (incoming: IncomingMessage | undefined): URLSearchParams =>
  new URL(incoming?.url ?? '', 'http://x').searchParams;

describe('asking', () => {
  test('by bill sends key, version and reference, and gives the bytes as they came', async () => {
    const { base, asked: requested } = await served((_incoming, response) =>
      response.end(Buffer.from(bodyOf(directVoyage()))),
    );
    const answer = await pullEvents(request(`${base}/carriers/MERI`));
    expect(answer).toEqual({ kind: 'answer', body: bodyOf(directVoyage()), etag: null });
    expect(requested).toHaveLength(1);
    expect(requested[0]?.url).toMatch(/^\/carriers\/MERI\/v2\/events\?/);
    expect(searchOf(requested[0]).get('transportDocumentReference')).toBe(exampleBill);
    expect(requested[0]?.headers).toMatchObject({ 'api-key': 'MERI-demo-key', 'api-version': '2' });
  });

  test('by container asks for the equipment', async () => {
    const { base, asked: requested } = await served((_incoming, response) => response.end('[]'));
    await pullEvents(request(base, { subject: 'container', billNo: null, containerNo: exampleContainer }));
    expect(requested.map((one) => searchOf(one).get('equipmentReference'))).toEqual([exampleContainer]);
  });

  test('for a bill nobody knows asks for the booking of that number; nothing at all is an empty list', async () => {
    const { base, asked: requested } = await served((incoming, response) =>
      response.end(searchOf(incoming).has('carrierBookingReference') ? '[{"eventID":"1"}]' : '[]'),
    );
    const answer = await pullEvents(request(base));
    expect(answer.kind === 'answer' && listOf(answer.body)).toEqual([{ eventID: '1' }]);
    expect(requested).toHaveLength(2);
    const { base: silent } = await served((_incoming, response) => response.end(' [ ] '));
    expect(await pullEvents(request(silent))).toEqual({ kind: 'answer', body: bodyOf([]), etag: null });
  });
});

describe('validators', () => {
  const tagged: RequestListener = (incoming, response) => {
    response.setHeader('etag', '"v1"');
    if (incoming.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.end('[{"eventID":"1"}]');
  };

  test('save an answer that did not change', async () => {
    const { base } = await served(tagged);
    const first = await pullEvents(request(base));
    expect(first.kind).toBe('answer');
    expect(await pullEvents(request(base, { etag: first.kind === 'answer' ? first.etag : null }))).toEqual({
      kind: 'unchanged',
    });
  });

  test('of the booking are not sent with the question for the bill', async () => {
    const { base, asked: requested } = await served((incoming, response) => {
      if (searchOf(incoming).has('transportDocumentReference')) response.end('[]');
      else tagged(incoming, response);
    });
    const first = await pullEvents(request(base));
    expect(await pullEvents(request(base, { etag: first.kind === 'answer' ? first.etag : null }))).toEqual({
      kind: 'unchanged',
    });
    expect(requested.map((one) => one.headers['if-none-match'])).toEqual([undefined, undefined, undefined, '"v1"']);
  });

  test('of one page are forgotten when there are more, since only the last one grows', async () => {
    const { base } = await served((incoming, response) => {
      response.setHeader('etag', '"v1"');
      if (searchOf(incoming).get('cursor') === null) response.setHeader('next-page', 'p2');
      response.end('[{"eventID":"1"}]');
    });
    expect(await pullEvents(request(base))).toMatchObject({ kind: 'answer', etag: null });
  });

  test('not sent cannot be confirmed', async () => {
    const { base } = await served((_incoming, response) => response.writeHead(304).end());
    expect(await failureOf(pullEvents(request(base)))).toMatchObject({ reason: 'bad_answer' });
  });
});

describe('3.0', () => {
  const paged: RequestListener = (incoming, response) => {
    const search = searchOf(incoming);
    const page = Number(search.get('cursor') ?? 1);
    if (page < 3) response.setHeader('Next-Page-Cursor', String(page + 1));
    response.end(JSON.stringify({ events: [{ eventID: `${page}${search.get('transportDocumentReference')}` }] }));
  };

  test('is queried under its own path and version, and every page by the whole question', async () => {
    const { base, asked: requested } = await served(paged);
    const answer = await pullEvents(request(base), standardApi(3));
    expect(answer.kind === 'answer' && listOf(answer.body)).toEqual(
      [1, 2, 3].map((page) => ({ eventID: `${page}${exampleBill}` })),
    );
    expect(requested[0]?.url).toMatch(/^\/v3\/events\?/);
    expect(requested[0]?.headers['api-version']).toBe('3');
  });

  test('a list alone is read too, and a cursor that leads back is a circle', async () => {
    const { base } = await served((_incoming, response) => response.end('[{"eventID":"1"}]'));
    const answer = await pullEvents(request(base), standardApi(3));
    expect(answer.kind === 'answer' && listOf(answer.body)).toEqual([{ eventID: '1' }]);
    const { base: circle } = await served((_incoming, response) =>
      response.setHeader('next-page-cursor', 'x').end('{"events":[1]}'),
    );
    expect(await failureOf(pullEvents(request(circle), standardApi(3)))).toMatchObject({ reason: 'bad_answer' });
  });
});

describe('pages', () => {
  const paged =
    (header: (page: number) => [string, string], pages: number): RequestListener =>
    (incoming, response) => {
      const page = Number(searchOf(incoming).get('cursor')?.slice(1) ?? 1);
      if (page < pages) response.setHeader(...header(page));
      response.end(`[{"eventID":"${page}a"},\n{"eventID":"${page}b"}]`);
    };

  test.each<[string, (page: number) => [string, string]]>([
    ['a cursor in Next-Page', (page) => ['Next-Page', `p${page + 1}`]],
    ['an address in Next-Page', (page) => ['Next-Page', `/v2/events?cursor=p${page + 1}`]],
    [
      'a Link',
      (page) => ['Link', `</v2/events?cursor=p1>; rel="first", </v2/events?limit=1&cursor=p${page + 1}>; rel="next"`],
    ],
  ])('are followed by %s and stored as one list', async (_, header) => {
    const { base, asked: requested } = await served(paged(header, 3));
    const answer = await pullEvents(request(base));
    expect(
      answer.kind === 'answer' && (listOf(answer.body) as { eventID: string }[]).map(({ eventID }) => eventID),
    ).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(requested).toHaveLength(3);
    expect(requested[2]?.headers['api-key']).toBe('MERI-demo-key');
  });

  test('of a server that sends in circles, endlessly or elsewhere are given up', async () => {
    const { base: circle } = await served((_incoming, response) => response.setHeader('Next-Page', 'p1').end('[1]'));
    expect(await failureOf(pullEvents(request(circle)))).toMatchObject({ reason: 'bad_answer' });
    const { base: endless, asked: requested } = await served(paged((page) => ['Next-Page', `p${page + 1}`], 100_000));
    expect(await failureOf(pullEvents(request(endless)))).toMatchObject({ reason: 'too_large' });
    expect(requested.length).toBe(50);
    const { base: thief, asked: stolen } = await served((_incoming, response) => response.end('[]'));
    const { base: lying } = await served((_incoming, response) =>
      response.setHeader('Link', `<${thief}/v2/events>; rel=next`).end('[1]'),
    );
    expect(await failureOf(pullEvents(request(lying)))).toMatchObject({ reason: 'bad_answer' });
    expect(stolen).toHaveLength(0);
  });

  test('count together against time and size', async () => {
    const { base } = await served(paged((page) => ['Next-Page', `p${page + 1}`], 40));
    expect(await failureOf(pullEvents(request(base, { maxBytes: 200 })))).toMatchObject({ reason: 'too_large' });
    const { base: slow } = await served((incoming, response) => {
      setTimeout(() => paged((page) => ['Next-Page', `p${page + 1}`], 40)(incoming, response), 30);
    });
    expect(await failureOf(pullEvents(request(slow, { timeoutMs: 150 })))).toMatchObject({ reason: 'timeout' });
  });
});

describe('failures', () => {
  test.each<[string, number, Record<string, string>, string, PullFailure['reason'], number | null]>([
    ['a wrong key', 401, {}, '', 'unauthorized', null],
    ['a forbidden key', 403, {}, '', 'not_permitted', null],
    ['too many requests', 429, { 'retry-after': '3' }, '', 'rate_limited', 3_000],
    ['an error', 500, {}, 'oops', 'server_error', null],
    ['an outage', 503, { 'retry-after': '60' }, '', 'server_error', 60_000],
    ['a redirect', 302, { location: 'http://127.0.0.1:1/' }, '', 'bad_answer', null],
    ['an unknown path', 404, {}, '{}', 'bad_answer', null],
    ['broken JSON', 200, {}, '[{"eventID":"0d1c6a70-5d2e-', 'bad_answer', null],
    ['a page for people', 200, {}, '<html></html>', 'bad_answer', null],
    ['an object', 200, {}, '{"event":[]}', 'bad_answer', null],
    ['nothing', 200, {}, '', 'bad_answer', null],
  ])('%s', async (_, status, headers, body, reason, retryAfterMs) => {
    const { base, asked: requested } = await served((_incoming, response) =>
      response.writeHead(status, headers).end(body),
    );
    expect(await failureOf(pullEvents(request(base)))).toMatchObject({ reason, retryAfterMs });
    expect(requested).toHaveLength(1);
  });

  test('a slow server, a dropped connection, an endless answer', async () => {
    const { base: slow } = await served(() => undefined);
    expect(await failureOf(pullEvents(request(slow, { timeoutMs: 60 })))).toMatchObject({ reason: 'timeout' });
    const { base: dropped } = await served((incoming) => incoming.socket.destroy());
    expect(await failureOf(pullEvents(request(dropped)))).toMatchObject({ reason: 'unreachable' });
    const { base: endless } = await served((_incoming, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('[1,'.repeat(1_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(pullEvents(request(endless)))).toMatchObject({ reason: 'too_large' });
  });
});

test('what was pulled can be parsed', async () => {
  const { base } = await served((_incoming, response) => response.end(Buffer.from(bodyOf(directVoyage()))));
  const answer = await pullEvents(request(base));
  const about = {
    subject: 'bill',
    billNo: exampleBill,
    containerNo: null,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 5, 1),
  } as const;
  const { content } = parseEvents(answer.kind === 'answer' ? [answer.body] : [], about, exampleReference);
  expect(content?.legs).toHaveLength(1);
});

describe('a carrier that knows nothing by the number of a bill', () => {
  const unknown = { httpMethod: 'GET', errors: [{ reason: 'notFound', message: 'No events' }] };
  const answering = (status: number, body: string) =>
    served((incoming, response) => {
      if (searchOf(incoming).has('transportDocumentReference')) response.writeHead(status).end(body);
      else response.end(Buffer.from(bodyOf(directVoyage())));
    });

  test.each<[string, number, string]>([
    ['404 in the form of the standard', 404, JSON.stringify(unknown)],
    ['404 with its status', 404, '{"statusCode":404}'],
    ['204', 204, ''],
    ['an empty list', 200, '[]'],
  ])('and says so by %s is asked for the booking', async (_name, status, body) => {
    const { base, asked: requested } = await answering(status, body);
    const answer = await pullEvents(request(base));
    expect(answer).toEqual({ kind: 'answer', body: bodyOf(directVoyage()), etag: null });
    expect(searchOf(requested[1]).get('carrierBookingReference')).toBe(exampleBill);
  });

  test('is distinguished from an address that is wrong', async () => {
    for (const body of ['<html>Not Found</html>', '{"message":"no route"}', '']) {
      const { base } = await answering(404, body);
      expect(await failureOf(pullEvents(request(base)))).toMatchObject({ reason: 'bad_answer', detail: 'HTTP 404' });
    }
  });
});

test('2.2 in the form of 3.0 is read: an object with the list, the next page by its cursor', async () => {
  const events = directVoyage();
  const { base, asked: requested } = await served((incoming, response) => {
    const isNext = searchOf(incoming).has('cursor');
    if (!isNext) response.setHeader('next-page-cursor', 'second');
    response.end(JSON.stringify({ events: isNext ? events.slice(2) : events.slice(0, 2) }));
  });
  const answer = await pullEvents(request(base));
  expect(answer.kind === 'answer' && listOf(answer.body)).toEqual(events);
  expect(requested).toHaveLength(2);
});
