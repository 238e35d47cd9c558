import { JobError, type Page, type Recorded } from '../types.ts';
import type { Wanted } from './guarded-request.ts';

const maxBytes = 3_000_000;

const keyOf = (method: string, url: string, body: string | null): string => `${method} ${url} ${body ?? ''}`;

/** A page as it is kept: what a site gives to know a visitor again, or one who has signed in, is nothing to keep. */
const withoutCookies = (page: Page): Page => ({
  ...page,
  headers: Object.fromEntries(Object.entries(page.headers).filter(([name]) => name !== 'set-cookie')),
});

/** Keeps what was asked and answered, as long as it is not too much to keep. */
export function recorder() {
  const kept: Recorded[] = [];
  let bytes = 0;
  return {
    note: ({ method = 'GET', url, from, body = '' }: Wanted, page: Page): void => {
      bytes += page.text.length;
      if (bytes <= maxBytes)
        kept.push({
          method,
          url: new URL(url, from).href,
          body: body === '' ? null : body,
          page: withoutCookies(page),
        });
    },
    /** Undefined when nothing was asked, or too much to be kept. */
    text: (): string | undefined => (kept.length === 0 || bytes > maxBytes ? undefined : JSON.stringify(kept)),
  };
}

/** Answers requests from what was recorded; the same request twice gets the first and then the second answer. */
export function replayer(recorded: readonly Recorded[]) {
  const answers = new Map<string, Page[]>();
  for (const { method, url, body, page } of recorded) {
    const key = keyOf(method, url, body);
    answers.set(key, [...(answers.get(key) ?? []), page]);
  }
  return ({ method = 'GET', url, from, body = '' }: Wanted): Page => {
    const queue = answers.get(keyOf(method, new URL(url, from).href, body === '' ? null : body));
    const page = queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0];
    if (page === undefined)
      throw new JobError('not_recorded', `${method} ${url} was not asked by the job that is replayed`);
    return page;
  };
}
