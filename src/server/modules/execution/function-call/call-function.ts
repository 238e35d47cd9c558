import { trimEndOf } from '#shared/text/normalize.ts';
import { isIP } from 'node:net';
import { exchange, type ExchangeRequest } from '#server/connectors/exchange.ts';
import { PullFailure, type ExchangeAnswer } from '#server/connectors/types.ts';
import type { FunctionAnswer, functionFailures } from '#contract/execution/function-call.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError, refused } from '#server/platform/errors/app-error.ts';
import {
  publicAddresses,
  RefusedAddress,
  type HostAddress,
  type HostLookup,
} from '#server/platform/outbound/outbound-guard.ts';
import { serverText, type MessageParams } from '#shared/i18n/server-messages/index.ts';
import { fillJson, placeholderNames } from '#shared/function/placeholders.ts';
import { asRecord, isRecord } from '#shared/values/objects.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { findHandler, functionHandlers } from './handlers.ts';
import { findFunction, type FunctionRow } from './queries.ts';
import { functionUrl } from './target-url.ts';

/** Configured base addresses by name. */
export type FunctionBases = ReadonlyMap<string, string>;

/** What calling a function needs of the product. */
export type FunctionServices = {
  bases: FunctionBases;
  reference: () => ReferenceSnapshot;
  /** Base addresses that may lie inside the network although they are given by name. */
  allowed?: readonly string[];
  lookup?: HostLookup;
  /** How long an answer may take; 30 s unless specified otherwise. */
  timeoutMs?: number;
};

/** Which function is called with what. */
export type FunctionCall = {
  functionCode?: string | null | undefined;
  id?: number | null | undefined;
  /** JSON; the stored one when absent. */
  inParam?: string | null | undefined;
  /** Values of the placeholders in the path and in the input. */
  values?: Readonly<Record<string, string>> | null | undefined;
  signal?: AbortSignal;
};

/** What came of a call. */
export type FunctionOutcome = Omit<FunctionAnswer, 'storedVersion'> & {
  functionId: number;
  functionCode: string;
  /** Parameters of the text of `failure`. */
  failureParams: MessageParams;
};

/** Who calls: only what calling takes of a context, so that background work can call too. */
export type FunctionCaller = Pick<Ctx, 'db' | 'lang' | 'clock'>;

type Failure = (typeof functionFailures)[number];
type Sent = Pick<FunctionOutcome, 'target' | 'sent'>;

const timeoutMs = 30_000;
const maxSent = 16_000;
const maxRead = 1_000_000;
const maxShown = 64_000;
const kb = 1000;

function checkStatus(row: FunctionRow): void {
  const params = { functionCode: row.function_code };
  if (row.function_status === 'DISABLED') throw refused('function.disabled', params);
  if (row.function_status !== 'AVAILABLE') throw refused('function.discarded', params);
}

/** The input as JSON with its placeholders filled; undefined when there is none. */
function readInput(row: FunctionRow, call: FunctionCall, values: Readonly<Record<string, string>>): unknown {
  const given = (call.inParam ?? row.in_param ?? '').trim();
  if (given === '') return undefined;
  const filled = fillJson(given, values);
  if (Buffer.byteLength(filled) > maxSent) throw refused('function.inputTooLarge', { limitKb: maxSent / kb });
  try {
    return JSON.parse(filled) as unknown;
  } catch {
    throw refused('function.inputInvalid');
  }
}

const isFlat = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Puts the input of a call without a body into the query. */
function addQuery(url: URL, input: unknown, method: string): void {
  if (input === undefined) return;
  if (!isRecord(input) || !Object.values(input).every(isFlat)) throw refused('function.inputNotFlat', { method });
  for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
}

function requestOf(row: FunctionRow, input: unknown, url: URL, call: FunctionCall, limitMs: number): ExchangeRequest {
  const method = row.function_method as ExchangeRequest['method'];
  const hasBody = method === 'POST' || method === 'PUT';
  if (!hasBody) addQuery(url, input, method);
  return {
    method,
    url,
    headers: {
      accept: 'application/json, text/*;q=0.9',
      'user-agent': 'Portolan',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody && input !== undefined ? { body: JSON.stringify(input) } : {}),
    timeoutMs: limitMs,
    maxBytes: maxRead,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
}

const textTypes = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript)\b)/i;

/** The text of an answer, cut off where it is too long; null when it is no text. */
function readText(body: Uint8Array, contentType: string | null): Pick<FunctionOutcome, 'answer' | 'truncated'> {
  if (contentType !== null && !textTypes.test(contentType)) return { answer: null, truncated: false };
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { answer: null, truncated: false };
  }
  const text = new TextDecoder().decode(body.subarray(0, maxShown));
  const truncated = body.length > maxShown;
  // A character may be cut in two at the end; a NUL fits no column.
  return { answer: (truncated ? trimEndOf(text, '\uFFFD') : text).replaceAll('\0', ''), truncated };
}

function failed(
  ctx: FunctionCaller,
  sent: Sent,
  failure: Failure,
  params: Record<string, string | number>,
  durationMs: number,
) {
  return {
    ...sent,
    ok: false,
    httpStatus: null,
    durationMs,
    contentType: null,
    answer: null,
    answerBytes: 0,
    truncated: false,
    failure,
    failureParams: params,
    failureText: serverText(`function.failure.${failure}`, params, ctx.lang),
  };
}

