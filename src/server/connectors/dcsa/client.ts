import type { PullAnswer, PullRequest } from '../types.ts';
import { PullFailure } from '../types.ts';
import { exchange, type ExchangeAnswer, requireSuccess, sourceUrl } from '../exchange.ts';
import { asObject, attribute, parseJsonBytes } from '../untrusted.ts';

/** Events asked for per page. */
const PAGE_EVENTS = 500;
/** Pages read of one answer. */
const PAGES_MOST = 50;

/** How to reach a carrier's server; times and sizes are those of the whole pull. */
export type CarrierAccess = Pick<PullRequest, 'baseUrl' | 'credential' | 'now' | 'timeoutMs' | 'maxBytes' | 'signal'>;

/** Version of the standard a carrier is asked in. */
export type ContractVersion = 2 | 3;

/** Headers every request to a carrier carries. */
export function carrierHeaders(access: CarrierAccess, version: ContractVersion = 2): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'api-version': String(version) };
  if (access.credential !== null && access.credential !== '') headers['api-key'] = access.credential;
  return headers;
}

/** Path of the events below the address of a carrier; throws PullFailure when that is no URL. */
export function carrierUrl(baseUrl: string, path: string, version: ContractVersion = 2): URL {
  return sourceUrl(baseUrl, `v${version}`, path);
}

/** What is left of the time and size of a pull, and how the carrier is spoken to. */
type Budget = { endsAt: number; bytesLeft: number; version: ContractVersion };

async function getPage(request: PullRequest, url: URL, budget: Budget, etag: string | null): Promise<ExchangeAnswer> {
  const timeoutMs = budget.endsAt - performance.now();
  if (timeoutMs <= 0) throw new PullFailure('timeout', `no full answer within ${request.timeoutMs} ms`);
  const headers = carrierHeaders(request, budget.version);
  if (etag !== null) headers['if-none-match'] = etag;
  const maxBytes = budget.bytesLeft;
  const answer = await exchange({ method: 'GET', url, headers, timeoutMs, maxBytes, signal: request.signal });
  budget.bytesLeft -= answer.body.length;
  return answer;
}

function linkNext(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  for (const [, target, parameters = ''] of text.slice(0, 8_000).matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*"?next"?/i.test(parameters)) return target;
  }
  return undefined;
}

/** Where the next page is when a `Next-Page-Cursor` tells it, as 3.0 does: the same question with that cursor. */
function nextByCursor({ headers }: ExchangeAnswer, asked: URL): URL | undefined {
  const header = headers['next-page-cursor'];
  const cursor = (Array.isArray(header) ? header[0] : header)?.trim();
  if (cursor === undefined || cursor === '') return undefined;
  const url = new URL(asked);
  url.searchParams.set('cursor', cursor);
  return url;
}

/** Where the next page is: a cursor or address in `Next-Page`, else a `Link` with rel=next; never another server. */
function nextPage({ headers }: ExchangeAnswer, events: URL): URL | undefined {
  const header = headers['next-page'];
  const next = (Array.isArray(header) ? header[0] : header)?.trim() || linkNext(headers.link);
  if (next === undefined || next === '') return undefined;
  const isAddress = /^(?:https?:\/\/|\/|\?)/i.test(next);
  let url = new URL(events);
  if (isAddress) {
    if (!URL.canParse(next, events)) throw new PullFailure('bad_answer', 'the next page has no address');
    url = new URL(next, events);
  } else url.search = new URLSearchParams({ cursor: next, limit: String(PAGE_EVENTS) }).toString();
  // The key must not go to anybody else.
  if (url.origin !== events.origin) throw new PullFailure('bad_answer', 'the next page is on another server');
  return url;
}

/** A page that was read: a list as it came, where it is one, and the text between its brackets. */
type Page = { list: Uint8Array | undefined; isEmpty: boolean; inner: () => string };

const nothing: Page = { list: undefined, isEmpty: true, inner: () => '' };

/** Whether a server says, in the form of the standard, that it knows nothing of what was asked; a wrong address says other things. */
function isUnknown({ status, body }: ExchangeAnswer): boolean {
  if (status !== 404) return false;
  const error = asObject(parseJsonBytes(body)?.value) ?? {};
  return Array.isArray(attribute(error, 'errors')) || attribute(error, 'statusCode') === 404;
}

