import { trimEndOf } from '#shared/text/normalize.ts';
import { fillAll } from '../access/fill.ts';
import type { Access, CredentialValues } from '../access/types.ts';
import { credentialValues, withAccess } from '../access/with-access.ts';
import type { PullAnswer, PullRequest, ExchangeAnswer } from '../types.ts';
import { PullFailure } from '../types.ts';
import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';
import { asObject, attribute, parseJsonBytes } from '../untrusted.ts';
import { fromSeparateLists } from './dialect.ts';

/** Events requested per page. */
const PAGE_EVENTS = 500;
/** Pages read of one answer. */
const MAX_PAGES = 50;

/** How to reach a carrier's server; times and sizes are those of the whole pull. */
export type CarrierAccess = Pick<PullRequest, 'baseUrl' | 'credential' | 'now' | 'timeoutMs' | 'maxBytes' | 'signal'>;

/** Version of the standard a carrier is queried in. */
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

/** Parameters of a question; `{bill}` and `{container}` stand for what is requested. */
export type Question = Readonly<Record<string, string>>;

/** How a carrier's events are requested. */
export type EventsApi = {
  /** Path of the events below the address of the source, without slashes around it; may be empty. */
  path: string;
  /** A version that is put before the path unless the address ends in it. */
  version?: string;
  access: Access;
  /** The field that a credential of one value belongs to. */
  firstField: string;
  /** Questions for a bill, asked in turn until one has an answer. */
  bill: readonly Question[];
  container: readonly Question[];
  /** How the carrier writes a bill's number. */
  billForm?: BillForm;
  /** Events requested per page; null where the carrier refuses to be reported. */
  pageSize: number | null;
  /** `Next-Page` of 2.x besides `Next-Page-Cursor`. */
  nextPage: boolean;
  /** Any 404 in JSON means that the carrier knows nothing of the reference, or does not show it to this customer. */
  notFoundIsUnknown?: boolean;
};

/** As entered, or without or with the four letters of the carrier's code. */
export type BillForm = 'asEntered' | 'withoutScac' | 'withScac';

/** The number of a bill as a carrier writes it. */
export function billAs(form: BillForm, billNo: string, letters: string): string {
  const [number, scac] = [billNo.trim().toUpperCase(), letters.toUpperCase()];
  if (form === 'withScac') return number.startsWith(scac) ? number : `${scac}${number}`;
  return form === 'withoutScac' && number.startsWith(scac) && number.length > scac.length + 4
    ? number.slice(scac.length)
    : number;
}

const billQuestions: readonly Question[] = [
  { transportDocumentReference: '{bill}' },
  { carrierBookingReference: '{bill}' },
];

/** The questions of the standard: a bill, or the booking of that number; a container. */
export const standardQuestions = { bill: billQuestions, container: [{ equipmentReference: '{container}' }] } as const;

/** Track & Trace as the standard has it, with one key. */
export const standardApi = (version: ContractVersion): EventsApi => ({
  ...standardQuestions,
  path: 'events',
  version: `v${version}`,
  access: { headers: { accept: 'application/json', 'api-version': String(version), 'api-key': '{apiKey}' } },
  firstField: 'apiKey',
  pageSize: PAGE_EVENTS,
  nextPage: version === 2,
});

function eventsUrl(baseUrl: string, { path, version }: EventsApi): URL {
  if (version !== undefined) return sourceUrl(baseUrl, version, path);
  const base = trimEndOf(baseUrl.trim(), '/');
  const text = path === '' ? base : `${base}/${path}`;
  if (!URL.canParse(text)) throw new PullFailure('config_error', 'the address of the source is no URL');
  return new URL(text);
}

/** What is left of the time and size of a pull. */
type Budget = { endsAt: number; bytesLeft: number };
type Asking = { request: PullRequest; api: EventsApi; values: CredentialValues; budget: Budget };

