import type { FastifyInstance } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { createDevice, type Device } from './device.ts';
import { listTrucks, type Truck } from './trucks.ts';

/** How often devices report, in real time: not more often when the world runs faster. */
const everyMs = 5_000;

/** The devices of the world's trucks. */
export type Devices = { reportNow: () => void; stop: () => void };

type Dialled = { protocol: 'JT808' | 'GT06'; port: number };

function readDialled(body: unknown): Dialled | undefined {
  const { protocol, port } = asRecord(body);
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
  return (protocol === 'JT808' || protocol === 'GT06') && isPort ? { protocol, port } : undefined;
}

/**
 * Devices of trucks, which connect once somebody says by POST /vehicles/dial {protocol, port} where: JT/T 808 of three editions
 * and GT06. One more JT/T 808 device claims the plate of another truck, and one is not registered.
 */
export function startDevices(
  app: FastifyInstance,
  { seed, host, now }: { seed: string; host: string; now: () => Instant },
): Devices {
  const ports = new Map<Dialled['protocol'], number>();
  let made: { device: Device; protocol: Dialled['protocol'] }[] | undefined;
  const devices = () => {
    const trucks = listTrucks();
    const [first] = trucks.filter(({ row }) => row.edition === '2013');
    const strangers: Truck[] =
      first === undefined
        ? []
        : [
            { ...first, row: { ...first.row, terminalNo: '13900000001' } },
            { ...first, row: { ...first.row, terminalNo: '13900000002', plate: '沪A00000' } },
          ];
    return (made ??= [...trucks, ...strangers].map((truck) => ({
      device: createDevice(seed, truck, now),
      protocol: truck.row.edition === 'GT06' ? 'GT06' : 'JT808',
    })));
  };
  const reportNow = (): void => {
    if (ports.size === 0) return;
    for (const { device, protocol } of devices()) {
      const port = ports.get(protocol);
      if (port !== undefined) device.work({ host, port });
    }
  };
  app.post('/vehicles/dial', (request, reply) => {
    const dialled = readDialled(request.body);
    if (dialled === undefined) return reply.code(400).send({ error: 'protocol and port are needed' });
    ports.set(dialled.protocol, dialled.port);
    return reply.code(204).send();
  });
  const timer = setInterval(reportNow, everyMs);
  timer.unref();
  return {
    reportNow,
    stop() {
      clearInterval(timer);
      for (const { device } of made ?? []) device.stop();
    },
  };
}
