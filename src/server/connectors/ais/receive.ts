import { createReadStream } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { drain, FeedRefused, type FeedOptions, hearErrors, type RunningFeed, textOf } from './feed.ts';
import { listenTcp, listenUdp } from './listen.ts';
import { readStream, type StreamAddress } from './stream.ts';

/** Where sentences come from; see the settings. */
export type FeedAddress =
  | { kind: 'tcp' | 'listen' | 'udp'; host: string; port: number }
  | { kind: 'file'; path: string }
  | { kind: 'world'; url: string }
  | StreamAddress;

const connectMs = 10_000;
/** For the whole recording of the world. */
const recordingMs = 120_000;
const usualBackOff = { firstMs: 1000, maxMs: 60_000 };

/** Reads one connection to its end; throws what went wrong. */
async function readConnection(host: string, port: number, options: FeedOptions, signal: AbortSignal): Promise<void> {
  // What was stopped before is not reported again: nothing would close the connection.
  signal.throwIfAborted();
  const socket = createConnection({ host, port, keepAlive: true });
  const close = (): void => void socket.destroy();
  hearErrors(socket);
  signal.addEventListener('abort', close, { once: true });
  const silentMs = options.silentMs ?? 300_000;
  const limit = (ms: number, message: string): void =>
    void socket
      .setTimeout(ms)
      .removeAllListeners('timeout')
      .once('timeout', () => socket.destroy(new Error(message)));
  limit(Math.min(connectMs, silentMs), `no connection within ${Math.min(connectMs, silentMs) / 1000} s`);
  socket.once('connect', () => {
    limit(silentMs, `connected, and then nothing came for ${silentMs / 1000} s`);
    options.onState('open');
  });
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
    const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(recordingMs)]) });
    if (answer.ok && answer.body !== null) await drain(answer.body, options.open());
  }
  await readConnection(new URL(url).hostname, port, options, signal);
}

/** Connects again and again until stopped, waiting longer after every failure in a row. */
async function keepReading(read: () => Promise<void>, options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { firstMs, maxMs } = options.backOff ?? usualBackOff;
  let waitMs = firstMs;
  while (!signal.aborted) {
    options.onState('connecting');
    const startedAt = performance.now();
    let error = 'closed by the other side';
    let isRefused = false;
    try {
      await read();
    } catch (caught) {
      error = textOf(caught);
      isRefused = caught instanceof FeedRefused;
    }
    if (signal.aborted) return;
    options.onState('failed', error);
    if (!isRefused) options.onLost?.('reconnects');
    // What held for a while has not failed again and again; a service that refuses is not queried again soon.
    const held = performance.now() - startedAt > maxMs;
    waitMs = isRefused ? maxMs : held ? firstMs : Math.min(maxMs, waitMs * 2);
    // Receivers that lost the same service do not all come back at the same moment.
    const jittered = waitMs * (0.5 + Math.random() / 2);
    await delay(jittered, undefined, { signal, ref: false }).catch(() => {});
  }
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
    case 'aisstream':
      return reading((signal) => keepReading(() => readStream(address, options, signal), options, signal));
    case 'file':
      return reading((signal) => readFile(address.path, options, signal));
    case 'listen':
      return listenTcp(address.host, address.port, options);
    case 'udp':
      return listenUdp(address.host, address.port, options);
  }
}