const since = (startedAt: number): number => Math.round(performance.now() - startedAt);

function answered(ctx: FunctionCaller, sent: Sent, { status, headers, body }: ExchangeAnswer, durationMs: number) {
  const contentType = headers['content-type'] ?? null;
  const isRedirect = status >= 300 && status < 400;
  return {
    ...sent,
    ok: status >= 200 && status < 300,
    httpStatus: status,
    durationMs,
    contentType,
    ...readText(body, contentType),
    answerBytes: body.length,
    failure: isRedirect ? ('redirect' as const) : null,
    failureParams: {},
    failureText: isRedirect ? serverText('function.failure.redirect', {}, ctx.lang) : null,
  };
}

/**
 * The addresses to connect to. A base that is given by an IP address is meant as it stands; one that is given by name
 * leads outside, or is allowed to lie inside.
 */
function addressesOf(url: URL, base: string, { allowed = [], lookup }: FunctionServices): Promise<HostAddress[]> {
  const isLiteral = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  return publicAddresses(url, {
    allowed: isLiteral ? [base] : allowed,
    ...(lookup === undefined ? {} : { lookup }),
  });
}

type Outside = { row: FunctionRow; input: unknown; url: URL; base: string; call: FunctionCall };

async function callOutside(ctx: FunctionCaller, { row, input, url, base, call }: Outside, services: FunctionServices) {
  const limitMs = services.timeoutMs ?? timeoutMs;
  const request = requestOf(row, input, url, call, limitMs);
  const sent = { target: `${row.function_method} ${url.href}`, sent: request.body ?? null };
  const startedAt = performance.now();
  try {
    const addresses = await addressesOf(url, base, services);
    return answered(ctx, sent, await exchange({ ...request, addresses }), since(startedAt));
  } catch (error) {
    if (error instanceof RefusedAddress) {
      if (error.reason === 'unknown_host')
        return failed(ctx, sent, 'unreachable', { detail: 'ENOTFOUND' }, since(startedAt));
      throw refused('function.internalAddress', { name: row.function_path_env });
    }
    if (!(error instanceof PullFailure)) throw error;
    const durationMs = since(startedAt);
    if (error.reason === 'timeout')
      return failed(ctx, sent, 'timeout', { seconds: Math.round(limitMs / 1000) }, durationMs);
    if (error.reason === 'too_large') return failed(ctx, sent, 'tooLarge', { limitKb: maxRead / kb }, durationMs);
    return failed(ctx, sent, 'unreachable', { detail: error.detail }, durationMs);
  }
}

function callInside(ctx: FunctionCaller, name: string, input: unknown, reference: ReferenceSnapshot) {
  const handler = findHandler(name);
  if (handler === undefined)
    throw refused('function.handlerUnknown', { name, names: Object.keys(functionHandlers).join(', ') });
  const sent = { target: name, sent: input === undefined ? null : JSON.stringify(input) };
  const startedAt = performance.now();
  try {
    const value = handler.run(asRecord(input), { reference, now: ctx.clock.now() });
    const body = Buffer.from(JSON.stringify(value));
    const contentType = 'application/json';
    const { answer, truncated } = readText(body, contentType);
    const durationMs = since(startedAt);
    const none = { httpStatus: null, failure: null, failureParams: {}, failureText: null };
    return { ...sent, ok: true, durationMs, contentType, answer, answerBytes: body.length, truncated, ...none };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const detail = serverText(error.code, error.params, ctx.lang);
    return failed(ctx, sent, 'handler', { detail }, since(startedAt));
  }
}

function valuesOf(row: FunctionRow, call: FunctionCall): Readonly<Record<string, string>> {
  const values = call.values ?? {};
  const missing = placeholderNames(row.function_path, call.inParam ?? row.in_param).find(
    (name) => (values[name] ?? '').trim() === '',
  );
  if (missing !== undefined) throw refused('function.valueMissing', { name: missing });
  return values;
}

/**
 * Calls a function interface: a built-in handler when functionClassPath names one, else the path below the configured
 * base address. Refuses what is disabled or cannot be called; a call that brings no answer is an outcome like any other.
 */
export async function callFunction(
  ctx: FunctionCaller,
  services: FunctionServices,
  call: FunctionCall,
): Promise<FunctionOutcome> {
  const row = await findFunction(ctx, call);
  if (row === undefined) throw refused('function.notFound');
  checkStatus(row);
  const values = valuesOf(row, call);
  const input = readInput(row, call, values);
  const identity = { functionId: row.id, functionCode: row.function_code };
  const handlerName = (row.function_class_path ?? '').trim();
  if (handlerName !== '') return { ...identity, ...callInside(ctx, handlerName, input, services.reference()) };
  const base = services.bases.get(row.function_path_env.toUpperCase());
  if (base === undefined) {
    if (services.bases.size === 0) throw refused('function.noBases');
    const names = [...services.bases.keys()].join(', ');
    throw refused('function.baseUnknown', { name: row.function_path_env, names });
  }
  const url = functionUrl(base, row.function_path, values);
  if (url === undefined) throw refused('function.pathInvalid');
  return { ...identity, ...(await callOutside(ctx, { row, input, url, base, call }, services)) };
}
