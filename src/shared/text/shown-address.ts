/** Stands for what an address does not show. */
export const HIDDEN_PART = '***';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Whether a part of a path is a key and no name: a UUID, or 16 and more letters and digits mixed without a break. */
const isKey = (part: string): boolean =>
  uuid.test(part) || part.split(/[^\da-z]/i).some((run) => run.length >= 16 && /\d/.test(run) && /[a-z]/i.test(run));

/**
 * An address as it may be shown: what robots carry as their password in the query or as a part of the path, and a password
 * before the host, are left out.
 */
export function shownAddress(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  const path = url.pathname.split('/');
  const shownPath = path.map((part) => (isKey(part) ? HIDDEN_PART : part));
  if (url.search === '' && url.password === '' && shownPath.every((part, place) => part === path[place]))
    return address;
  url.pathname = shownPath.join('/');
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, HIDDEN_PART);
  if (url.password !== '') url.password = HIDDEN_PART;
  return url.href.replaceAll('%2A', '*');
}

/** Does an address hold the mark of something that was not shown? */
export const hasHiddenPart = (address: string): boolean => address.includes(HIDDEN_PART);
