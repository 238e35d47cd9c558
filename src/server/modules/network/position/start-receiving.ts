import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAisDecoder, createStreamDecoder, receiveFeed, refusalReasons } from '#server/connectors/ais/index.ts';
import type { FeedState, RunningFeed, StreamDecoder, ConnectionSink } from '#server/connectors/ais/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type TalliedRefusal, tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { AisFeed } from '#server/platform/config/ais-feeds.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { leaseOf, lookAtLeaseMs } from '#server/platform/db/lease.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { keepFences } from './fences.ts';
import { newestFixAt, noteHeard, removeOtherFeeds, writeFeeds } from './feed-queries.ts';
import type { FeedHealth } from './feed-queries.ts';
import { createIngest } from './ingest.ts';
import type { Ingest } from './ingest.ts';
import { listStreamFeeds, readFollowing, type StreamFeed, writeStreamHealth } from './stream-feeds.ts';

/** What receiving works with. */
export type ReceivingDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  reference: () => ReferenceSnapshot;
  /** Those of the settings; sources of the page "Sources" that send positions are added to them. */
  feeds: readonly AisFeed[];
  /** Open the keys of those sources; without them none is received. */
  keys?: SecretKeys;
  /** Internal addresses that such a source may have; given, all other internal ones are refused. */
  allowed?: readonly string[] | undefined;
  /** Real time between two looks at who may receive; for tests. */
  leaseEveryMs?: number;
  /** A new connection after a failure waits this long at first. */
  backOff?: { firstMs: number; maxMs: number };
};

const flushEveryMs = 500;
const batch = 3000;
/** A new installation asks the world for so much of the past. */
const recordedMs = 24 * DAY_MS;
const gapMs = 3 * 3_600_000;

/** One configured address while it is received. */
type Feed = {
  /** How it was configured when it was begun. */
  as: string;
  health: FeedHealth;
  /** When it was heard last by the machine's clock. */
  heard: { machineMs: number };
  decoders: Set<StreamDecoder>;
  ended: Record<string, number>;
  running: RunningFeed;
};

const addUp = (into: Record<string, number>, decoder: StreamDecoder): void => {
  const { refused, ...counts } = decoder.counts();
  for (const [name, count] of [...Object.entries(counts), ...Object.entries(refused)])
    into[name] = (into[name] ?? 0) + count;
};

/** Counts of all connections of a feed, those that are over included. */
function countsOf({ ended, decoders }: Pick<Feed, 'ended' | 'decoders'>): Record<string, number> {
  const counts = { ...ended };
  for (const decoder of decoders) addUp(counts, decoder);
  return counts;
}

/** Reasons why a position that was decoded is not kept. */
const unkeptReasons = ['badTimes', 'jumps'] as const;

/** Counts what receivers sent and was not taken: each look tells what has come since the last one. */
function notifyRefusals(database: Database, clock: Clock) {
  const reported = new Map<string, number>();
  return {
    async notify(feeds: readonly FeedHealth[], unkept: Readonly<Record<string, number>>): Promise<void> {
      const since = (sender: string, reason: string, count: number, sample: string | null): TalliedRefusal[] => {
        const key = `${sender} ${reason}`;
        const before = reported.get(key) ?? 0;
        // A receiver that started over counts from nothing.
        const n = count < before ? count : count - before;
        reported.set(key, count);
        return [{ tenantId: null, sourceId: null, sender, via: 'ais', reason, field: '', n, sample }];
      };
      await tallyRefusals(
        database,
        [
          ...feeds.flatMap(({ code, counts, samples }) =>
            refusalReasons.flatMap((reason) => since(code, reason, counts[reason] ?? 0, samples[reason] ?? null)),
          ),
          ...unkeptReasons.flatMap((reason) => since('', reason, unkept[reason] ?? 0, null)),
        ],
        clock.now(),
      );
    },
  };
}

