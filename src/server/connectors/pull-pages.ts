import type { Instant } from '#shared/time/instant.ts';
import { exchange, requireSuccess } from './exchange.ts';
import { PullFailure, type ExchangeAnswer } from './types.ts';
import { parseJsonBytes } from './untrusted.ts';

/** Pages read of one answer. */
const MAX_PAGES = 200;

/** How an answer that comes in pages is requested; times and sizes are those of the whole answer. */
export type PagesRequest = {
  /** The address of a page; the first page has an empty cursor. */
  urlOf: (cursor: string) => URL;
  headers: Readonly<Record<string, string>>;
  /** Validators of the pages of the last answer, by the place of the page. */
  validators: Readonly<Record<string, string>>;
  now: Instant;
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
};

/** Pages that changed, and the validators of all pages of this answer. */
export type PagesAnswer = { pages: { body: Uint8Array }[]; validators: Record<string, string>; unchanged: number };

const cursorOf = ({ headers }: ExchangeAnswer): string | null => {
  const header = headers['next-page-cursor'];
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  return text === '' ? null : text.slice(0, 500);
};

/** Asks for a list page by page, each under the condition that it changed; throws PullFailure. */
export async function pullPages(request: PagesRequest): Promise<PagesAnswer> {
  const answer: PagesAnswer = { pages: [], validators: {}, unchanged: 0 };
  const endsAt = performance.now() + request.timeoutMs;
  let bytesLeft = request.maxBytes;
  const seen = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    if (seen.size >= MAX_PAGES) throw new PullFailure('too_large', `more than ${MAX_PAGES} pages`);
    if (seen.has(cursor)) throw new PullFailure('bad_answer', 'the pages go round in a circle');
    seen.add(cursor);
    const known = request.validators[cursor];
    const page: ExchangeAnswer = await exchange({
      method: 'GET',
      url: request.urlOf(cursor),
      headers: known === undefined ? { ...request.headers } : { ...request.headers, 'if-none-match': known },
      timeoutMs: Math.max(1, endsAt - performance.now()),
      maxBytes: bytesLeft,
      ...(request.signal && { signal: request.signal }),
    });
    bytesLeft -= page.body.length;
    if (page.status === 304 && known !== undefined) {
      answer.unchanged += 1;
      answer.validators[cursor] = known;
    } else {
      requireSuccess(page, request.now);
      if (!Array.isArray(parseJsonBytes(page.body)?.value)) {
        throw new PullFailure('bad_answer', 'the answer is no list');
      }
      answer.pages.push({ body: page.body });
      if (page.headers.etag !== undefined) answer.validators[cursor] = page.headers.etag;
    }
    cursor = cursorOf(page);
  }
  return answer;
}
