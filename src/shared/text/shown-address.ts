/** Stands for what an address does not show. */
export const HIDDEN_PART = '***';

/** An address as it may be shown: what robots carry as their password in the query, and a password before the host, are left out. */
export function shownAddress(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.search === '' && url.password === '') return address;
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, HIDDEN_PART);
  if (url.password !== '') url.password = HIDDEN_PART;
  return url.href.replaceAll('%2A', '*');
}

/** Does an address hold the mark of something that was not shown? */
export const hasHiddenPart = (address: string): boolean => address.includes(HIDDEN_PART);
