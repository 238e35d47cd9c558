import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  type DeviceListener,
  type DevicePort,
  listenForDevices,
  type VehicleProtocol,
  type VehicleStore,
} from '#server/connectors/vehicle/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { leaseOf, lookAtLeaseMs } from '#server/platform/db/lease.ts';
import { createDeviceTally } from './device-tally.ts';
import { type GatewayHealth, writeGateways } from './gateway-queries.ts';
import { disconnectAll } from './device-queries.ts';
import { createDeviceStore } from './device-store.ts';
import { createVehicleIngest } from './ingest.ts';
import { keepPlans } from './known-vehicles.ts';

/** What the gateway of vehicles works with. */
export type GatewayDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: SecretKeys;
  /** Where devices connect; a protocol that is left out is not served. */
  ports: readonly DevicePort[];
  /** A busy port is replaced by a free one; only for callers that are reported the port in use. */
  orAnyPort?: boolean;
  /** Reported once a port is open. */
  onOpen?: (protocol: VehicleProtocol, port: number) => void;
  /** Real time between two looks at who may listen; for tests. */
  lookEveryMs?: number;
  /** Time of the machine in milliseconds that only goes forward; for tests. */
  machineNow?: () => number;
};

/** The gateway of one process. */
export type VehicleGateway = {
  portOf: (protocol: VehicleProtocol) => number | null;
  /** Writes what was informed far, with what was refused. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

const flushEveryMs = 40;

/** Writes what devices reported, often enough that they are answered at once; a failure is reported to them by silence. */
function createWriter(flush: () => Promise<void>, log: Logger) {
  let writing: Promise<void> = Promise.resolve();
  const write = (): Promise<void> => {
    writing = writing.then(() =>
      flush().catch((error: unknown) => log.warn({ err: error }, 'reports of vehicles could not be written')),
    );
    return writing;
  };
  const timer = setInterval(() => void write(), flushEveryMs);
  timer.unref();
  return { write, stop: () => clearInterval(timer) };
}

/** How listening goes, per protocol. */
const healthOf = (listeners: readonly DeviceListener[], counts: GatewayHealth['counts']): GatewayHealth[] =>
  listeners.map((one) => ({
    code: one.protocol,
    state: one.port() === null ? 'failed' : 'open',
    port: one.port(),
    connections: one.connections(),
    counts,
    error: one.error(),
  }));

/** Ends listeners; sessions that end have something to say, which waits to be written. */
async function endListeners(listeners: readonly DeviceListener[], write: () => Promise<void>): Promise<void> {
  const ended = Promise.all(listeners.map((one) => one.stop())).then(() => true);
  while (!(await Promise.race([ended, delay(flushEveryMs, false)]))) await write();
  await write();
}

/** Listens at one port, and tells when it is open. */
const listenAt = ({ orAnyPort, onOpen, log }: GatewayDeps, port: DevicePort, store: VehicleStore): DeviceListener =>
  listenForDevices(port, store, {
    orAnyPort: orAnyPort === true,
    onOpen: (found) => {
      log.info({ protocol: port.protocol, port: found }, 'listening for vehicles');
      onOpen?.(port.protocol, found);
    },
  });

/** Listens for devices of vehicles, in one process of all: the one that holds the lease. */
export function startVehicleGateway(deps: GatewayDeps): VehicleGateway {
  const { database, clock, log, keys } = deps;
  const lease = leaseOf(database, 'vehicle_gateway');
  const stopper = new AbortController();
  const plans = keepPlans(database);
  const tally = createDeviceTally(database, clock);
  const ingest = createVehicleIngest({
    database,
    plans,
    now: clock.now,
    onUnbelieved: (vehicle, flaw, fix) => tally.unbelieved(vehicle, flaw, fix),
  });
  let listeners: DeviceListener[] = [];

  const devices = createDeviceStore({
    database,
    now: clock.now,
    machineNow: deps.machineNow ?? (() => performance.now()),
    keys,
    plans,
    ingest,
    refuse: (protocol, reason, sample, vehicle) => tally.count({ protocol, reason, vehicle, sample }),
  });

  const writer = createWriter(async () => {
    await ingest.flush();
    await devices.writeNoted();
  }, log);

  async function end(): Promise<void> {
    const ending = listeners;
    listeners = [];
    await endListeners(ending, writer.write);
    await devices.writeNoted();
  }

  async function look(): Promise<void> {
    if (!(await lease.hold(realClock.now()))) return end();
    const isFirst = listeners.length === 0 && !stopper.signal.aborted;
    if (isFirst) {
      ingest.forget();
      await disconnectAll(database);
    }
    await devices.review();
    if (isFirst) {
      listeners = deps.ports.map((port) => listenAt(deps, port, devices.store));
    }
    for (const { protocol, error } of listeners)
      if (error() !== null) log.warn({ protocol, reason: error() }, 'vehicles cannot connect: the port is tried again');
    await writeGateways(database, healthOf(listeners, { ...ingest.counts(), ...devices.counts() }), clock.now());
    await tally.write();
  }

  async function run(): Promise<void> {
    while (!stopper.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'the gateway of vehicles could not be looked after'),
      );
      await delay(deps.lookEveryMs ?? lookAtLeaseMs, undefined, { signal: stopper.signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    portOf: (protocol) => listeners.find((one) => one.protocol === protocol)?.port() ?? null,
    async flush() {
      await writer.write();
      await devices.review();
      await tally.write();
    },
    async stop() {
      stopper.abort();
      await running;
      await end();
      writer.stop();
      await tally.write().catch(() => {});
      await lease.leave().catch(() => {});
    },
  };
}
