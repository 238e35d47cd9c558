import { errorText, isAbort } from '../error-text.ts';
import { fieldsOf } from '../fields.ts';
import { type Job, JobError, type JobTools, Stopped, type Page } from '../types.ts';
import { guardedRequests, type Wanted } from './guarded-request.ts';
import { mannerly } from './manners.ts';
import type { Masker } from './mask.ts';
import { recorder, replayer } from './recorded.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Would lead to another site behind the same address, or make one request two. */
const refusedHeaders = /^(host|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i;
/** Of the connection, which is the agent's: browsers send them, so that scripts copy them. */
const ownHeaders = /^(connection|keep-alive)$/i;
const isHeader = (name: string, text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\r\n\0]/.test(text);
const largestSent = 5_000_000;

const refused = (text: string): JobError => new JobError('request_refused', text);
const optionalText = (value: unknown, what: string): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw refused(`${what} must be a text`);
  if (Buffer.byteLength(value) > largestSent)
    throw new JobError('request_too_large', `${what} is larger than ${largestSent} bytes`);
  return value;
};

function headersOf(value: unknown): Record<string, string> {
  const headers: [string, string][] = [];
  for (const [name, given] of Object.entries(fieldsOf(value))) {
    if (given === undefined || given === null || ownHeaders.test(name)) continue;
    const text = typeof given === 'object' ? undefined : String(given);
    if (text === undefined || !isHeader(name, text)) throw refused(`the header "${name.slice(0, 60)}" is no text`);
    if (refusedHeaders.test(name)) throw refused(`the header "${name}" is set by the robot`);
    headers.push([name, text]);
  }
  return Object.fromEntries(headers);
}

/** A request as a script requested it, which may be anything. */
export function wantedOf(value: unknown): Wanted {
  const { url, method: given, headers, body, from, expects } = fieldsOf(value);
  const method = optionalText(given, 'the method of a request')?.toUpperCase();
  if (method !== undefined && !methods.includes(method)) throw refused(`"${method.slice(0, 20)}" is no method`);
  return {
    url: optionalText(url, 'the address of a request') ?? '',
    method,
    headers: headersOf(headers),
    body: optionalText(body, 'the body of a request'),
    from: optionalText(from, 'the address of a page'),
    expects: optionalText(expects, 'what is expected'),
  };
}

/** What a script may ask for, by name. */
export function askable(job: Job, tools: JobTools, mask: Masker) {
  const { hosts = [], replay, manners } = job.work;
  const guarded = guardedRequests(hosts);
  const polite = manners == null ? undefined : mannerly(guarded, manners, hosts);
  const request = polite?.ask ?? guarded;
  const kept = recorder();
  const stored = replay == null ? undefined : replayer(replay);
  const input = fieldsOf(job.input);
  const asks: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
    fetch: async (value): Promise<Page> => {
      const wanted = wantedOf(value);
      if (stored !== undefined) return stored(wanted);
      const page = await request(wanted, tools.stopping);
      kept.note(wanted, page);
      return page;
    },
    asset: async (assetType) => {
      const { value, secret } = await tools.asset(String(assetType));
      if (secret) mask.add(value);
      return value;
    },
    artifact: async (given) => {
      const { name, contentType, text } = fieldsOf(given);
      const body = optionalText(text, 'the content of a file') ?? '';
      await tools.artifact(String(name), String(contentType), mask.text(body));
    },
    pagesDue: async (options) => {
      const { carrierCode, most: limit } = fieldsOf(options);
      if (stored !== undefined) return [];
      return tools.call('/api/data-center/rpa/requests', {
        robotId: tools.robotName,
        jobId: job.jobId,
        carrierCode: carrierCode ?? input['carrierCode'] ?? null,
        limit: Math.max(1, Math.min(100, Math.round(Number(limit ?? 20)) || 1)),
      });
    },
    bringPage: async (page) => {
      if (stored !== undefined) return { state: 'trial' };
      return tools.call('/api/data-center/rpa/answers', {
        ...fieldsOf(page),
        collectedAt: Date.now(),
        sentAt: Date.now(),
        robotId: tools.robotName,
        jobId: job.jobId,
      });
    },
  };
  return { asks, recorded: kept.text, refused: () => polite?.refused() };
}

/** What a script is notified of a failure: words and a code, nothing of this process. */
const reasonOf = (error: unknown): { error: string; code?: string; stopped?: boolean } => ({
  error: errorText(error),
  ...(error instanceof JobError ? { code: error.code } : {}),
  ...(error instanceof Stopped || isAbort(error) ? { stopped: true } : {}),
});

/** Answers what a script requested. */
export async function answerTo(
  asks: ReturnType<typeof askable>['asks'],
  { what, value }: { what: string; value: unknown },
): Promise<{ value: unknown } | ReturnType<typeof reasonOf>> {
  const ask = Object.hasOwn(asks, what) ? asks[what] : undefined;
  if (ask === undefined) return { error: `a robot has no "${what.slice(0, 60)}"` };
  return ask(value).then((result) => ({ value: result ?? null }), reasonOf);
}