async function getPage(
  { request, api, values, budget }: Asking,
  url: URL,
  etag: string | null,
): Promise<ExchangeAnswer> {
  const leftMs = (): number => {
    const timeoutMs = budget.endsAt - performance.now();
    if (timeoutMs <= 0) throw new PullFailure('timeout', `no full answer within ${request.timeoutMs} ms`);
    return timeoutMs;
  };
  const answer = await withAccess(api.access, values, { ...request, timeoutMs: leftMs() }, (proof) => {
    const requested = new URL(url);
    for (const [name, value] of Object.entries(proof.query)) requested.searchParams.set(name, value);
    return exchange({
      method: 'GET',
      url: requested,
      headers: { accept: 'application/json', ...proof.headers, ...(etag !== null && { 'if-none-match': etag }) },
      timeoutMs: leftMs(),
      maxBytes: budget.bytesLeft,
      signal: request.signal,
      allowed: request.allowed,
      trace: request.trace,
    });
  });
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
function nextByCursor({ headers }: ExchangeAnswer, requested: URL): URL | undefined {
  const header = headers['next-page-cursor'];
  const cursor = (Array.isArray(header) ? header[0] : header)?.trim();
  if (cursor === undefined || cursor === '') return undefined;
  const url = new URL(requested);
  url.searchParams.set('cursor', cursor);
  return url;
}

const limitOf = (pageSize: number | null): Question => (pageSize === null ? {} : { limit: String(pageSize) });

/** Where the next page is: a cursor or address in `Next-Page`, else a `Link` with rel=next; never another server. */
function nextPage({ headers }: ExchangeAnswer, events: URL, pageSize: number | null): URL | undefined {
  const header = headers['next-page'];
  const next = (Array.isArray(header) ? header[0] : header)?.trim() || linkNext(headers.link);
  if (next === undefined || next === '') return undefined;
  const isAddress = /^(?:https?:\/\/|\/|\?)/i.test(next);
  let url = new URL(events);
  if (isAddress) {
    if (!URL.canParse(next, events)) throw new PullFailure('bad_answer', 'the next page has no address');
    url = new URL(next, events);
  } else url.search = new URLSearchParams({ cursor: next, ...limitOf(pageSize) }).toString();
  // The key must not go to anybody else.
  if (url.origin !== events.origin) throw new PullFailure('bad_answer', 'the next page is on another server');
  return url;
}

/** A page that was read: a list as it came, where it is one, and the text between its brackets. */
type Page = { list: Uint8Array | undefined; isEmpty: boolean; inner: () => string };

const nothing: Page = { list: undefined, isEmpty: true, inner: () => '' };

/** Whether a server says, in the form of the standard, that it knows nothing of what was queried; a wrong address says other things. */
function isUnknown({ status, body }: ExchangeAnswer, { notFoundIsUnknown = false }: EventsApi): boolean {
  if (status !== 404) return false;
  const error = asObject(parseJsonBytes(body)?.value);
  if (error === undefined) return false;
  return notFoundIsUnknown || Array.isArray(attribute(error, 'errors')) || attribute(error, 'statusCode') === 404;
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
  const object = asObject(json.value) ?? {};
  const events = attribute(object, 'events');
  const separate = events === undefined ? fromSeparateLists(object, () => undefined) : undefined;
  if (separate !== undefined)
    return { list: body, isEmpty: separate.length === 0, inner: () => JSON.stringify(separate).slice(1, -1) };
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

async function pullQuery(asking: Asking, search: Question, etag: string | null) {
  const { request, api } = asking;
  const events = eventsUrl(request.baseUrl, api);
  let url: URL | undefined = new URL(events);
  for (const [name, value] of Object.entries({ ...search, ...limitOf(api.pageSize) }))
    url.searchParams.set(name, value);
  const pages: Page[] = [];
  const seen = new Set<string>();
  let validator: string | null = null;
  while (url !== undefined) {
    if (seen.size >= MAX_PAGES) throw new PullFailure('too_large', `more than ${MAX_PAGES} pages`);
    if (seen.has(url.href)) throw new PullFailure('bad_answer', 'the pages go round in a circle');
    const isFirst = seen.size === 0;
    seen.add(url.href);
    const answer: ExchangeAnswer = await getPage(asking, url, isFirst ? etag : null);
    if (isFirst && etag !== null && answer.status === 304) return undefined;
    if (isFirst && isUnknown(answer, api)) return { body: listOf([]), isEmpty: true, validator: null };
    requireSuccess(answer, request.now);
    pages.push(readPage(answer));
    url = (api.nextPage ? nextPage(answer, events, api.pageSize) : undefined) ?? nextByCursor(answer, url);
    // The validator of one page says nothing about the pages after it.
    if (isFirst && url === undefined) validator = answer.headers.etag ?? null;
  }
  return { body: listOf(pages), isEmpty: pages.every((page) => page.isEmpty), validator };
}

/** The questions of a request, without those that lack what they ask for. */
function questionsOf(request: PullRequest, { bill, container, billForm = 'asEntered' }: EventsApi): Question[] {
  const { billNo, containerNo, carrierCode, scac = carrierCode, subject } = request;
  const values: CredentialValues = {
    bill: billNo === null ? '' : billAs(billForm, billNo, scac),
    container: containerNo ?? '',
  };
  return (subject === 'container' ? container : bill).flatMap((question) => {
    const filled = fillAll(question, values);
    return Object.keys(filled).length === Object.keys(question).length ? [filled] : [];
  });
}

/**
 * Asks a carrier for all events of a bill (or, if it knows none by that number, of the booking of that number) or of a
 * container, follows the pages and gives one JSON list; throws PullFailure.
 */
export async function pullEvents(request: PullRequest, api: EventsApi = standardApi(2)): Promise<PullAnswer> {
  const budget = { endsAt: performance.now() + request.timeoutMs, bytesLeft: request.maxBytes };
  const values = credentialValues(request.credential, api.firstField);
  const asking: Asking = { request, api, values, budget };
  // Which of the two questions a validator belongs to is kept with it.
  const [, requested, etag] = /^(\d):(.*)$/s.exec(request.etag ?? '') ?? [];
  let body: Uint8Array = listOf([]);
  for (const [index, search] of questionsOf(request, api).entries()) {
    const isQueried = requested === String(index);
    const answer = await pullQuery(asking, search, isQueried ? (etag ?? null) : null);
    if (answer === undefined) return { kind: 'unchanged' };
    body = answer.body;
    const validator = answer.isEmpty || answer.validator === null ? null : `${index}:${answer.validator}`;
    if (!answer.isEmpty) return { kind: 'answer', body, etag: validator };
  }
  return { kind: 'answer', body, etag: null };
}
