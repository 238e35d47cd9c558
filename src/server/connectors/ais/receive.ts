import { createSocket } from 'node:dgram';
import { createReadStream } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Instant } from '#shared/time/instant.ts';
import { portOf } from '../port-of.ts';

/** How a feed is doing. */
export type FeedState = 'connecting' | 'open' | 'failed' | 'done';

/** Takes what one connection brings; the next piece waits for the promise, so that a slow taker slows the sender. */
export type Taker = { data: (chunk: Uint8Array) => Promise<void>; end: () => Promise<void> };

/** What a feed tells and asks. */
export type FeedOptions = {
  /** A new connection, file or port: bytes of it belong together. */
  open: () => Taker;
  onState: (state: FeedState, error?: string) => void;
  /** Waiting after failures: doubled from `firstMs` up to `mostMs`. */
  backOff?: { firstMs: number; mostMs: number };
  /** A connection that has been silent for this long is opened again. */
  silentMs?: number;
  /** World only: from when on a recording is wanted before what is live; null = none. */
  recordFrom?: () => Promise<Instant | null>;
};

/** A feed that is being received. */
export type RunningFeed = {
  /** Port listened on; undefined for feeds that do not listen (yet). */
  port: () => number | undefined;
  stop: () => Promise<void>;
};

/** Where sentences come from; see the settings. */
export type FeedAddress =
  | { kind: 'tcp' | 'listen' | 'udp'; host: string; port: number }
  | { kind: 'file'; path: string }
  | { kind: 'world'; url: string };

const usualBackOff = { firstMs: 1000, mostMs: 60_000 };
const mostConnections = 64;
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whoever reads a socket hears of its errors; one that comes before or after the reading must not end the process. */
const hearErrors = (socket: Socket): void => void socket.on('error', () => undefined);

async function drain(stream: AsyncIterable<Uint8Array>, taker: Taker): Promise<void> {
  try {
    for await (const chunk of stream) await taker.data(chunk);
  } finally {
    await taker.end();
  }
}

/** Reads one connection to its end; throws what went wrong. */
async function readConnection(host: string, port: number, options: FeedOptions, signal: AbortSignal): Promise<void> {
  // What was stopped before is not told again: nothing would close the connection.
  signal.throwIfAborted();
  const socket = createConnection({ host, port, keepAlive: true });
  const close = (): void => void socket.destroy();
  hearErrors(socket);
  signal.addEventListener('abort', close, { once: true });
  socket.setTimeout(options.silentMs ?? 300_000, () => socket.destroy(new Error('silent')));
  socket.once('connect', () => options.onState('open'));
  try {
    await drain(socket, options.open());
  } finally {
    signal.removeEventListener('abort', close);
    socket.destroy();
  }
}

/** What the world tells about its receivers. */
async function askWorld(url: string, signal: AbortSignal): Promise<{ port: number; recording: string }> {
  const answer = await fetch(new URL('/world', url), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  });
  const { ais } = (await answer.json()) as { ais?: { port: number; recording: string } };
  if (ais === undefined) throw new Error('no receivers');
  return ais;
}

async function readWorld(url: string, options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { port, recording } = await askWorld(url, signal);
  const from = (await options.recordFrom?.()) ?? null;
  if (from !== null) {
    const address = new URL(recording, url);
    address.searchParams.set('from', String(from));
    const answer = await fetch(address, { signal });
    if (answer.ok && answer.body !== null) await drain(answer.body, options.open());
  }
  await readConnection(new URL(url).hostname, port, options, signal);
}

/** Connects again and again until stopped, waiting longer after every failure in a row. */
async function keepReading(read: () => Promise<void>, options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { firstMs, mostMs } = options.backOff ?? usualBackOff;
  let waitMs = firstMs;
  while (!signal.aborted) {
    options.onState('connecting');
    const startedAt = performance.now();
    let error = 'closed by the other side';
    try {
      await read();
    } catch (caught) {
      error = textOf(caught);
    }
    if (signal.aborted) return;
    options.onState('failed', error);
    // What held for a while has not failed again and again.
    waitMs = performance.now() - startedAt > mostMs ? firstMs : Math.min(mostMs, waitMs * 2);
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

function listenTcp(host: string, port: number, options: FeedOptions): RunningFeed {
  const sockets = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    hearErrors(socket);
    if (sockets.size >= mostConnections) return void socket.destroy();
    socket.setTimeout(options.silentMs ?? 300_000, () => socket.destroy());
    const ended = drain(socket, options.open())
      .catch((error: unknown) => options.onState('open', textOf(error)))
      .finally(() => sockets.delete(socket));
    sockets.set(socket, ended);
  });
  server.on('error', (error) => options.onState('failed', textOf(error)));
  server.listen(port, host, () => options.onState('open'));
  return {
    port: () => portOf(server),
    stop: async () => {
      const readings = [...sockets.values()];
      for (const socket of sockets.keys()) socket.destroy();
      await Promise.all([new Promise<void>((resolve) => void server.close(() => resolve())), ...readings]);
    },
  };
}

const mostDatagramsWaiting = 10_000;
const lineEnd = Buffer.from('\n');

function listenUdp(host: string, port: number, options: FeedOptions): RunningFeed {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const taker = options.open();
  let taking: Promise<void> = Promise.resolve();
  let waiting = 0;
  let isOpen = false;
  socket.on('message', (datagram) => {
    // Nobody can be slowed down here: what is too much is lost, as UDP has it.
    if (waiting >= mostDatagramsWaiting) return;
    waiting += 1;
    taking = taking
      .then(() => taker.data(Buffer.concat([datagram, lineEnd])))
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
  });
  socket.on('error', (error) => options.onState('failed', textOf(error)));
  socket.bind(port, host, () => {
    isOpen = true;
    options.onState('open');
  });
  return {
    port: () => (isOpen ? socket.address().port : undefined),
    stop: async () => {
      await new Promise<void>((resolve) => void socket.close(() => resolve()));
      await taking;
      await taker.end();
    },
  };
}

async function readFile(path: string, options: FeedOptions, signal: AbortSignal): Promise<void> {
  options.onState('open');
  try {
    await drain(createReadStream(path, { signal }), options.open());
    options.onState('done');
  } catch (error) {
    if (!signal.aborted) options.onState('failed', textOf(error));
  }
}

function reading(work: (signal: AbortSignal) => Promise<void>): RunningFeed {
  const stopper = new AbortController();
  const done = work(stopper.signal);
  return {
    port: () => undefined,
    stop: async () => {
      stopper.abort();
      await done;
    },
  };
}

/** Receives a feed until it is stopped; a connection that ends is made again. */
export function receiveFeed(address: FeedAddress, options: FeedOptions): RunningFeed {
  switch (address.kind) {
    case 'tcp':
      return reading((signal) =>
        keepReading(() => readConnection(address.host, address.port, options, signal), options, signal),
      );
    case 'world':
      return reading((signal) => keepReading(() => readWorld(address.url, options, signal), options, signal));
    case 'file':
      return reading((signal) => readFile(address.path, options, signal));
    case 'listen':
      return listenTcp(address.host, address.port, options);
    case 'udp':
      return listenUdp(address.host, address.port, options);
  }
}
