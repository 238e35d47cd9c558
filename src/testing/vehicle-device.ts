import { connect } from 'node:net';
import { vi } from 'vitest';
import { createSplitter808, type Jt808Message, readFrame808 } from '#domain/network/vehicle/jt808/index.ts';
import { authenticationBody, type Edition, frameOf, registrationBody } from '#simulator/vehicles/encode-808.ts';
import { soon } from '#testing/soon.ts';

/** The id that devices of tests name when they register; a vehicle with it needs no open registration. */
export const testDeviceId = '0000001';

/** A TCP connection to a gateway that hears what is answered. */
export async function connectTo(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  const heard: Buffer[] = [];
  let isClosed = false;
  socket.on('data', (chunk) => heard.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  await new Promise<void>((resolve) => void socket.once('connect', () => resolve()));
  return {
    send: (...frames: Uint8Array[]) => void socket.write(Buffer.concat(frames)),
    heard: () => Buffer.concat(heard),
    isClosed: () => isClosed,
    close: () => void socket.destroy(),
  };
}

/** Messages in what a gateway answered. */
function answersOf(bytes: Uint8Array): Jt808Message[] {
  const found: Jt808Message[] = [];
  createSplitter808().feed(
    bytes,
    (frame) => {
      const message = readFrame808(frame);
      if (message.ok) found.push(message.value);
    },
    () => undefined,
  );
  return found;
}

/** A JT/T 808 device on a connection: each message waits for its answer. */
export async function connectDevice(port: number, phone: string, edition: Edition = 2013, localAddress = '127.0.0.1') {
  const line = await connectTo(port, localAddress);
  let serial = 0;
  const device = () => ({ phone, edition, serial: (serial += 1) });
  const answerTo = (sent: number, ids: readonly number[]) =>
    vi.waitFor(() => {
      const answer = answersOf(line.heard()).find(
        ({ id, body }) => ids.includes(id) && ((body[0] as number) << 8) + (body[1] as number) === sent,
      );
      if (answer === undefined) throw new Error('not answered yet');
      return answer;
    }, soon);
  return {
    ...line,
    device,
    /** Sends a message and gives the result of its general answer. */
    async say(id: number, body: readonly number[]): Promise<number> {
      const to = device();
      line.send(frameOf(id, to, body));
      return (await answerTo(to.serial, [0x8001])).body[4] as number;
    },
    async register(plate: string): Promise<{ result: number; code: string }> {
      const to = device();
      const vehicle = { plate, colour: 2, maker: 'PLN', model: 'T8', terminalId: testDeviceId };
      line.send(frameOf(0x0100, to, registrationBody(edition, vehicle)));
      const { body } = await answerTo(to.serial, [0x8100]);
      return { result: body[2] as number, code: Buffer.from(body.subarray(3)).toString('latin1') };
    },
    async signIn(plate: string): Promise<number> {
      const { code } = await this.register(plate);
      return this.say(0x0102, authenticationBody(edition, code));
    },
  };
}
