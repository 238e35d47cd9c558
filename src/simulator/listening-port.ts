import type { Server } from 'node:net';

/** The port of a server that listens on one. */
export function listeningPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return address.port;
}
