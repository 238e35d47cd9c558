import { parseFeedList } from './feed-list.ts';

/** One source of AIS sentences as it was configured. */
export type AisFeed =
  /** `tcp`: we connect; `listen`: others connect to us; `udp`: datagrams to a port of ours. */
  | { code: string; kind: 'tcp' | 'listen' | 'udp'; host: string; port: number }
  | { code: string; kind: 'file'; path: string }
  /** The simulated world, which says itself where its receivers are. */
  | { code: string; kind: 'world'; url: string };

const kinds: Readonly<Record<string, 'tcp' | 'listen' | 'udp'>> = {
  'tcp:': 'tcp',
  'tcp-listen:': 'listen',
  'udp:': 'udp',
};

function parseOne(text: string): AisFeed | undefined {
  if (text.startsWith('file:')) {
    const path = decodeURIComponent(text.replace(/^file:(\/\/(?=\/))?/, ''));
    return path === '' ? undefined : { code: text, kind: 'file', path };
  }
  const url = URL.parse(text);
  const kind = kinds[url?.protocol ?? ''];
  if (url === null || kind === undefined || url.pathname.replace('/', '') !== '') return undefined;
  const port = Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!Number.isInteger(port) || port < 1 || host === '') return undefined;
  return { code: `${url.protocol}//${url.host}`, kind, host, port };
}

/** Reads a list of addresses separated by commas or blanks; undefined when one of them cannot be read. */
export const parseAisFeeds = (text: string): AisFeed[] | undefined => parseFeedList(text, parseOne);
