import { lookup as lookUp } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInternal } from '#network/internal-address.ts';
import { JobError, type Page } from '../types.ts';
import { agentVersion } from '../version.ts';

/** A request as a script asks for it. */
export type Wanted = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  from?: string;
  /** What an answer must be: `json`, or a text that its page holds. Anything else is a page in its place. */
  expects?: string;
};
const largestBody = 5_000_000;
const timeoutMs = 20_000;
const maxRedirects = 5;

/** Of requests to sites whose operators nobody has given an address for. */
const standardAgent = `Portolan-robot/${agentVersion}`;

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '');

/** Whether a list of hosts names this one: `host` for its usual port, `host:port`, or `*.domain`. */
export function isListed(url: URL, hosts: readonly string[]): boolean {
  const name = url.hostname.toLowerCase();
  return hosts.some((entry) => {
    const listed = entry.trim().toLowerCase();
    if (listed.startsWith('*.')) return url.port === '' && name.endsWith(listed.slice(1));
    return listed === url.host.toLowerCase();
  });
}

/** Resolves a name, and refuses those that lead into this machine or its network: only an address that is listed itself may. */
const guardedLookup =
  (mayBeInternal: boolean): LookupFunction =>
  (name, options, done) =>
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const bad = mayBeInternal ? undefined : addresses.find(({ address }) => isInternal(address));
      if (bad !== undefined) return done(new JobError('address_refused', `${name} is an internal address`), []);
      const [first] = addresses;
      if (options.all === true) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    });

async function readBody(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const received: AsyncIterable<Buffer> = response;
  for await (const part of received) {
    size += part.length;
    if (size > largestBody) {
      response.destroy();
      throw new JobError('answer_too_large', `the answer is larger than ${largestBody} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function once(url: URL, wanted: Wanted, signal: AbortSignal): Promise<Page> {
  const literal = isIP(bare(url.hostname)) !== 0 || bare(url.hostname) === 'localhost';
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': standardAgent, ...wanted.headers };
    const call = send(
      url,
      { method: wanted.method ?? 'GET', headers, signal, lookup: guardedLookup(literal) },
      (response) => {
        readBody(response).then(
          (text) =>
            resolve({
              url: url.href,
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              text,
            }),
          reject,
        );
      },
    );
    call.on('error', reject);
    call.end(wanted.body);
  });
}

/** What is kept of the headers of a request that another one follows: who asks. */
const agentOf = (headers: Wanted['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() === 'user-agent'));

/** Makes requests to listed hosts only, wherever redirects and names lead, and keeps the cookies of the sites. */
export function guardedRequests(hosts: readonly string[]) {
  const cookies = new Map<string, Map<string, string>>();
  const jarOf = (url: URL): Map<string, string> => {
    const jar = cookies.get(url.host) ?? new Map<string, string>();
    cookies.set(url.host, jar);
    return jar;
  };
  const checked = (address: string, from: string | undefined): URL => {
    if (!URL.canParse(address, from)) throw new JobError('address_refused', `"${address}" is no address`);
    const url = new URL(address, from);
    if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || !isListed(url, hosts))
      throw new JobError('address_refused', `${url.protocol}//${url.host} is not among the addresses of the package`);
    return url;
  };
  return async (wanted: Wanted, stopping: AbortSignal): Promise<Page> => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    let url = checked(wanted.url, wanted.from);
    let next = wanted;
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const jar = jarOf(url);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...next.headers, ...(cookie === '' ? {} : { cookie }) };
      const page = await once(url, { ...next, headers }, signal);
      for (const line of (page.headers['set-cookie'] ?? '').split(/,(?=[^;,]+=)/)) {
        const pair = /^\s*([^=;\s]+)=([^;]*)/.exec(line);
        if (pair !== null) jar.set(pair[1] ?? '', pair[2] ?? '');
      }
      const location = page.headers['location'];
      if (page.status < 300 || page.status >= 400 || location === undefined) return page;
      url = checked(location, url.href);
      if (page.status !== 307 && page.status !== 308) next = { url: url.href, headers: agentOf(next.headers) };
    }
    throw new JobError('too_many_redirects', `${wanted.url} redirects without end`);
  };
}
