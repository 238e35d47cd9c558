import type { Server } from 'node:net';

/** The port that a server listens on; undefined while it listens on none. */
export function portOf(server: Server | undefined): number | undefined {
  const address = server?.address();
  return typeof address === 'object' ? address?.port : undefined;
}
