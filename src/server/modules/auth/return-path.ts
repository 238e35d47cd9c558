const base = 'http://portolan.invalid';

/** A path of this application to return to, or `/` for anything else: other sites, schemes, calls, control characters. */
export function returnPath(wanted: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- control characters are just what must not pass
  if (
    wanted === undefined ||
    wanted.length > 2000 ||
    !/^\/(?![/\\])/.test(wanted) ||
    /[\\\u0000-\u001f\u007f]/.test(wanted)
  )
    return '/';
  if (!URL.canParse(wanted, base)) return '/';
  const url = new URL(wanted, base);
  if (
    url.origin !== base ||
    url.pathname === '/api' ||
    url.pathname.startsWith('/api/') ||
    url.pathname.startsWith('//')
  )
    return '/';
  return url.pathname + url.search + url.hash;
}
