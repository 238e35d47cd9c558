/**
 * The JT/T 808 gateway on PostgreSQL with 20,000 connected vehicles, each with a position every ten seconds: positions stored a
 * second, how long their answers take, and a reconnect of all at once. Beside it: a bare socket server that answers every message and
 * stores nothing, with the same devices. The devices are a process of their own. And how many messages a second of processor time are
 * decoded, beside cutting the stream at its marks. Options: --small, --vehicles=N, --seconds=N.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  answer808,
  createSplitter808,
  readFrame808,
  readMessage808,
  results808,
} from '#domain/network/vehicle/jt808/index.ts';
import { startVehicleGateway } from '#server/modules/network/vehicle/start-gateway.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { frameOf, positionBody } from '#simulator/vehicles/encode-808.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { numberOf } from './support/options.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';
import { type DeviceNews, type DeviceOrder, plateOf, terminalOf } from './support/vehicle-devices.ts';

const goals = { decoded: 100_000, p99Ms: 200, stormMs: 60_000 };
const wanted = numberOf('vehicles', isSmall() ? 2_000 : 20_000);
/** Files that a process may have open: a connection is one, and the process itself wants some. */
const maxFiles = Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? 1_024);
const ownFiles = 500;
const vehicles = Math.min(wanted, maxFiles - ownFiles);
if (vehicles < wanted)
  console.error(`${vehicles} vehicles instead of ${wanted}: a process may open ${maxFiles} files here`);
const seconds = numberOf('seconds', isSmall() ? 20 : 60);
const goalPerSecond = vehicles / 10;

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
};

/** Messages of a second of processor time: frames of all editions in pieces as sockets give them. */
function decoding(): Figure {
  const editions = [2011, 2013, 2019] as const;
  const frames = Array.from({ length: 60_000 }, (_none, n) => {
    const reading = {
      at: Date.UTC(2026, 5, 1) + n * 1_000,
      lon: 121 + n / 1e6,
      lat: 31,
      speedKmh: n % 120,
      course: n % 360,
    };
    const device = { phone: terminalOf(n), edition: editions[n % 3] as 2011, serial: n & 0xffff };
    return frameOf(
      0x0200,
      device,
      positionBody({ ...reading, ignition: true, located: true, mileageKm: n, temperatureC: 4 }),
    );
  });
  const stream = Buffer.concat(frames);
  const cut = (frame: (bytes: Uint8Array) => void): void => {
    const splitter = createSplitter808();
    for (let at = 0; at < stream.length; at += 1_460)
      splitter.feed(stream.subarray(at, at + 1_460), frame, () => undefined);
  };
  const fastest = (work: (bytes: Uint8Array) => void): number =>
    Math.min(
      ...Array.from({ length: 8 }, () => {
        const before = process.threadCpuUsage();
        cut(work);
        return cpuMs(before);
      }),
    );
  let read = 0;
  const decodedMs = fastest((bytes) => {
    const message = readFrame808(bytes);
    if (message.ok && message.value.checksumOk && readMessage808(message.value).ok) read += 1;
  });
  if (read !== frames.length * 8) throw new Error('not every message was read');
  const [perSecond, floor] = [decodedMs, fastest(() => undefined)].map((ms) => (frames.length * 1_000) / ms) as [
    number,
    number,
  ];
  return {
    name: 'JT/T 808 messages decoded, of one core',
    goal: `>= ${goals.decoded}/s`,
    measured: `${rounded(perSecond)}/s`,
    beside: `${rounded(floor)}/s (cut at the marks)`,
    ratio: rounded(perSecond / floor),
    reached: perSecond >= goals.decoded,
  };
}

