import type { Instant } from '#shared/time/instant.ts';
import { type ExchangeAnswer, exchange, requireSuccess, sourceUrl } from '../../exchange.ts';
import { PullFailure } from '../../types.ts';
import { parseJsonBytes } from '../../untrusted.ts';

/** Services asked for per page. */
const PAGE_SERVICES = 4;
/** Pages read of one answer. */
const PAGES_MOST = 200;

/** How a carrier's schedules are asked for; times and sizes are those of the whole answer. */
export type ScheduleRequest = {
  baseUrl: string;
  credential: string | null;
  /** First and last day that calls are wanted of. */
  from: Instant;
  to: Instant;
  /** Validators of the pages of the last answer, by the place of the page. */
  validators: Readonly<Record<string, string>>;
  now: Instant;
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal;
};

/** A page that was answered anew; those that did not change are not there. */
export type SchedulePage = { body: Uint8Array };

/** Pages that changed, and the validators of all pages of this answer. */
export type ScheduleAnswer = { pages: SchedulePage[]; validators: Record<string, string>; unchanged: number };

const dayText = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

const cursorOf = ({ headers }: ExchangeAnswer): string | null => {
  const header = headers['next-page-cursor'];
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  return text === '' ? null : text.slice(0, 500);
};

/**
 * Asks a carrier for the schedules of its vessels by DCSA Commercial Schedules 1.0, page by page, each under the
 * condition that it changed; throws PullFailure.
 */
export async function pullSchedules(request: ScheduleRequest): Promise<ScheduleAnswer> {
  const headers: Record<string, string> = { accept: 'application/json', 'api-version': '1' };
  if (request.credential !== null && request.credential !== '') headers['api-key'] = request.credential;
  const answer: ScheduleAnswer = { pages: [], validators: {}, unchanged: 0 };
  const endsAt = performance.now() + request.timeoutMs;
  let bytesLeft = request.maxBytes;
  const seen = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    if (seen.size >= PAGES_MOST) throw new PullFailure('too_large', `more than ${PAGES_MOST} pages`);
    if (seen.has(cursor)) throw new PullFailure('bad_answer', 'the pages go round in a circle');
    seen.add(cursor);
    const url = sourceUrl(request.baseUrl, 'v1', 'vessel-schedules');
    url.search = new URLSearchParams({
      startDate: dayText(request.from),
      endDate: dayText(request.to),
      limit: String(PAGE_SERVICES),
      ...(cursor !== '' && { cursor }),
    }).toString();
    const known = request.validators[cursor];
    const page: ExchangeAnswer = await exchange({
      method: 'GET',
      url,
      headers: known === undefined ? headers : { ...headers, 'if-none-match': known },
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
        throw new PullFailure('bad_answer', 'the answer is no list of services');
      }
      answer.pages.push({ body: page.body });
      if (page.headers.etag !== undefined) answer.validators[cursor] = page.headers.etag;
    }
    cursor = cursorOf(page);
  }
  return answer;
}
