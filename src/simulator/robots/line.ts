import { connect, createServer, type Socket } from 'node:net';
import { listeningPort } from '../listening-port.ts';

/** What becomes of what a robot sends: it arrives, arrives late, gets no answer, or the server cannot be reached. */
export type LineState = 'open' | 'late' | 'silent' | 'cut';

/** The network between one robot and the product: a port of its own that passes on to another. */
export type Line = { url: string; set: (state: LineState) => void; stop: () => Promise<void> };

/** Opens a line to an http address. */
export async function openLine(target: URL, lateMs: number): Promise<Line> {
  let state: LineState = 'open';
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((robot) => {
    hold(robot);
    if (state === 'cut') return void robot.destroy();
    if (state === 'silent') return void robot.resume();
    const product = connect({ host: target.hostname, port: Number(target.port || 80) });
    hold(product);
    for (const [from, to] of [
      [robot, product],
      [product, robot],
    ] as const) {
      from.on('data', (bytes) => {
        const pass = (): void => void (to.destroyed || to.write(bytes));
        if (state === 'late') setTimeout(pass, lateMs).unref();
        else if (state === 'open') pass();
      });
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${listeningPort(server)}`,
    set: (next) => {
      state = next;
      // Connections that are kept alive would not notice.
      for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
