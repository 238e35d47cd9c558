import type { CallData, CallInput } from '#contract/index.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { sessionPaths } from '#generated/web/base/session-paths.ts';
import { asRecord } from '#shared/values/objects.ts';
import { currentLang, text } from '#web/i18n/index.ts';
import { embedToken } from './embed.ts';
import { newKey } from './new-key.ts';
import { ownZone } from './zone.ts';
import { isLineStatus, lineLost } from './line.ts';

/** A call that did not succeed; `msg` is a text for people in their language and never empty. */
export class CallError extends Error {
  readonly status: number;
  readonly msg: string;
  /** 0 when no answer came at all. */
  readonly httpStatus: number;
  readonly data: unknown;

  constructor(parts: { status: number; msg: string; httpStatus: number; data?: unknown; cause?: unknown }) {
    super(parts.msg, { cause: parts.cause });
    this.name = 'CallError';
    this.status = parts.status;
    this.msg = parts.msg;
    this.httpStatus = parts.httpStatus;
    this.data = parts.data;
  }
}

/** What somebody may open could not be found out. */
export class PermissionsError extends CallError {
  constructor(cause: CallError) {
    super({ status: cause.status, msg: cause.msg, httpStatus: cause.httpStatus, data: cause.data, cause });
    this.name = 'PermissionsError';
  }
}

/** How a call is made: a signal to cancel it, another time limit, or without the common answers to 401 and 403. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  quiet?: boolean;
};

/** What the application does about an answer that concerns the session. */
export type AuthHandler = (refusal: {
  httpStatus: 401 | 403;
  msg: string;
  data: unknown;
  redirectUrl: string | undefined;
}) => void;

type Envelope = { status: number; msg: string; data: unknown; redirectUrl?: unknown };

const defaultTimeoutMs = 30_000;
let authHandler: AuthHandler = () => undefined;

/** Registers what happens on 401 and 403. */
export function onAuthRefusal(handler: AuthHandler): void {
  authHandler = handler;
}

const isNamed = (error: unknown, name: string): boolean =>
  error !== null && typeof error === 'object' && 'name' in error && error.name === name;

/** Was the call cancelled by its caller? Then there is nothing to show. */
export const isAborted = (error: unknown): boolean => isNamed(error, 'AbortError');

/** Does the server say that there is no such thing, or not for this person? */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CallError &&
  error.data !== null &&
  typeof error.data === 'object' &&
  'notFound' in error.data &&
  error.data.notFound === true;

/** The query of a GET: arrays as repeated keys with each element JSON-encoded, absent values left out. */
export function encodeQuery(input: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value) query.append(key, JSON.stringify(item));
    else query.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.toString();
}

const isIn = <Paths extends object>(paths: Paths, name: CallName): name is keyof Paths & CallName => name in paths;

/**
 * The sign-in page carries its own calls only; the others come with the shell. The calls of configuration entities follow
 * from their declarations, which only their screens need to carry.
 */
async function pathOf(name: CallName): Promise<CallPath> {
  if (isIn(sessionPaths, name)) return sessionPaths[name];
  const { ownPaths } = await import('#generated/web/base/own-paths.ts');
  if (isIn(ownPaths, name)) return ownPaths[name];
  return (await import('#contract/declared-paths.ts')).declaredPaths[name];
}

/** Request keys of calls that nobody answered, by their content: sent again, such a call has the same key and is not done twice. */
const unanswered = new Map<string, string>();
const maxUnanswered = 20;

const contentOf = (name: CallName, input: unknown): string => `${name} ${JSON.stringify(input ?? {})}`;

const requestKeyOf = (name: CallName, input: unknown): string =>
  (unanswered.size === 0 ? undefined : unanswered.get(contentOf(name, input))) ?? newKey();

/** Remembers the key of a call that was not answered, and forgets the one of a call that was. */
function noteAnswered(name: CallName, input: unknown, key: string, isAnswered: boolean): void {
  if (isAnswered && unanswered.size === 0) return;
  const content = contentOf(name, input);
  unanswered.delete(content);
  if (isAnswered) return;
  unanswered.set(content, key);
  for (const oldest of [...unanswered.keys()].slice(0, -maxUnanswered)) unanswered.delete(oldest);
}

function requestOf(
  { method, path }: CallPath,
  input: unknown,
  requestKey: string | undefined,
): { url: string; init: RequestInit } {
  const token = embedToken();
  const headers: Record<string, string> = { source: 'Manual', 'x-lang': currentLang(), 'x-zone': ownZone() };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const init: RequestInit = { method, headers, credentials: token === null ? 'same-origin' : 'omit' };
  if (method === 'GET') {
    const query = encodeQuery(asRecord(input));
    return { url: query === '' ? path : `${path}?${query}`, init };
  }
  headers['content-type'] = 'application/json';
  if (requestKey !== undefined) headers['idempotency-key'] = requestKey;
  return { url: path, init: { ...init, body: JSON.stringify(input ?? {}) } };
}

