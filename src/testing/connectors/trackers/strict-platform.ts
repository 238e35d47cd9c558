import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { memoryTokens } from '#server/connectors/access/tokens.ts';
import { exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { listen } from '../local-servers.ts';
import { findProfile } from '#server/connectors/profiles/index.ts';
import type { SourceProfile } from '#server/connectors/profiles/types.ts';
import type { PullRequest } from '#server/connectors/types.ts';

/** A question as a platform of the tests sees it. */
export type Requested = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The body of a form. */
  form?: URLSearchParams;
};

/** What it answers: the status, and JSON, or a text as it is. */
export type Answered = readonly [status: number, body: unknown, headers?: Record<string, string>];

async function bodyOf(request: IncomingMessage): Promise<Pick<Requested, 'body' | 'form'>> {
  const sent = await text(request);
  if (request.headers['content-type'] === 'application/x-www-form-urlencoded')
    return { body: undefined, form: new URLSearchParams(sent) };
  const body: unknown = sent === '' ? undefined : JSON.parse(sent);
  return { body };
}

/** A platform of the tests, with all that it was queried. */
export async function platform(
  answer: (requested: Requested) => Answered,
): Promise<{ base: string; asked: Requested[] }> {
  const requested: Requested[] = [];
  const base = await listen(
    createServer((request, response) => {
      void (async () => {
        const url = new URL(request.url ?? '', 'http://x');
        const one: Requested = {
          method: request.method ?? '',
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          ...(await bodyOf(request)),
        };
        requested.push(one);
        const [status, body, headers = {}] = answer(one);
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      })();
    }),
  );
  return { base, asked: requested };
}

/** The profile of that name; throws when there is none. */
export function profileNamed(name: string): SourceProfile {
  const profile = findProfile(name);
  if (profile === undefined) throw new Error(`no profile ${name}`);
  return profile;
}

/** A question about the example's bill; `remember` and `objectId` as a test needs them. */
export const question = (base: string, values: object, more: Partial<PullRequest> = {}): PullRequest => ({
  baseUrl: base,
  tokenUrl: `${base}/token`,
  tokens: memoryTokens(),
  credential: JSON.stringify(values),
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  etag: null,
  now: Date.UTC(2026, 2, 1),
  timeoutMs: 20_000,
  maxBytes: 5_000_000,
  ...more,
});

/** Asks and reads in one: the record of the example's bill, or of another question. */
export async function askAndRead(profile: SourceProfile, request: PullRequest) {
  const answer = await profile.connector.pull(request);
  if (answer.kind === 'unchanged') throw new Error('nothing was answered');
  const { subject, billNo, containerNo, carrierCode } = request;
  return {
    answer,
    read: (reference: Parameters<SourceProfile['connector']['parse']>[2]) =>
      profile.connector.parse(
        [answer.body],
        { subject, billNo, containerNo, carrierCode, receivedAt: request.now },
        reference,
      ),
  };
}

/** Events in short: container, status, port, estimate or fact, time, ship. */
export const short = (record: ReturnType<SourceProfile['connector']['parse']>): string[] =>
  (record.content?.events ?? []).map(({ containerNo, statusCode, portCode, estimated, actual, vesselName }) =>
    [
      containerNo ?? '*',
      statusCode,
      portCode,
      actual === null ? 'EST' : 'ACT',
      new Date(actual ?? estimated ?? 0).toISOString().slice(0, 16),
      vesselName ?? '-',
    ].join(' '),
  );

/** Why something was refused, with the value. */
export const refused = (record: ReturnType<SourceProfile['connector']['parse']>): string[] =>
  record.refusals.map(({ reason, value }) => `${reason}: ${value}`);
