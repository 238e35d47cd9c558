import { connect, type Socket } from 'node:net';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import {
  authenticationBody,
  batchBody,
  type Edition,
  frameOf,
  pictureFrames,
  positionBody,
  type Reading,
  registrationBody,
} from './encode-808.ts';
import { gt06Frame, heartbeatContent, loginContent, positionContent } from './encode-gt06.ts';
import { pictureOf } from './picture.ts';
import { isWithoutNetwork, readingOf, type Truck } from './trucks.ts';

/** Shares of reports with a fault of the device or of the air. */
const faults = {
  repeated: 0.02,
  damaged: 0.01,
  nowhere: 0.006,
  jump: 0.006,
  future: 0.004,
  dropped: 0.004,
  picture: 0.01,
};
/** What was driven is reported point by point, so far back when a device is switched on. */
const stepMs = 2 * MINUTE_MS;
const historyMs = 12 * 60 * MINUTE_MS;
const maxPoints = 360;
/** Positions of one message: a message holds 1,023 bytes. */
const batchSize = 20;
const signal = 10_000;

/** The device of a truck: it connects, signs in and reports. */
export type Device = { work: (to: { host: string; port: number }) => void; stop: () => void };

function bent(frame: Uint8Array, random: Random): Uint8Array {
  const out = Uint8Array.from(frame);
  const at = random.int(1, out.length - 2);
  out[at] = itemAt(out, at) ^ random.int(1, 255);
  return out;
}

/** What goes wrong with a single measurement. */
function faulty(reading: Reading, random: Random): Reading {
  if (random.chance(faults.nowhere)) return { ...reading, lon: 0, lat: 0, located: false };
  if (random.chance(faults.jump)) return { ...reading, lon: reading.lon + 5.3 };
  if (random.chance(faults.future)) return { ...reading, at: reading.at + 26 * 60 * MINUTE_MS };
  return reading;
}

/** Numbers in the head of a message of the platform: its id, and the code of an answered registration. */
function readAnswers(data: Buffer): { id: number; code: string; result: number }[] {
  const found: { id: number; code: string; result: number }[] = [];
  for (const frame of data.toString('latin1').split('\x7e')) {
    const bytes = Buffer.from(frame.replaceAll('\x7d\x02', '\x7e').replaceAll('\x7d\x01', '\x7d'), 'latin1');
    if (bytes.length < 15) continue;
    const head = (bytes.readUInt16BE(2) & 0x4000) === 0 ? 12 : 17;
    const body = bytes.subarray(head, -1);
    const id = bytes.readUInt16BE(0);
    found.push({ id, result: body[id === 0x8100 ? 2 : 4] ?? 255, code: body.subarray(3).toString('latin1') });
  }
  return found;
}

/** Editions of JT/T 808 that devices speak; the value of GT06 is not used. */
const editions: Readonly<Record<Truck['row']['edition'], Edition>> = { 2011: 2011, 2013: 2013, 2019: 2019, GT06: 2013 };

/** How messages of a truck's device look on the wire; numbers of messages go up. */
function createWriter({ row }: Truck) {
  const isGt06 = row.edition === 'GT06';
  const edition = editions[row.edition];
  let serial = 0;
  let pictures = 0;
  const device = () => {
    serial = (serial + 1) & 0xffff;
    return { phone: row.terminalNo, edition, serial };
  };
  const vehicle = { plate: row.plate, colour: 2, maker: 'PLN', model: 'PLN-T8', terminalId: row.terminalNo.slice(-7) };

  function batches(readings: readonly Reading[], late: boolean): Uint8Array[] {
    if (isGt06) return readings.map((one) => gt06Frame(0x22, device().serial, positionContent(one, late)));
    // The edition of 2011 has no message for several positions.
    if (edition === 2011) return readings.map((one) => frameOf(0x0200, device(), positionBody(one)));
    const parts = Array.from({ length: Math.ceil(readings.length / batchSize) }, (_none, n) =>
      readings.slice(n * batchSize, (n + 1) * batchSize),
    );
    return parts.map((part) => frameOf(0x0704, device(), batchBody(part, late)));
  }

  return {
    isGt06,
    batches,
    pictures: () => pictures,
    register: () => frameOf(0x0100, device(), registrationBody(edition, vehicle)),
    signIn: (code: string) => frameOf(0x0102, device(), authenticationBody(edition, code)),
    logIn: () => gt06Frame(1, device().serial, loginContent(row.terminalNo)),
    position: (reading: Reading) =>
      isGt06
        ? gt06Frame(0x22, device().serial, positionContent(reading))
        : frameOf(0x0200, device(), positionBody(reading)),
    beat: (ignition: boolean) =>
      isGt06 ? gt06Frame(0x13, device().serial, heartbeatContent(ignition)) : frameOf(0x0002, device(), []),
    picture(reading: Reading): Uint8Array[] {
      pictures += 1;
      const mediaId = Math.floor(reading.at / 1000) % 4_000_000_000;
      const from = { phone: row.terminalNo, edition, serial: serial + 1 };
      const frames = pictureFrames(from, { mediaId, reading, data: pictureOf(row.plate, pictures) });
      serial = (serial + frames.length) & 0xffff;
      return frames;
    },
  };
}
type Writer = ReturnType<typeof createWriter>;

