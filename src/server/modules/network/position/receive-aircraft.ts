import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { flightKey, flightOfCallsign } from '#domain/network/flight/callsign.ts';
import { type AircraftFix, createSbsReader, readAircraftJson } from '#server/connectors/adsb/read-aircraft.ts';
import { receiveFeed, type RunningFeed, type ConnectionSink } from '#server/connectors/ais/index.ts';
import { exchange } from '#server/connectors/exchange.ts';
import type { AdsbFeed } from '#server/platform/config/adsb-feeds.ts';
import { type Clock, realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { leaseOf, lookAtLeaseMs } from '#server/platform/db/lease.ts';
import { type FlightFix, listFollowedFlights, writeFlightFixes } from './flight-queries.ts';

/** What receiving aircraft works with. */
export type AircraftDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  feeds: readonly AdsbFeed[];
  /** Real time between two looks: who may receive, what is followed, and what is written; for tests. */
  everyMs?: number;
};

const retryEveryMs = 5_000;
/** How often it is looked which flights carry goods. */
const followEveryMs = 60_000;
const longestLine = 2_000;
const askMs = 10_000;
const maxBytes = 20_000_000;

/** Cuts what a receiver sends into lines. */
function linesOf(take: (line: string) => void): ConnectionSink {
  let rest = '';
  return {
    isProven: () => true,
    async data(chunk) {
      await Promise.resolve();
      const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
      rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) take(line);
    },
    end: () => Promise.resolve(),
  };
}

/** Receives one address until it is stopped; every position that comes is handed over. */
function receive(
  feed: AdsbFeed,
  { clock, log, everyMs = retryEveryMs }: AircraftDeps,
  take: (fix: AircraftFix) => void,
): RunningFeed {
  const lost = (error: unknown): void => log.info({ feed: feed.code, err: error }, 'ADS-B receiver lost, tried again');
  if (feed.kind === 'sbs')
    return receiveFeed(
      { kind: 'tcp', host: feed.host, port: feed.port },
      {
        onState: (state, error) => state === 'failed' && lost(error),
        open: () => {
          const reader = createSbsReader();
          return linesOf((line) => {
            const fix = reader.line(line, clock.now());
            if (fix !== undefined) take(fix);
          });
        },
      },
    );
  const stopper = new AbortController();
  const ask = async (): Promise<void> => {
    while (!stopper.signal.aborted) {
      try {
        const { status, body } = await exchange({
          method: 'GET',
          url: new URL(feed.url),
          headers: {},
          timeoutMs: askMs,
          maxBytes,
        });
        const fixes = status === 200 ? readAircraftJson(Buffer.from(body).toString('utf8'), clock.now()) : undefined;
        if (fixes === undefined) lost(new Error(`no aircraft.json (status ${status})`));
        fixes?.forEach(take);
      } catch (error) {
        lost(error);
      }
      await delay(everyMs, undefined, { signal: stopper.signal, ref: false }).catch(() => {});
    }
  };
  const done = ask();
  return {
    port: () => undefined,
    stop: async () => {
      stopper.abort();
      await done;
    },
  };
}

/**
 * Receives aircraft in one process of all, and keeps the newest position of each flight that goods are booked on; all others are
 * forgotten at once.
 */
export function startReceivingAircraft(deps: AircraftDeps): { stop: () => Promise<void> } {
  const { database, log, feeds, everyMs = lookAtLeaseMs } = deps;
  const lease = leaseOf(database, 'adsb_ingest');
  const stopper = new AbortController();
  let running: RunningFeed[] = [];
  let followed = new Set<string>();
  let followAgainAt = 0;
  const newest = new Map<string, FlightFix>();
  const take = (fix: AircraftFix, feed: string): void => {
    const flight = flightOfCallsign(fix.callsign);
    if (flight === undefined || !followed.has(flight)) return;
    const known = newest.get(flight);
    if (known === undefined || known.at < fix.at) newest.set(flight, { ...fix, flight, feed });
  };
  const end = async (): Promise<void> => {
    const ended = running;
    running = [];
    await Promise.all(ended.map((one) => one.stop()));
  };
  async function look(): Promise<void> {
    if (!(await lease.hold(realClock.now()))) return end();
    if (performance.now() >= followAgainAt) {
      followed = new Set((await listFollowedFlights(database)).flatMap((flight) => flightKey(flight) ?? []));
      followAgainAt = performance.now() + followEveryMs;
    }
    const fixes = [...newest.values()];
    newest.clear();
    await writeFlightFixes(database, fixes);
    if (running.length === 0 && !stopper.signal.aborted)
      running = feeds.map((feed) => receive(feed, deps, (fix) => take(fix, feed.code)));
  }
  async function run(): Promise<void> {
    while (!stopper.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, 'ADS-B receivers could not be looked after'));
      await delay(everyMs, undefined, { signal: stopper.signal, ref: false }).catch(() => {});
    }
  }
  const done = run();
  return {
    async stop() {
      stopper.abort();
      await done;
      await end();
      await lease.leave().catch(() => {});
    },
  };
}