/** Receiving of one process. */
export type Receiving = {
  /** Feeds that are being received; empty while another process receives. */
  feeds: () => readonly FeedHealth[];
  /** Port a listening feed got. */
  portOf: (code: string) => number | undefined;
  /** Writes what has been heard so far. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

const unheard = (code: string): FeedHealth => ({
  code,
  state: 'connecting',
  connectedAt: null,
  lastMessageAt: null,
  heardSince: null,
  counts: {},
  samples: {},
  error: null,
});

/** The feeds of one process: begun and ended as they are configured. */
function keepFeeds(deps: ReceivingDeps, ingest: Ingest, settle: () => Promise<void>) {
  const { database, clock, log } = deps;
  const feeds = new Map<string, Feed>();

  const begin = (feed: AisFeed | StreamFeed): void => {
    const health = unheard(feed.code);
    const heard = { machineMs: 0 };
    const decoders = new Set<StreamDecoder>();
    const ended: Record<string, number> = {};
    const running = receiveFeed(feed, {
      ...(deps.backOff === undefined ? {} : { backOff: deps.backOff }),
      onState: (state: FeedState, error?: string) => {
        Object.assign(health, { state, error: error ?? null });
        if (state === 'open') health.connectedAt = clock.now();
        if (state === 'failed') log.info({ feed: feed.code, reason: error }, 'AIS feed lost, tried again');
      },
      recordFrom: async () => {
        const [newest, now] = [await newestFixAt(database), clock.now()];
        return newest === null ? now - recordedMs : now - newest > gapMs ? Math.max(newest, now - recordedMs) : null;
      },
      allowed: deps.allowed,
      following: () => readFollowing(database, deps.reference()),
      onLost: (what) => void (ended[what] = (ended[what] ?? 0) + 1),
      open: () =>
        takerOf(
          { health, heard, decoders, ended },
          feed.kind === 'aisstream' ? createStreamDecoder : createAisDecoder,
          ingest,
          clock,
          settle,
        ),
    });
    feeds.set(feed.code, { as: JSON.stringify(feed), health, heard, decoders, ended, running });
  };

  const end = async (): Promise<void> => {
    const running = [...feeds.values()];
    feeds.clear();
    await Promise.all(running.map((feed) => feed.running.stop()));
  };

  const healthOf = (): FeedHealth[] =>
    [...feeds.values()].map((feed) => ({ ...feed.health, counts: { ...countsOf(feed), ...ingestCounts(ingest) } }));

  /** Begins what is configured now, and ends what is not any more or is configured otherwise. */
  async function follow(isStopped: () => boolean): Promise<void> {
    const sources = deps.keys === undefined ? [] : await listStreamFeeds(database, deps.keys);
    const wanted = new Map([...deps.feeds, ...sources].map((feed) => [feed.code, feed]));
    if (feeds.size === 0 && wanted.size > 0) ingest.forget();
    const over = [...feeds].filter(([code, { as }]) => as !== JSON.stringify(wanted.get(code)));
    for (const [code] of over) feeds.delete(code);
    await Promise.all(over.map(([, { running }]) => running.stop()));
    const fresh = [...wanted.values()].filter(({ code }) => !feeds.has(code));
    if (fresh.length > 0 || over.length > 0) await removeOtherFeeds(database, [...wanted.keys()]);
    if (!isStopped()) fresh.forEach(begin);
  }

  return { follow, end, healthOf, portOf: (code: string) => feeds.get(code)?.running.port() };
}

/**
 * Receives the configured addresses, in one process of all: anyone who holds the lease. What is heard is written in batches;
 * while the database is slow or gone, senders are made to wait.
 */
export function startReceiving(deps: ReceivingDeps): Receiving {
  const { database, clock, log } = deps;
  const lease = leaseOf(database, 'ais_ingest');
  const stopper = new AbortController();
  const fences = keepFences(database, deps.reference);
  const ingest = createIngest({ database, fences: fences.current });
  const refusals = notifyRefusals(database, clock);
  const writer = createWriter(ingest, log, stopper.signal);
  const feeds = keepFeeds(deps, ingest, writer.settle);
  const isStopped = (): boolean => stopper.signal.aborted;

  async function look(): Promise<void> {
    if (!(await lease.hold(realClock.now()))) return feeds.end();
    await fences.refresh();
    await feeds.follow(isStopped);
    // Anyone who stopped us meanwhile tells of what was heard; what begins now would neither be notified of nor end.
    if (isStopped()) return;
    const health = feeds.healthOf();
    await writeFeeds(database, health, clock.now());
    await writeStreamHealth(database, health, clock.now());
    await refusals.notify(health, ingestCounts(ingest));
  }

  async function run(): Promise<void> {
    while (!stopper.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, 'AIS feeds could not be looked after'));
      const waitMs = deps.leaseEveryMs ?? lookAtLeaseMs;
      await delay(waitMs, undefined, { signal: stopper.signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    feeds: feeds.healthOf,
    portOf: feeds.portOf,
    flush: writer.flush,
    async stop() {
      stopper.abort();
      const last = feeds.healthOf();
      await Promise.all([running, feeds.end()]);
      await writer.stop();
      await writeFeeds(database, last, clock.now()).catch(() => {});
      await refusals.notify(last, ingestCounts(ingest)).catch(() => {});
      await lease.leave().catch(() => {});
    },
  };
}

const ingestCounts = (ingest: Ingest): Record<string, number> => ({ ...ingest.counts() });

function takerOf(
  { health, heard, decoders, ended }: Pick<Feed, 'health' | 'heard' | 'decoders' | 'ended'>,
  decoderOf: (options: Parameters<typeof createStreamDecoder>[0]) => StreamDecoder,
  ingest: Ingest,
  clock: Clock,
  settle: () => Promise<void>,
): ConnectionSink {
  const samples = health.samples;
  const decoder = decoderOf({
    onRefused: (reason, line) => {
      samples[reason] ??= Buffer.from(line).toString('latin1').slice(0, 120);
    },
  });
  decoders.add(decoder);
  const emit = (message: Parameters<Ingest['take']>[0]): void => {
    const now = clock.now();
    noteHeard(health, heard, now, performance.now());
    ingest.take(message, now, health.code);
  };
  return {
    isProven: () => decoder.counts().sentences > 0,
    async data(chunk) {
      // Pieces small enough that a fast file holds up nobody.
      for (let at = 0; at < chunk.length; at += 16_384) {
        decoder.feed(chunk.subarray(at, at + 16_384), clock.now(), emit);
        await settle();
      }
    },
    async end() {
      decoder.end(clock.now(), emit);
      decoders.delete(decoder);
      addUp(ended, decoder);
      await settle();
    },
  };
}

/** Writes regularly and when much is waiting; a failure is tried again, and meanwhile takers wait. */
function createWriter(ingest: Ingest, log: Logger, signal: AbortSignal) {
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      try {
        await ingest.flush();
      } catch (error) {
        log.warn({ err: error, waiting: ingest.waiting() }, 'positions could not be written and are tried again');
        await delay(1000, undefined, { signal, ref: false }).catch(() => {});
      }
    });
    return writing;
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();
  return {
    flush,
    /** Lets a taker go on once there is room. */
    settle: async (): Promise<void> => {
      while (ingest.waiting() >= batch && !signal.aborted) await flush();
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await flush();
    },
  };
}
