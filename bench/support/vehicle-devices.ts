/**
 * JT/T 808 devices in a process of their own, started by `bench/vehicle-gateway.ts`: they register, sign in, report every ten seconds
 * and measure how long answers take.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSplitter808, readFrame808 } from '#domain/network/vehicle/jt808/index.ts';
import { authenticationBody, frameOf, positionBody, registrationBody } from '#simulator/vehicles/encode-808.ts';

/** What the benchmark asks of its devices. */
export type DeviceOrder =
  | { do: 'connect'; port: number; devices: number; signIn: boolean }
  | { do: 'report'; seconds: number }
  | { do: 'leave' };

/** What they tell: how long it took, milliseconds of answers, reports without an answer, and devices that are connected. */
export type DeviceNews = { tookMs: number; answersMs: number[]; unanswered: number; connected: number };

/** Numbers of devices and plates, as the benchmark has them in its database too. */
export const terminalOf = (n: number): string => String(13_000_000_000 + n);
export const plateOf = (n: number): string => `沪B${String(n).padStart(5, '0')}`;

const REPORT_EVERY_MS = 10_000;
const TICK_MS = 10;
/** Devices that are connecting at the same time, and how long one waits for its sign-in before it tries again. */
const AT_ONCE = 400;
const PATIENCE_MS = 15_000;
/** Before a device that failed tries again. */
const RETRY_MS = 200;
const POSITION = 0x0200;

type Device = {
  n: number;
  socket: Socket | undefined;
  serial: number;
  code: string | undefined;
  sent: Map<number, number>;
};

const devices: Device[] = [];
let answers: number[] = [];
const hear = new Map<Device, (id: number, body: Uint8Array) => void>();

function send(device: Device, id: number, body: readonly number[]): number {
  device.serial = (device.serial + 1) & 0xffff;
  const { n, serial } = device;
  device.socket?.write(frameOf(id, { phone: terminalOf(n), edition: 2013, serial }, body));
  return serial;
}

function listen(device: Device, socket: Socket): void {
  const splitter = createSplitter808();
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (device.socket === socket) device.socket = undefined;
  });
  socket.on('data', (chunk) =>
    splitter.feed(
      chunk,
      (frame) => {
        const message = readFrame808(frame);
        if (!message.ok) return;
        const { id, body } = message.value;
        hear.get(device)?.(id, body);
        const serial = ((body[0] ?? 0) << 8) + (body[1] ?? 0);
        const sentAt = device.sent.get(serial);
        if (sentAt === undefined) return;
        device.sent.delete(serial);
        answers.push(performance.now() - sentAt);
      },
      () => undefined,
    ),
  );
}

/** Connects a device and, for a gateway, signs it in; false where that took too long. */
function attempt(device: Device, port: number, signIn: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const end = (ok: boolean): void => {
      clearTimeout(patience);
      hear.delete(device);
      if (!ok) socket.destroy();
      resolve(ok);
    };
    const patience = setTimeout(() => end(false), PATIENCE_MS);
    socket.once('error', () => end(false));
    listen(device, socket);
    const authenticate = (): void => void send(device, 0x0102, authenticationBody(2013, device.code ?? ''));
    hear.set(device, (id, body) => {
      if (id === 0x8100) {
        device.code = Buffer.from(body.subarray(3)).toString('latin1');
        authenticate();
      } else if (id === 0x8001) end(body[4] === 0);
    });
    socket.once('connect', () => {
      device.socket = socket;
      if (!signIn) return end(true);
      if (device.code !== undefined) return authenticate();
      const own = { plate: plateOf(device.n), colour: 2, maker: 'PLN', model: 'T8', terminalId: '0000001' };
      send(device, 0x0100, registrationBody(2013, own));
    });
  });
}

/** Connects all, as fast as they are taken; gives when the last one was in. */
async function connectAll(order: DeviceOrder & { do: 'connect' }): Promise<void> {
  for (let n = devices.length; n < order.devices; n += 1)
    devices.push({ n, socket: undefined, serial: 0, code: undefined, sent: new Map() });
  const waiting = devices.slice(0, order.devices);
  const work = async (): Promise<void> => {
    for (let device = waiting.pop(); device !== undefined; device = waiting.pop())
      while (!(await attempt(device, order.port, order.signIn))) await sleep(RETRY_MS);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Every device reports every ten seconds, spread evenly; waits a little for the last answers. */
async function reportAll(seconds: number): Promise<void> {
  const [startedAt, perMs] = [performance.now(), devices.length / REPORT_EVERY_MS];
  let reported = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const ran = performance.now() - startedAt;
      for (const due = Math.min(ran, seconds * 1_000) * perMs; reported < due; reported += 1) {
        const device = devices[reported % devices.length] as Device;
        const reading = { at: Date.now(), lon: 121 + device.n / 1e5, lat: 31 + (reported % 1_000) / 1e5 };
        const body = positionBody({ ...reading, speedKmh: 60, course: 90, ignition: true, located: true });
        device.sent.set(send(device, POSITION, body), performance.now());
      }
      if (ran < seconds * 1_000) return;
      clearInterval(timer);
      setTimeout(resolve, 3_000);
    }, TICK_MS);
  });
}

async function obey(order: DeviceOrder): Promise<void> {
  const startedAt = performance.now();
  answers = [];
  if (order.do === 'connect') await connectAll(order);
  else if (order.do === 'report') await reportAll(order.seconds);
  else for (const device of devices) device.socket?.destroy();
  const news: DeviceNews = {
    tookMs: performance.now() - startedAt,
    answersMs: answers,
    unanswered: devices.reduce((sum, { sent }) => sum + sent.size, 0),
    connected: devices.filter(({ socket }) => socket !== undefined && !socket.destroyed).length,
  };
  for (const { sent } of devices) sent.clear();
  process.send?.(news);
}

process.on('message', (order: DeviceOrder) => void obey(order));
process.on('disconnect', () => process.exit());
