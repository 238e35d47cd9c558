/**
 * A process that does nothing but listen for devices, so that its memory is that of connections. Its parent is reported the port and,
 * whenever it asks, how much memory is in use.
 */
import { listenForDevices, type VehicleStore } from '#server/connectors/vehicle/index.ts';
import { listDoors } from '#server/platform/connections/door.ts';

/** The one device that this process knows. */
const terminalNo = '13900000001';

const store: VehicleStore = {
  now: () => Date.UTC(2026, 0, 1),
  register: async () => ({ ok: false, isBraked: false }),
  signIn: async (protocol, number, code) =>
    number === terminalNo && code === 'k3y'
      ? { ok: true, value: { vehicle: { vehicleId: 1, tenantId: 1, plateNo: 'A10001', protocol } } }
      : { ok: false, isBraked: false },
  momentOf: (_link, at) => at,
  leave: async () => undefined,
  take: async () => 'taken',
  refuse: () => undefined,
};

const notify = (message: unknown): void => void process.send?.(message);

const limits = process.argv[2] === undefined ? {} : { signInMs: Number(process.argv[2]) };
const listener = listenForDevices({ protocol: 'JT808', host: '127.0.0.1', port: 0, limits }, store, {
  onOpen: (port) => notify({ port }),
});

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  notify({ rss, used: heapUsed + external, connections: listener.connections(), door: listDoors()[0] });
});
process.on('disconnect', () => process.exit(0));