function failedToAnswer(error: unknown, signal: AbortSignal | undefined, timeoutMs: number): unknown {
  if (signal?.aborted) return new DOMException('The call was cancelled', 'AbortError');
  const timedOut = isNamed(error, 'TimeoutError');
  if (!timedOut) lineLost();
  const msg = timedOut
    ? text('common.timedOut', { seconds: Math.round(timeoutMs / 1000) })
    : text('common.networkFailed');
  return new CallError({ status: 0, msg, httpStatus: 0, cause: error });
}

async function readEnvelope(response: Response): Promise<Envelope | undefined> {
  try {
    const body: unknown = await response.json();
    return body !== null && typeof body === 'object' && 'status' in body ? (body as Envelope) : undefined;
  } catch (error) {
    if (isAborted(error) || isNamed(error, 'TimeoutError')) throw error;
    return undefined;
  }
}

/** Makes the error of an answer that is no success, and tells the application when it concerns the session. */
function refusalOf(response: Response, body: Envelope | undefined, quiet: boolean): CallError {
  const httpStatus = response.status;
  if (isLineStatus(httpStatus)) lineLost();
  const fallback = httpStatus === 403 ? text('common.noPermission') : text('common.serverFailed', { httpStatus });
  const msg = typeof body?.msg === 'string' && body.msg !== '' ? body.msg : fallback;
  if ((httpStatus === 401 || httpStatus === 403) && !quiet) {
    const redirectUrl = typeof body?.redirectUrl === 'string' ? body.redirectUrl : undefined;
    authHandler({ httpStatus, msg, data: body?.data ?? null, redirectUrl });
  }
  return new CallError({ status: body?.status ?? 0, msg, httpStatus, data: body?.data });
}

async function send(
  name: CallName,
  input: unknown,
  options: CallOptions,
  timeoutMs: number | null,
  requestKey?: string,
): Promise<Response> {
  const { url, init } = requestOf(await pathOf(name), input, requestKey);
  const limits = [options.signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)].filter(
    (signal) => signal !== undefined,
  );
  return fetch(url, { ...init, signal: limits.length > 0 ? AbortSignal.any(limits) : null });
}

/** Makes a call and hands back its data together with the server's text about it. */
export async function callFull<N extends CallName>(
  name: N,
  input?: CallInput<N>,
  options: CallOptions = {},
): Promise<{ data: CallData<N>; msg: string }> {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const requestKey = requestKeyOf(name, input);
  let response: Response;
  let body: Envelope | undefined;
  try {
    response = await send(name, input, options, timeoutMs, requestKey);
    body = await readEnvelope(response);
  } catch (error) {
    noteAnswered(name, input, requestKey, false);
    throw failedToAnswer(error, options.signal, timeoutMs);
  }
  noteAnswered(name, input, requestKey, !isLineStatus(response.status));
  if (response.status !== 200 || body === undefined) throw refusalOf(response, body, options.quiet ?? false);
  if (body.status !== 1) {
    throw new CallError({
      status: body.status,
      msg: body.msg || text('common.failed'),
      httpStatus: 200,
      data: body.data,
    });
  }
  return { data: body.data as CallData<N>, msg: body.msg };
}

/** Makes a call and hands back its data; anything but success throws a CallError. */
export async function call<N extends CallName>(
  name: N,
  input?: CallInput<N>,
  options?: CallOptions,
): Promise<CallData<N>> {
  return (await callFull(name, input, options)).data;
}

/** The name a file comes with, from its content-disposition header. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? fallback;
}

/** Receives a file that the server streams; there is no time limit, the signal cancels. */
export async function callFile<N extends CallName>(
  name: N,
  input?: CallInput<N>,
  options: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {},
): Promise<{ blob: Blob; fileName: string }> {
  try {
    const response = await send(name, input, options, null);
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || type.startsWith('application/json')) {
      throw refusalOf(response, await readEnvelope(response), false);
    }
    const chunks: BlobPart[] = [];
    let bytes = 0;
    for (const reader = response.body?.getReader(); reader !== undefined;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      options.onProgress?.((bytes += value.byteLength));
    }
    return {
      blob: new Blob(chunks, { type }),
      fileName: fileNameOf(response.headers.get('content-disposition'), 'export.csv'),
    };
  } catch (error) {
    throw error instanceof CallError ? error : failedToAnswer(error, options.signal, 0);
  }
}

/** Hands a file over to the browser's downloads. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
