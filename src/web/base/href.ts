import { trimEndOf } from '#shared/text/normalize.ts';
import type { PageSearch } from './define-page.ts';

/** A path of this product with its query. */
export type Href = { readonly path: string; readonly search: PageSearch };

/** Where people without an account see a shipment that was shared with them. */
export const sharedPath = '/shared-trace';

/** Where a person lets a program in that wants to connect. */
export const connectPath = '/connect';

/** Splits a path with query; a repeated key keeps its last value, a trailing slash is dropped. */
export function parseHref(href: string): Href {
  const url = new URL(href, 'http://own.invalid');
  const path = url.pathname.length > 1 ? trimEndOf(url.pathname, '/') : url.pathname;
  return { path: path || '/', search: Object.fromEntries(url.searchParams) };
}

/** Puts path and query together; empty and absent values are left out. */
export function makeHref(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (value !== undefined && value !== '') query.set(key, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Is this a path of the same application: one leading slash, no scheme, no host? */
export const isOwnPath = (path: unknown): path is string =>
  // eslint-disable-next-line no-control-regex -- browsers drop control characters, so "/\t/host" would leave the site
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path);

/** Where to go after sign-in: an own path that is not sign-in itself, else the start. */
export function safeReturnPath(path: unknown): string {
  return isOwnPath(path) && parseHref(path).path !== '/login' && !path.startsWith('/api/') ? path : '/index';
}
