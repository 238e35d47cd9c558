// A closed loop over plain sockets, in a process of its own: as little work as possible beside the server measured.
import { connect, type Socket } from 'node:net';

/** What to send, how often at once, for how long; requests take turns. */
export type LoadOrder = { port: number; connections: number; durationMs: number; requests: string[] };

/** What came back. */
export type LoadResult = { requests: number; seconds: number; bytes: number; failures: number; latenciesMs: number[] };

const headEnd = Buffer.from('\r\n\r\n');

/** One connection: sends a request, waits for the whole answer, sends the next. */
function runConnection(order: LoadOrder, next: () => string, endsAt: number, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port: order.port, noDelay: true });
    let startedAt = 0;
    let missing = -1;
    let head: Buffer = Buffer.alloc(0);
    const send = (): void => {
      if (performance.now() >= endsAt) {
        socket.destroy();
        return resolve();
      }
      startedAt = performance.now();
      missing = -1;
      socket.write(next());
    };
    const readHead = (chunk: Buffer): void => {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end).toLowerCase();
      const length = /content-length: (\d+)/.exec(text)?.[1];
      if (length === undefined) return reject(new Error(`an answer without length: ${text.slice(0, 200)}`));
      if (!text.startsWith('http/1.1 200')) result.failures += 1;
      missing = Number(length) - (head.length - end - headEnd.length);
      head = Buffer.alloc(0);
    };
    socket.on('data', (chunk) => {
      result.bytes += chunk.length;
      if (missing < 0) readHead(chunk);
      else missing -= chunk.length;
      if (missing !== 0) return;
      result.requests += 1;
      result.latenciesMs.push(performance.now() - startedAt);
      send();
    });
    socket.on('error', reject);
    socket.on('connect', send);
  });
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const result: LoadResult = { requests: 0, seconds: 0, bytes: 0, failures: 0, latenciesMs: [] };
  let turn = 0;
  const next = (): string => order.requests[turn++ % order.requests.length] as string;
  const startedAt = performance.now();
  const endsAt = startedAt + order.durationMs;
  await Promise.all(Array.from({ length: order.connections }, () => runConnection(order, next, endsAt, result)));
  result.seconds = (performance.now() - startedAt) / 1000;
  return result;
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
