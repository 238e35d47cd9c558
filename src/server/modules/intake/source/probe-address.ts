import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { type HostAddress, publicAddresses, RefusedAddress } from '#server/platform/outbound/outbound-guard.ts';
import { codeOf, toError } from '#shared/values/errors.ts';

/** Steps before anything is queried. */
export type ProbeStep = 'resolve' | 'connect' | 'tls';

/** What became of a step; `code` names a failure. */
export type Probed = { step: ProbeStep; ms: number; code: string | null; detail: string };

const PATIENCE_MS = 8_000;

const timed = async (step: ProbeStep, work: () => Promise<string>): Promise<Probed> => {
  const startedAt = performance.now();
  const ms = (): number => Math.round(performance.now() - startedAt);
  try {
    return { step, detail: await work(), ms: ms(), code: null };
  } catch (error) {
    return { step, ms: ms(), code: String(codeOf(error) ?? 'ERR'), detail: toError(error).message.slice(0, 200) };
  }
};

/** Waits until a connection is open, says something of it, and closes it again. */
function reach(socket: Socket, event: 'connect' | 'secureConnect', say: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(PATIENCE_MS, () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.once('error', fail);
    socket.once(event, () => {
      const detail = say();
      socket.destroy();
      resolve(detail);
    });
  });
}

const certificateText = ({ subject, issuer, valid_to: validTo }: PeerCertificate): string =>
  [subject?.CN, issuer?.O ?? issuer?.CN, validTo].filter((part) => part !== undefined && part !== '').join(' · ');

/**
 * Tries how far one gets to an address: its name, a connection, and TLS with the certificate checked. Stops at the first failure.
 * `allowed` are internal addresses that may be called; undefined: all.
 */
export async function probeAddress(url: URL, allowed: readonly string[] | undefined): Promise<Probed[]> {
  let found: HostAddress[] = [];
  const resolved = await timed('resolve', async () => {
    try {
      found = await publicAddresses(url, { allowed: allowed ?? [url.origin] });
    } catch (error) {
      if (error instanceof RefusedAddress) throw Object.assign(new Error(error.reason), { code: error.reason });
      throw error;
    }
    return found.map(({ address }) => address).join(', ');
  });
  const [first] = found;
  if (resolved.code !== null || first === undefined) return [resolved];
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const where = { host: first.address, port };
  const connected = await timed('connect', () => reach(connectTcp(where), 'connect', () => `${first.address}:${port}`));
  if (connected.code !== null || url.protocol !== 'https:') return [resolved, connected];
  const secured = await timed('tls', () => {
    const socket = connectTls({ ...where, servername: url.hostname });
    return reach(socket, 'secureConnect', () => certificateText(socket.getPeerCertificate()));
  });
  return [resolved, connected, secured];
}
