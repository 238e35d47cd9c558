import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeFrame808 } from '#domain/network/vehicle/jt808/frame.ts';
import { authenticationBody, frameOf } from '#simulator/vehicles/encode-808.ts';
import type { DoorCounts } from '#server/platform/connections/door.ts';
import { connectDevice } from '#testing/vehicle-device.ts';
import { soon } from '#testing/soon.ts';

type Report = { rss: number; used: number; connections: number; door: DoorCounts };

const knownDevice = '13900000001';
const children: ChildProcess[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const child of children.splice(0)) child.kill();
});

/** Starts a process that listens for devices and does nothing else. */
async function startListener(...args: string[]) {
  const path = fileURLToPath(new URL('../../../testing/device-listener-process.ts', import.meta.url));
  const child = fork(path, args, {
    // Room for young objects grows with the load; it is not what connections hold.
    execArgv: ['--expose-gc', '--max-semi-space-size=2'],
  });
  children.push(child);
  const answer = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T;
  const { port } = await answer<{ port: number }>();
  return {
    port,
    report: (): Promise<Report> => {
      child.send('?');
      return answer<Report>();
    },
  };
}

/** Opens a connection from an address of this machine; `isOpen` tells whether the other side keeps it. */
async function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  sockets.push(socket);
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  socket.resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  return { socket, isClosed: () => isClosed };
}

/** Parts of a long message that never becomes whole. */
const partsOf = (count: number, phone: string): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_none, at) =>
      writeFrame808({
        id: 0x0801,
        phone,
        serial: at + 1,
        packet: { total: 1000, no: at + 1 },
        body: new Uint8Array(900),
      }),
    ),
  );

const signIn = async (port: number): Promise<number> => {
  const device = await connectDevice(port, knownDevice);
  const result = await device.say(0x0102, authenticationBody(2013, 'k3y'));
  device.close();
  return result;
};

describe('before a device has signed in', () => {
  test('2,000 connections with parts of long messages cost less than 20 MB, and a device is still answered', async () => {
    // None of them leaves by itself, however slow the machine is.
    const { port, report } = await startListener('600000');
    // What the first connections load and compile is not theirs.
    const first = await Promise.all(Array.from({ length: 200 }, (_none, at) => open(port, `127.0.2.${at + 1}`)));
    for (const { socket } of first) socket.end(partsOf(4, '13912345678'));
    expect(await signIn(port)).toBe(0);
    await vi.waitFor(async () => expect((await report()).connections).toBe(0), soon);
    sockets.length = 0;
    const before = await report();
    for (let batch = 0; batch < 100; batch += 1) {
      const opened = await Promise.all(Array.from({ length: 20 }, () => open(port, `127.0.1.${batch + 1}`)));
      for (const { socket } of opened) socket.write(partsOf(4, `1391${String(sockets.length).padStart(8, '0')}`));
    }
    // The system may hold opened connections before the process counts them.
    const after = await vi.waitFor(async () => {
      const now = await report();
      expect(now).toMatchObject({ connections: 1000, door: { waiting: 1000, refused: { tooMany: 1000 } } });
      return now;
    }, soon);
    expect(after.rss - before.rss).toBeLessThan(20_000_000);
    expect(after.used - before.used).toBeLessThan(20_000_000);
    // All places are taken, but not by that address.
    expect(await signIn(port)).toBe(0);
  });

  test('30 connections of one address: 20 stay, the others are closed at once; devices of that address that signed in do not count', async () => {
    const { port, report } = await startListener();
    const devices = await Promise.all(Array.from({ length: 3 }, () => connectDevice(port, knownDevice)));
    for (const device of devices) expect(await device.say(0x0102, authenticationBody(2013, 'k3y'))).toBe(0);
    const opened = await Promise.all(Array.from({ length: 30 }, () => open(port)));
    await vi.waitFor(() => expect(opened.filter(({ isClosed }) => isClosed())).toHaveLength(10), soon);
    expect((await report()).door).toMatchObject({ waiting: 20, signedIn: 3, refused: { tooManyFromAddress: 10 } });
    devices.forEach((device) => device.close());
  });

  test('4 KB may be sent, then the connection is closed', async () => {
    const { port, report } = await startListener();
    const [less, more] = [await open(port), await open(port)];
    less.socket.write(Buffer.alloc(4_000, 0x41));
    more.socket.write(Buffer.alloc(70_000, 0x41));
    await vi.waitFor(() => expect(more.isClosed()).toBe(true), soon);
    expect(less.isClosed()).toBe(false);
    less.socket.write(Buffer.alloc(200, 0x41));
    await vi.waitFor(() => expect(less.isClosed()).toBe(true), soon);
    expect((await report()).door.refused).toEqual({ tooMuch: 2 });
  });

  test('what comes together with the sign-in is not lost', async () => {
    const { port, report } = await startListener();
    const device = await connectDevice(port, knownDevice);
    const heartbeats = Array.from({ length: 600 }, () => frameOf(0x0002, device.device(), []));
    const to = device.device();
    device.send(frameOf(0x0102, to, authenticationBody(2013, 'k3y')), ...heartbeats);
    expect(await device.say(0x0002, [])).toBe(0);
    expect((await report()).door).toMatchObject({ signedIn: 1, refused: {} });
    device.close();
  });

  test('a connection that does not sign in is closed after its time; one that did stays', async () => {
    const { port, report } = await startListener('300');
    const device = await connectDevice(port, knownDevice);
    expect(await device.say(0x0102, authenticationBody(2013, 'k3y'))).toBe(0);
    const [silent, chatting] = [await open(port), await open(port)];
    chatting.socket.write(frameOf(0x0002, { phone: '13955555555', edition: 2013, serial: 1 }, []));
    await vi.waitFor(() => expect([silent, chatting].map(({ isClosed }) => isClosed())).toEqual([true, true]), soon);
    expect((await report()).door).toMatchObject({ waiting: 0, signedIn: 1, refused: { noSignIn: 2 } });
    expect(await device.say(0x0002, [])).toBe(0);
    device.close();
  });
});

test('a device that signed in and does not read its answers is cut off', async () => {
  const { port, report } = await startListener();
  const { socket, isClosed } = await open(port);
  socket.pause();
  const device = { phone: knownDevice, edition: 2013 as const, serial: 1 };
  socket.write(frameOf(0x0102, device, authenticationBody(2013, 'k3y')));
  const heartbeats = Buffer.concat(Array.from({ length: 4000 }, () => frameOf(0x0002, device, [])));
  const write = (): void => {
    if (!socket.destroyed) socket.write(heartbeats, () => setImmediate(write));
  };
  write();
  await vi.waitFor(async () => expect((await report()).door.refused).toEqual({ unread: 1 }), soon);
  await vi.waitFor(() => expect(isClosed()).toBe(true), soon);
});
