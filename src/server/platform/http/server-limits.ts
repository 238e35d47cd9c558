import type { Socket } from 'node:net';
import { type DoorLimits, type Pass, createDoor } from '../connections/door.ts';
import { plainAddress } from '#shared/net/networks.ts';
import type { App } from './app-types.ts';

/** Limits of the HTTP server on its connections. */
export type HttpLimits = DoorLimits & {
  /** For the head of a request, and for all of it; a connection that sends nothing is closed after the first. */
  headersMs: number;
  requestMs: number;
  /** How often connections are looked at. */
  checkEveryMs: number;
  /** Between two requests of a connection. */
  keepAliveMs: number;
  /** Without a byte in either direction: nobody takes the answer, or the caller is gone. Live streams send more often. */
  idleMs: number;
  requestsPerConnection: number;
};

/** Offices share an address; browsers open some connections before they have a request. */
export const usualHttpLimits: HttpLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  checkEveryMs: 5_000,
  keepAliveMs: 72_000,
  idleMs: 180_000,
  requestsPerConnection: 10_000,
  waiting: 1_000,
  waitingPerAddress: 200,
  open: 10_000,
  openPerAddress: 2_000,
};

/** The limits as the server takes them. */
export const serverOptions = (limits: HttpLimits) => ({
  requestTimeout: limits.requestMs,
  connectionTimeout: limits.idleMs,
  keepAliveTimeout: limits.keepAliveMs,
  maxRequestsPerSocket: limits.requestsPerConnection,
  http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs },
});

/**
 * Closes connections that are too many: those that have sent no request yet, and all. Behind a proxy, connections come from its address:
 * then only the limits in all count.
 */
export function limitConnections(app: App, limits: HttpLimits): void {
  const isBehindProxy = app.deps.settings.trustProxy !== false;
  const door = createDoor(
    'HTTP',
    isBehindProxy ? { ...limits, waitingPerAddress: limits.waiting, openPerAddress: limits.open } : limits,
  );
  const passes = new WeakMap<Socket, Pass>();
  app.server.on('connection', (socket: Socket) => {
    const pass = door.enter(plainAddress(socket.remoteAddress ?? ''), { displaced: () => socket.destroy() });
    if (pass === undefined) return void socket.destroy();
    passes.set(socket, pass);
    socket.once('close', pass.leave);
  });
  app.server.on('request', ({ socket }) => passes.get(socket)?.signIn());
}
