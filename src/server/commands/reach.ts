import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { codeOf } from '#shared/values/errors.ts';

/** What came of connecting: `problem` is a code of the system or of TLS, null when it worked. */
export type Reached = { problem: string | null; certificateDays: number | null };

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 25, 'smtps:': 465 };
const DAY_MS = 86_400_000;

/** Host and port of an address, without login, path and query. */
export function placeOf(text: string): { host: string; port: number; secure: boolean; name: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port } = new URL(text);
  const number = port === '' ? standardPorts[protocol] : Number(port);
  if (number === undefined || hostname === '') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: number, secure: ['https:', 'smtps:'].includes(protocol), name: `${hostname}:${number}` };
}

function daysOf(socket: Socket | TLSSocket): number | null {
  if (!('getPeerCertificate' in socket)) return null;
  const until = Date.parse(socket.getPeerCertificate().valid_to);
  return Number.isNaN(until) ? null : Math.floor((until - Date.now()) / DAY_MS);
}

/** Connects to the host of an address, with TLS where it has it, and hangs up: nothing is asked that would count. */
export function reach(text: string, timeoutMs: number): Promise<Reached> {
  const place = placeOf(text);
  if (place === undefined) return Promise.resolve({ problem: 'ERR_INVALID_URL', certificateDays: null });
  const { host, port, secure } = place;
  return new Promise((done) => {
    const socket = secure
      ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectPlain({ host, port });
    const end = (problem: string | null): void => {
      clearTimeout(timer);
      done({ problem, certificateDays: problem === null ? daysOf(socket) : null });
      socket.destroy();
    };
    const timer = setTimeout(end, timeoutMs, 'ETIMEDOUT');
    socket.once(secure ? 'secureConnect' : 'connect', () => end(null));
    socket.on('error', (error) => end(String(codeOf(error) ?? 'ERROR')));
  });
}
