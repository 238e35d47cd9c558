import { trimEndOf } from '#shared/text/normalize.ts';
import { asRecord } from '#shared/values/objects.ts';
import { isOwnPath, parseHref } from '#web/base/href.ts';
import type { Theme } from '#web/base/theme.ts';
import type { Lang } from '#web/i18n/index.ts';

/** What a message must fit to count. */
export type FrameExpectation = {
  /** The window of the frame. */
  source: unknown;
  /** Origins a page in the frame may have; a sandboxed one says "null". */
  origins: readonly string[];
  /** Is there such a page? */
  knows: (path: string) => boolean;
};

/** What a page in a frame may say: open a page, I am there, my token is used up. */
export type FrameMessage = { action: 'navigate'; path: string } | { action: 'ready' } | { action: 'expired' };

/** Reads a message from the frame; a foreign window or origin, another action, or a path that is no page of ours is nothing. */
export function readFrameMessage(
  event: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  expected: FrameExpectation,
): FrameMessage | undefined {
  if (event.source === null || event.source !== expected.source || !expected.origins.includes(event.origin))
    return undefined;
  const { action, path } = asRecord(event.data);
  if (action === 'ready' || action === 'expired') return { action };
  if (action !== 'navigate' || !isOwnPath(path) || !expected.knows(parseHref(path).path)) return undefined;
  return { action, path };
}

/** Reads what the window around a frame wishes: its language and looks. */
export function readShellMessage(data: unknown): { locale?: Lang; theme?: Theme } | undefined {
  const { action, locale, theme } = asRecord(data);
  if (action !== 'appearance') return undefined;
  return {
    ...(locale === 'zh' || locale === 'en' ? { locale } : {}),
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
  };
}

/** Random number below 10000 that keeps caches from answering. */
export const cacheBuster = (): string => String(Math.floor(Math.random() * 10_000));

/**
 * Address of a page in the frame: base, full path and query, language and cache-buster; the token stands in
 * the fragment, which no server and no referrer sees.
 */
export function frameUrl(base: string, href: string, extra: { locale: Lang; buster: string; token: string }): string {
  const url = new URL(base, globalThis.location?.origin);
  const own = new URL(href, 'http://own.invalid');
  url.pathname = trimEndOf(url.pathname, '/') + own.pathname;
  for (const [key, value] of own.searchParams) url.searchParams.append(key, value);
  url.searchParams.set('locale', extra.locale);
  url.searchParams.set('_', extra.buster);
  url.hash = `token=${encodeURIComponent(extra.token)}`;
  return url.href;
}
