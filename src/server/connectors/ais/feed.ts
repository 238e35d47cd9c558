import type { Socket } from 'node:net';
import type { DoorLimits } from '#server/platform/connections/door.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How a feed is doing. */
export type FeedState = 'connecting' | 'open' | 'failed' | 'done';

/** Takes what one connection brings; the next piece waits for the promise, so that a slow taker slows the sender. */
export type ConnectionSink = {
  data: (chunk: Uint8Array) => Promise<void>;
  end: () => Promise<void>;
  /** Whether a whole sentence has come: only then the sender counts as a receiver. */
  isProven: () => boolean;
};

/** What is to be heard of: vessels by MMSI, and boxes as pairs of opposite corners [latitude, longitude]. */
export type Following = {
  mmsis: readonly number[];
  boxes: readonly (readonly [readonly [number, number], readonly [number, number]])[];
};

/** Why a service refuses a feed; the reasons have texts in both languages. */
export type FeedRefusal = 'unauthorized' | 'not_permitted' | 'internal_address' | 'nothing_followed';

/** A service refused, or there is nothing to ask it for: trying again at once changes nothing. */
export class FeedRefused extends Error {
  readonly reason: FeedRefusal;

  constructor(reason: FeedRefusal, text: string) {
    super(`${reason}: ${text}`);
    this.name = 'FeedRefused';
    this.reason = reason;
  }
}

/** What a feed tells and asks. */
export type FeedOptions = {
  /** A new connection, file or port: bytes of it belong together. */
  open: () => ConnectionSink;
  onState: (state: FeedState, error?: string) => void;
  /** Waiting after failures: doubled from `firstMs` up to `maxMs`. */
  backOff?: { firstMs: number; maxMs: number };
  /** A connection that has been silent for this long is opened again. */
  silentMs?: number;
  /** Listening only: limits that differ from the usual ones. */
  limits?: Partial<ListenLimits>;
  /** World only: from when on a recording is wanted before what is live; null = none. */
  recordFrom?: () => Promise<Instant | null>;
  /** AISStream only: what to subscribe to, queried again every `renewEveryMs` while connected. */
  following?: () => Promise<Following>;
  renewEveryMs?: number;
  /** AISStream only: internal addresses that may be called; given, all other internal ones are refused. */
  allowed?: readonly string[] | undefined;
  /** AISStream only: so many messages wait for a slow taker; more are dropped and counted. */
  maxWaiting?: number;
  /** A connection was lost and is made again, or a message was dropped because we were too slow for it. */
  onLost?: (what: 'reconnects' | 'dropped') => void;
};

/** A feed that is being received. */
export type RunningFeed = {
  /** Port listened on; undefined for feeds that do not listen (yet). */
  port: () => number | undefined;
  stop: () => Promise<void>;
};

/** Connections to a port that receivers send to, and how long one may take until its first whole sentence. */
export type ListenLimits = DoorLimits & { provenMs: number };

/** What an error says. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Errors of a socket reach its reader; one that comes before or after the reading must not end the process. */
export const hearErrors = (socket: Socket): void => void socket.on('error', () => undefined);

/** Hands everything that comes to a taker, and tells it when it is over. */
export async function drain(stream: AsyncIterable<Uint8Array>, sink: ConnectionSink): Promise<void> {
  try {
    for await (const chunk of stream) await sink.data(chunk);
  } finally {
    await sink.end();
  }
}
