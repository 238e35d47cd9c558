import { parseFeedList } from './feed-list.ts';

/** One receiver of ADS-B as it was configured: lines of SBS over TCP, or a file `aircraft.json` that is requested. */
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

/** Reads a list of addresses separated by commas or blanks; undefined when one of them cannot be read. */
export const parseAdsbFeeds = (text: string): AdsbFeed[] | undefined => parseFeedList(text, parseOne);
