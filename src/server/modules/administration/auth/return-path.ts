const base = 'http://portolan.invalid';

/** A path of this application to return to, or `/` for anything else: other sites, schemes, calls, control characters. */
export function returnPath(wanted: string | undefined): string {
  if (
    wanted === undefined ||
    wanted.length > 2000 ||
    !/^\/(?![/\\])/.test(wanted) ||
    wanted.includes('\\') ||
    /\p{Cc}/u.test(wanted)
  ) {
    return '/';
  }
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
