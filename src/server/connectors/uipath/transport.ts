import { trimEndOf } from '#shared/text/normalize.ts';
import { z } from 'zod';
import { publicAddresses, RefusedAddress, type HostLookup } from '#server/platform/outbound/outbound-guard.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { exchange } from '../exchange.ts';
import { PullFailure, type ExchangeAnswer } from '../types.ts';
import { type RemoteAccess, RemoteFailure } from './types.ts';

/** What calling needs of the product. */
export type RemoteSettings = { allowed: readonly string[]; lookup?: HostLookup; timeoutMs?: number };

const standardTimeoutMs = 20 * SECOND_MS;
const maxBytes = 5_000_000;
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

function retryAfterOf(answer: ExchangeAnswer): number {
  const seconds = Number(answer.headers['retry-after'] ?? 30);
  return Math.min(15 * MINUTE_MS, Math.max(1, Number.isFinite(seconds) ? seconds : 30) * SECOND_MS);
}

const textOf = (answer: ExchangeAnswer): string => Buffer.from(answer.body).toString('utf8');

/** The orchestrator's own words about an error, where it gives some. */
function messageOf(answer: ExchangeAnswer): string {
  const text = textOf(answer);
  try {
    const { message, error_description: described } = asRecord(JSON.parse(text));
    const wording = message ?? described;
    if (typeof wording === 'string' && wording !== '') return wording;
  } catch {
    // Not JSON: the text itself.
  }
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

function failureOf(answer: ExchangeAnswer, hide: (text: string) => string): RemoteFailure | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const text = `HTTP ${status} ${hide(messageOf(answer))}`.trim();
  if (status === 401) return new RemoteFailure('credentials', text);
  if (status === 403) return new RemoteFailure('forbidden', text);
  if (status === 404) return new RemoteFailure('notFound', text);
  if (status === 429 || status === 503) return new RemoteFailure('throttled', text, retryAfterOf(answer));
  return new RemoteFailure(status >= 500 ? 'unreachable' : 'refused', text);
}

/** The parts of an answer that matter. */
export function read<T>(shape: z.ZodType<T>, answer: ExchangeAnswer): T {
  let value: unknown;
  try {
    value = JSON.parse(textOf(answer));
  } catch {
    throw new RemoteFailure('noAnswer', 'the answer is not JSON');
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new RemoteFailure('noAnswer', 'the answer is not as published');
  return parsed.data;
}

/** Calls an orchestrator with a token, which is kept until shortly before it ends. */
export function remoteTransport(access: RemoteAccess, settings: RemoteSettings) {
  let token: { text: string; until: number } | undefined;
  const hide = (text: string): string =>
    [access.clientSecret, token?.text ?? '']
      .filter(Boolean)
      .reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);

  async function send(
    method: 'GET' | 'POST',
    address: string,
    { headers, body }: { headers: Record<string, string>; body?: string },
  ): Promise<ExchangeAnswer> {
    const url = new URL(address);
    try {
      const addresses = await publicAddresses(url, settings);
      const timeoutMs = settings.timeoutMs ?? standardTimeoutMs;
      const sent = { method, url, headers, timeoutMs, maxBytes, addresses };
      return await exchange(body === undefined ? sent : { ...sent, body });
    } catch (error) {
      if (error instanceof RefusedAddress) throw new RemoteFailure('unreachable', error.reason);
      if (error instanceof PullFailure)
        throw new RemoteFailure('unreachable', hide(`${error.reason} ${error.message}`));
      throw error;
    }
  }

  async function bearer(): Promise<string> {
    if (token !== undefined && token.until > Date.now()) return token.text;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: access.clientId,
      client_secret: access.clientSecret,
      scope: access.scope,
    }).toString();
    const answer = await send('POST', access.tokenUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body,
    });
    const failure = failureOf(answer, hide);
    // The identity server answers 400 where the id or the secret is wrong.
    if (failure !== undefined)
      throw answer.status === 400 ? new RemoteFailure('credentials', failure.message) : failure;
    const { access_token: text, expires_in: seconds = 3600 } = read(tokenAnswer, answer);
    token = { text, until: Date.now() + Math.max(0, seconds - 60) * SECOND_MS };
    return text;
  }

  async function call(method: 'GET' | 'POST', path: string, body?: object, again = true): Promise<ExchangeAnswer> {
    const headers: Record<string, string> = { authorization: `Bearer ${await bearer()}`, accept: 'application/json' };
    if (access.folderId !== null) headers['x-uipath-organizationunitid'] = access.folderId;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await send(method, `${trimEndOf(access.url, '/')}/odata/${path}`, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 401 && again) {
      token = undefined;
      return call(method, path, body, false);
    }
    const failure = failureOf(answer, hide);
    if (failure !== undefined) throw failure;
    return answer;
  }

  return { call, hide };
}