/** The connection of a device: signs in as its protocol has it, and again when it was cut off. */
function createLine(writer: Writer) {
  let socket: Socket | undefined;
  let isSignedIn = false;
  let code: string | undefined;
  const send = (bytes: Uint8Array): void => void (socket?.writable === true && socket.write(bytes));

  function hear(data: Buffer): void {
    if (writer.isGt06) isSignedIn = true;
    else
      for (const answer of readAnswers(data)) {
        if (answer.id === 0x8100 && answer.result === 0) {
          code = answer.code;
          send(writer.signIn(code));
        } else if (answer.id === 0x8001 && answer.result === 0) isSignedIn = true;
      }
  }

  return {
    send,
    isOpen: () => socket !== undefined,
    isSignedIn: () => isSignedIn,
    close: () => void socket?.destroy(),
    open(to: { host: string; port: number }): void {
      const made = connect(to);
      socket = made;
      isSignedIn = false;
      made.setTimeout(signal, () => void (isSignedIn || made.destroy()));
      made.on('error', () => undefined);
      made.on('close', () => {
        if (socket === made) socket = undefined;
      });
      made.once('connect', () => {
        if (writer.isGt06) send(writer.logIn());
        else send(code === undefined ? writer.register() : writer.signIn(code));
      });
      made.on('data', hear);
    },
  };
}

/** Makes the device of a truck. It reports each time `work` is called, and reconnects after its connection was closed. */
export function createDevice(seed: string, truck: Truck, now: () => Instant): Device {
  const writer = createWriter(truck);
  const line = createLine(writer);
  let sentTo: Instant | undefined;

  /** What was measured since it was reported last. */
  function readingsSince(at: Instant): Reading[] {
    const from = Math.max(sentTo ?? at - historyMs, at - historyMs);
    const before: Reading[] = [];
    for (let step = (Math.floor(from / stepMs) + 1) * stepMs; step < at - 1000; step += stepMs)
      before.push(readingOf(seed, truck, step));
    return before.slice(-maxPoints);
  }

  function report(at: Instant): void {
    const random = createRandom(`${seed}/device/${truck.row.plate}/${Math.floor(at / 1000)}`);
    const wasSilent = sentTo === undefined || at - sentTo > 30 * MINUTE_MS;
    const live = readingOf(seed, truck, at);
    const frames = [...writer.batches(readingsSince(at), wasSilent), writer.position(faulty(live, random))];
    sentTo = at;
    if (random.chance(0.2)) frames.push(writer.beat(live.ignition));
    if (!writer.isGt06 && (writer.pictures() === 0 || random.chance(faults.picture)))
      frames.push(...writer.picture(live));
    const last = lastItem(frames);
    if (random.chance(faults.repeated)) frames.push(last);
    if (random.chance(faults.damaged)) frames.push(bent(last, random));
    for (const frame of frames) line.send(frame);
    if (random.chance(faults.dropped)) line.close();
  }

  return {
    work(to) {
      const at = now();
      if (isWithoutNetwork(seed, truck, at)) return line.close();
      if (!line.isOpen()) return line.open(to);
      if (line.isSignedIn()) report(at);
    },
    stop: line.close,
  };
}
