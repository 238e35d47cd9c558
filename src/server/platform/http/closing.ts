import type { Socket } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import type { App } from './app-types.ts';

/** For the answers to calls that had begun; a call that is cut off was not acknowledged, and may be sent again. */
const FINISH_WITHIN_MS = 3_000;
/** When to ask again: another process answers at once, this one after its restart. */
const RETRY_S = 2;

/**
 * While the server closes: calls that had begun are answered, and so is the first one of a connection, which waited for this process
 * and knows no other; more on a kept connection are refused, and then all is cut.
 */
export function refuseWhileClosing(app: App): void {
  let closing = false;
  const used = new WeakSet<Socket>();
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS).unref();
  });
  app.addHook('onRequest', async ({ socket }) => {
    const isFirst = !used.has(socket);
    used.add(socket);
    if (closing && !isFirst)
      throw new AppError('error.stopping', { seconds: RETRY_S }, 'unavailable', { retryAfterS: RETRY_S });
  });
}
