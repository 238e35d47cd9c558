/** One receiver of ADS-B as it was configured: lines of SBS over TCP, or a file `aircraft.json` that is asked for. */
export type AdsbFeed =
  | { code: string; kind: 'sbs'; host: string; port: number }
  | { code: string; kind: 'json'; url: string };

function parseOne(text: string): AdsbFeed | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  if (url.protocol === 'http:' || url.protocol === 'https:') return { code: url.href, kind: 'json', url: url.href };
  if (url.protocol !== 'sbs:' || url.pathname.replace('/', '') !== '') return undefined;
  const port = Number(url.port || '30003');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return port < 1 ? undefined : { code: `sbs://${url.hostname}:${port}`, kind: 'sbs', host, port };
}

/** Reads a list of addresses separated by commas or blanks; undefined when one is none. */
export function parseAdsbFeeds(text: string): AdsbFeed[] | undefined {
  const feeds = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseOne);
  const valid = feeds.filter((feed) => feed !== undefined);
  if (valid.length < feeds.length) return undefined;
  return [...new Map(valid.map((feed) => [feed.code, feed])).values()];
}
