import { setTimeout as delay } from 'node:timers/promises';
import { publicAddresses, RefusedAddress } from '#server/platform/outbound/outbound-guard.ts';
import { credentialValues } from '../access/index.ts';
import { type PullAnswer, PullFailure, type PullRequest } from '../types.ts';
import { type FeedOptions, FeedRefused, type Following, textOf } from './feed.ts';
import { readStreamFrame, streamTypes } from './stream-message.ts';

/** Where AISStream is, and the key it knows us by; the key is in nothing that is logged, counted or shown. */
export type StreamAddress = { kind: 'aisstream'; url: string; key: string };

/** AISStream takes so many MMSIs in one filter. */
const maxFiltered = 50;
const wholeWorld = [
  [
    [-90, -180],
    [90, 180],
  ],
] as const;

/** The service waits 3 s for the first frame after the connection. */
const connectMs = 10_000;
/** With filters on a few ships nothing may come for long. */
const usualSilentMs = 15 * 60_000;
const renewEveryMs = 60_000;
const longestFrame = 16_384;
/** Frames that wait for the database; what is too much is lost here, because a slow reader is thrown out there. */
const maxWaiting = 20_000;
const normalClosure = 1000;

/** The frame that subscribes; undefined while there is nothing to follow. A later frame replaces it. */
function subscriptionOf({ mmsis, boxes }: Following, key: string): string | undefined {
  const filtered = mmsis.length > 0 && mmsis.length <= maxFiltered;
  if (!filtered && boxes.length === 0) return undefined;
  return JSON.stringify({
    APIKey: key,
    BoundingBoxes: filtered ? wholeWorld : boxes,
    ...(filtered && { FiltersShipMMSI: mmsis.map((mmsi) => String(mmsi).padStart(9, '0')) }),
    FilterMessageTypes: streamTypes,
  });
}

/** A refusal of the service, in one of the words that people are notified. */
function refusalOf(text: string): FeedRefused {
  return new FeedRefused(/key/i.test(text) ? 'unauthorized' : 'not_permitted', text);
}

const bytesOf = (data: unknown): Uint8Array | undefined => {
  if (typeof data === 'string') return Buffer.from(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
};

/** Frames wait here in the order they came; `take` ends when the connection does. */
function createFrames() {
  const frames: Uint8Array[] = [];
  let wake: () => void = () => undefined;
  let over: Error | undefined;
  return {
    waiting: () => frames.length,
    push(frame: Uint8Array): void {
      frames.push(frame);
      wake();
    },
    end(error: Error): void {
      over ??= error;
      wake();
    },
    /** All that waits; throws why the connection ended once nothing waits any more. */
    async take(): Promise<Uint8Array[]> {
      while (frames.length === 0) {
        if (over !== undefined) throw over;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return frames.splice(0);
    },
  };
}

/** Refuses addresses inside the own network. */
async function checkAddress(url: URL, allowed: readonly string[]): Promise<void> {
  try {
    await publicAddresses(url, { allowed });
  } catch (error) {
    if (error instanceof RefusedAddress && error.reason === 'internal_address')
      throw new FeedRefused('internal_address', url.host);
    throw error;
  }
}

/** Sends a subscription when the followed ships have changed, until stopped. */
async function keepSubscribed(
  socket: WebSocket,
  { key }: StreamAddress,
  first: string,
  options: FeedOptions,
  signal: AbortSignal,
): Promise<void> {
  let sent = first;
  while (!signal.aborted) {
    await delay(options.renewEveryMs ?? renewEveryMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    // A database that is away for a moment changes nothing of what is followed.
    const following = await options.following?.().catch(() => undefined);
    const wanted = following && subscriptionOf(following, key);
    if (wanted === undefined || wanted === sent || socket.readyState !== WebSocket.OPEN) continue;
    socket.send(wanted);
    sent = wanted;
  }
}

/** Reads one connection to its end; throws what went wrong, FeedRefused when the service refuses the key or the subscription. */
export async function readStream(address: StreamAddress, options: FeedOptions, signal: AbortSignal): Promise<void> {
  // Asked before connecting: the first frame must come soon after.
  const following = (await options.following?.()) ?? { mmsis: [], boxes: [] };
  signal.throwIfAborted();
  const first = subscriptionOf(following, address.key);
  if (first === undefined) throw new FeedRefused('nothing_followed', 'no vessel is tracked');
  if (options.allowed !== undefined) await checkAddress(new URL(address.url), options.allowed);
  signal.throwIfAborted();
  const frames = createFrames();
  const ended = new AbortController();
  const socket = new WebSocket(address.url);
  socket.binaryType = 'arraybuffer';
  const silentMs = options.silentMs ?? usualSilentMs;
  const late = (): void => frames.end(new Error('connected, and then nothing came for a long time'));
  let timer = setTimeout(() => frames.end(new Error('no connection in time')), connectMs);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(late, silentMs).unref();
  };
  const stop = (): void => frames.end(new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  socket.addEventListener('open', () => {
    socket.send(first);
    heard();
    options.onState('open');
    void keepSubscribed(socket, address, first, options, ended.signal);
  });
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    heard();
    const frame = bytesOf(data);
    if (frame === undefined || frame.length > longestFrame || frames.waiting() >= (options.maxWaiting ?? maxWaiting))
      return options.onLost?.('dropped');
    // Refusals are rare and come alone: no message is read twice for them.
    const text = frame.length < 500 ? Buffer.from(frame).toString('utf8') : '';
    const read = text.includes('"error"') ? readStreamFrame(text) : undefined;
    if (read?.kind === 'error') frames.end(refusalOf(read.text));
    else frames.push(frame);
  });
  socket.addEventListener('close', ({ code }) => frames.end(new Error(`closed by the other side (${code})`)));
  socket.addEventListener('error', () => frames.end(new Error('no connection, or it broke off')));
  const sink = options.open();
  try {
    for (;;) for (const frame of await frames.take()) await sink.data(frame);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    ended.abort();
    socket.close(normalClosure);
    await sink.end();
  }
}

/**
 * Tries a key: subscribes to everything and waits for one message. An answer is that message; throws PullFailure for a refusal or
 * when nothing comes in time.
 */
export async function pullStream({ baseUrl, credential, timeoutMs, trace, allowed }: PullRequest): Promise<PullAnswer> {
  const { apiKey: key = '' } = credentialValues(credential ?? '', 'apiKey');
  const startedAt = performance.now();
  const stopper = new AbortController();
  const timer = setTimeout(() => stopper.abort(), timeoutMs);
  let body: Uint8Array | undefined;
  const traced = (): void =>
    trace?.({
      method: 'GET',
      url: baseUrl,
      headers: {},
      answer: body === undefined ? undefined : { status: 101, headers: {}, body },
      ms: performance.now() - startedAt,
    });
  try {
    await readStream(
      { kind: 'aisstream', url: baseUrl, key },
      {
        allowed,
        following: async () => ({ mmsis: [], boxes: wholeWorld }),
        onState: () => undefined,
        open: () => ({
          isProven: () => true,
          end: async () => undefined,
          data: async (frame) => {
            body ??= frame;
            stopper.abort();
          },
        }),
      },
      stopper.signal,
    );
  } catch (error) {
    if (body === undefined) {
      traced();
      if (error instanceof FeedRefused && error.reason !== 'nothing_followed')
        throw new PullFailure(error.reason, error.message);
      throw new PullFailure(stopper.signal.aborted ? 'timeout' : 'unreachable', textOf(error));
    }
  } finally {
    clearTimeout(timer);
  }
  traced();
  return { kind: 'answer', body: body ?? new Uint8Array(), etag: null };
}
