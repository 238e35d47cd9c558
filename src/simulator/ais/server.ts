import { type Socket, createServer } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { listeningPort } from '../listening-port.ts';
import type { World } from '../world.ts';
import { type Transmitter, createTransmitter } from './transmitter.ts';

/** Address of the recording of what was received before. */
export const RECORDING_PATH = '/ais/recording';
const longestRecordingMs = 40 * DAY_MS;

/** How often a ship is heard at the world's own speed. */
const everyMs = 4 * MINUTE_MS;
/** Reports a real second at most, however fast the world runs. */
const maxPerSecond = 80;
const tickMs = 1000;
/** Every so many reports a ship says who she is as well. */
const dataEvery = 8;
const maxBufferedBytes = 4_000_000;

/** The receivers of the world. */
export type AisServer = {
  port: number;
  /** Sends what is due by now; for tests. */
  sendNow(): void;
  stop(): Promise<void>;
};

function* recording(transmitter: Transmitter, from: Instant, to: Instant): Generator<string> {
  // Pieces of some size: a line of its own each would be slow to send.
  for (const index of transmitter.ships.keys()) {
    const lines = [...transmitter.recordingOf(index, from, to)];
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
  }
}

/** Starts a TCP server that tells everybody who connects what ships say, and adds the recording to the world's HTTP server. */
export async function startAisServer(
  app: FastifyInstance,
  options: { world: World; host: string; now: () => Instant; speed: () => number },
): Promise<AisServer> {
  const { now } = options;
  let made: Transmitter | undefined;
  const transmitter = (): Transmitter => (made ??= createTransmitter(options.world));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
    const at = now();
    const first = transmitter().ships.flatMap((_ship, index) => transmitter().reportOf(index, at, true));
    socket.write(`${first.join('\r\n')}\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, options.host, () => resolve());
  });

  const lastReport: number[] = [];
  let lastAt = now();

  function dueReports(from: Instant, to: Instant): string[] {
    const { ships } = transmitter();
    const interval = Math.max(everyMs, (options.speed() * ships.length * 1000) / maxPerSecond);
    const lines: string[] = [];
    for (const index of ships.keys()) {
      const count = Math.floor((to + (index * interval) / ships.length) / interval);
      if (lastReport[index] === count) continue;
      lastReport[index] = count;
      lines.push(...transmitter().reportOf(index, to, count % dataEvery === 0));
    }
    // A slow beat would pass over a short stay: arrivals and departures are reported in any case.
    if (interval > everyMs) lines.push(...turnsBetween(from, to));
    if (Math.floor(from / MINUTE_MS) !== Math.floor(to / MINUTE_MS)) lines.push(...transmitter().othersAt(to));
    return lines;
  }

  function turnsBetween(from: Instant, to: Instant): string[] {
    const { ships, finder } = transmitter();
    return ships.flatMap((ship, index) =>
      finder
        .changeTimesOf(ship, from + 1, to)
        .flatMap((turn) => [
          ...transmitter().reportOf(index, turn - MINUTE_MS, false),
          ...transmitter().reportOf(index, turn, false),
        ]),
    );
  }

  function sendNow(): void {
    const at = now();
    const from = lastAt;
    lastAt = at;
    if (at <= from || sockets.size === 0) return;
    const text = dueReports(from, at).join('\r\n');
    if (text === '') return;
    for (const socket of sockets) if (socket.writableLength < maxBufferedBytes) socket.write(`${text}\r\n`);
  }

  app.get<{ Querystring: { from?: string; to?: string } }>(RECORDING_PATH, (request, reply) => {
    const to = Math.min(now(), Number(request.query.to ?? now()));
    const from = Math.max(to - longestRecordingMs, Number(request.query.from ?? to - DAY_MS));
    void reply.type('text/plain; charset=us-ascii');
    return reply.send(Readable.from(recording(transmitter(), from, to)));
  });

  const timer = setInterval(sendNow, tickMs);
  timer.unref();
  return {
    port: listeningPort(server),
    sendNow,
    async stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