async function seed(database: Database): Promise<void> {
  await migrate(database);
  const { id } = await database.system
    .insertInto('tenant')
    .values({ code: 'BENCH', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const numbers = Array.from({ length: vehicles }, (_none, n) => n);
  await database.execute(
    `insert into vehicle (tenant_id, plate_no, protocol, terminal_no, device_id, enabled)
     select $1, p, 'JT808', t, '0000001', true from unnest($2::text[], $3::text[]) as r(p, t)`,
    [id, numbers.map(plateOf), numbers.map(terminalOf)],
  );
  // Devices register for the first time: their tenant has opened it. One that was too slow registers again by its id.
  await database.execute(
    `insert into vehicle_device (vehicle_id, tenant_id, open_until)
     select id, tenant_id, now() + interval '1 day' from vehicle`,
  );
}

/** A process of devices; each order is answered once. */
function startDevices() {
  const child = fork(fileURLToPath(new URL('./support/vehicle-devices.ts', import.meta.url)));
  return {
    async order(order: DeviceOrder): Promise<DeviceNews> {
      const ended = once(child, 'exit').then(() => {
        throw new Error('the process of the devices ended');
      });
      const heard = once(child, 'message');
      child.send(order);
      const [news] = (await Promise.race([heard, ended])) as [DeviceNews];
      ended.catch(() => undefined);
      return news;
    },
    stop: () => child.disconnect(),
  };
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

/** Devices with a server that answers every message and does nothing else. */
async function bareServer(): Promise<DeviceNews> {
  const server = createServer((socket) => {
    const splitter = createSplitter808();
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) =>
      splitter.feed(
        chunk,
        (bytes) => {
          const message = readFrame808(bytes);
          if (message.ok) socket.write(answer808(message.value, 1, results808.done));
        },
        () => undefined,
      ),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const devices = startDevices();
  const { port } = server.address() as AddressInfo;
  await devices.order({ do: 'connect', port, devices: vehicles, signIn: false });
  const news = await devices.order({ do: 'report', seconds: Math.min(seconds, 30) });
  await devices.order({ do: 'leave' });
  devices.stop();
  server.close();
  return news;
}

async function withGateway(
  url: string,
): Promise<{ first: DeviceNews; reports: DeviceNews; storm: DeviceNews; stored: number; cores: number }> {
  const log = createLogger({ level: 'error' });
  const database = await openDatabase({ url, poolSize: 5, log });
  await seed(database);
  const opened = Promise.withResolvers<number>();
  const gateway = startVehicleGateway({
    database,
    clock: { now: Date.now, realMsUntil: (at) => at - Date.now() },
    log,
    keys: [randomBytes(32)],
    ports: [{ protocol: 'JT808', host: '127.0.0.1', port: 0, limits: { waiting: 50_000, waitingPerAddress: 50_000 } }],
    onOpen: (_protocol, port) => opened.resolve(port),
  });
  const port = await opened.promise;
  const devices = startDevices();
  const connect = { do: 'connect', port, devices: vehicles, signIn: true } as const;
  const first = await devices.order(connect);
  const before = process.cpuUsage();
  const reports = await devices.order({ do: 'report', seconds });
  const { user, system } = process.cpuUsage(before);
  await devices.order({ do: 'leave' });
  const storm = await devices.order(connect);
  const { rows } = await database.execute<{ n: number }>('select count(*)::int as n from vehicle_position');
  await devices.order({ do: 'leave' });
  devices.stop();
  await gateway.stop();
  await database.close();
  return { first, reports, storm, stored: rows[0]?.n ?? 0, cores: (user + system) / 1_000 / reports.tookMs };
}

async function main(): Promise<void> {
  const decoded = decoding();
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([decoded]);
  try {
    const { first, reports, storm, stored, cores } = await withGateway(server.url);
    const bare = await bareServer();
    const perSecond = stored / seconds;
    const [answered, floor] = [p99(reports.answersMs), p99(bare.answersMs)];
    console.error(
      `${first.connected} vehicles signed in for the first time in ${rounded(first.tookMs / 1_000)} s; gateway ${rounded(cores)} cores; ${reports.unanswered} reports unanswered; load ${rounded(loadavg()[0] ?? 0)}`,
    );
    report([
      decoded,
      {
        name: `positions stored of ${vehicles} connected vehicles`,
        goal: `>= ${goalPerSecond}/s`,
        measured: `${rounded(perSecond)}/s`,
        beside: `${rounded(bare.answersMs.length / Math.min(seconds, 30))}/s answered (bare server)`,
        ratio: '-',
        // Not one may be missing; the last tick of the clock may fall to either side.
        reached: stored >= goalPerSecond * seconds * 0.999 && reports.unanswered === 0,
      },
      {
        name: 'p99 from report to answer, stored',
        goal: `<= ${goals.p99Ms} ms`,
        measured: `${rounded(answered)} ms`,
        beside: `${rounded(floor)} ms (bare server)`,
        ratio: rounded(answered / floor),
        reached: answered <= goals.p99Ms,
      },
      {
        name: `all ${vehicles} connect again at once`,
        goal: `<= ${goals.stormMs / 1_000} s`,
        measured: `${rounded(storm.tookMs / 1_000)} s`,
        beside: '-',
        ratio: '-',
        reached: storm.connected === vehicles && storm.tookMs <= goals.stormMs,
      },
    ]);
  } finally {
    await server.stop();
  }
}

await main();