/** Reads a page: a list, or an object that holds one as in 3.0; throws PullFailure if it is neither. */
function readPage({ status, body: received }: ExchangeAnswer): Page {
  if (status === 204) return nothing;
  const body = new Uint8Array(received.buffer, received.byteOffset, received.byteLength);
  const json = parseJsonBytes(body);
  if (json === undefined) throw new PullFailure('bad_answer', 'the answer is no JSON in UTF-8');
  if (Array.isArray(json.value)) {
    const inner = (): string => new TextDecoder().decode(body).trim().slice(1, -1);
    return { list: body, isEmpty: json.value.length === 0, inner };
  }
  const events = attribute(asObject(json.value) ?? {}, 'events');
  if (!Array.isArray(events)) throw new PullFailure('bad_answer', 'the answer has no list of events');
  return { list: undefined, isEmpty: events.length === 0, inner: () => JSON.stringify(events).slice(1, -1) };
}

/** One list of all pages; that of a single page is left as it came, so that it need not be read again. */
function listOf(pages: readonly Page[]): Uint8Array {
  const [first] = pages;
  if (pages.length === 1 && first?.list !== undefined && !first.isEmpty) return first.list;
  const filled = pages.filter((page) => !page.isEmpty);
  return new TextEncoder().encode(`[${filled.map((page) => page.inner()).join(',')}]`);
}

async function pullQuery(request: PullRequest, search: Record<string, string>, budget: Budget, etag: string | null) {
  const { version } = budget;
  const events = carrierUrl(request.baseUrl, 'events', version);
  let url: URL | undefined = new URL(events);
  url.search = new URLSearchParams({ ...search, limit: String(PAGE_EVENTS) }).toString();
  const pages: Page[] = [];
  const seen = new Set<string>();
  let validator: string | null = null;
  while (url !== undefined) {
    if (seen.size >= PAGES_MOST) throw new PullFailure('too_large', `more than ${PAGES_MOST} pages`);
    if (seen.has(url.href)) throw new PullFailure('bad_answer', 'the pages go round in a circle');
    const isFirst = seen.size === 0;
    seen.add(url.href);
    const answer: ExchangeAnswer = await getPage(request, url, budget, isFirst ? etag : null);
    if (isFirst && etag !== null && answer.status === 304) return undefined;
    if (isFirst && isUnknown(answer)) return { body: listOf([]), isEmpty: true, validator: null };
    requireSuccess(answer, request.now);
    pages.push(readPage(answer));
    url = (version === 2 ? nextPage(answer, events) : undefined) ?? nextByCursor(answer, url);
    // The validator of one page says nothing about the pages after it.
    if (isFirst && url === undefined) validator = answer.headers.etag ?? null;
  }
  return { body: listOf(pages), isEmpty: pages.every((page) => page.isEmpty), validator };
}

function references(request: PullRequest): Record<string, string>[] {
  if (request.subject === 'container') return [{ equipmentReference: request.containerNo ?? '' }];
  const billNo = request.billNo ?? '';
  return [{ transportDocumentReference: billNo }, { carrierBookingReference: billNo }];
}

/**
 * Asks a carrier for all events of a bill (or, if it knows none by that number, of the booking of that number) or of a
 * container, follows the pages and gives one JSON list; throws PullFailure.
 */
export async function pullEvents(request: PullRequest, version: ContractVersion = 2): Promise<PullAnswer> {
  const budget = { endsAt: performance.now() + request.timeoutMs, bytesLeft: request.maxBytes, version };
  // Which of the two questions a validator belongs to is kept with it.
  const [, asked, etag] = /^(\d):(.*)$/s.exec(request.etag ?? '') ?? [];
  let body: Uint8Array = new Uint8Array();
  for (const [index, search] of references(request).entries()) {
    const isAsked = asked === String(index);
    const answer = await pullQuery(request, search, budget, isAsked ? (etag ?? null) : null);
    if (answer === undefined) return { kind: 'unchanged' };
    body = answer.body;
    const validator = answer.isEmpty || answer.validator === null ? null : `${index}:${answer.validator}`;
    if (!answer.isEmpty) return { kind: 'answer', body, etag: validator };
  }
  return { kind: 'answer', body, etag: null };
}
