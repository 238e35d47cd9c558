import {
  answer808,
  answerMedia808,
  answerRegistration808,
  answerTime808,
  askParts808,
  createParts808,
  createSplitter808,
  idsOf808,
  type Jt808Media,
  type Jt808Message,
  type Jt808Registration,
  readFrame808,
  readMessage808,
  registration808,
  results808,
} from '#domain/vehicle/jt808/index.ts';
import { createOutstanding, deviceParts } from './outstanding.ts';
import {
  type DeviceLine,
  type DeviceRefusal,
  type DeviceSession,
  type KnownVehicle,
  plainNumber,
  sampleOf,
  type VehicleStore,
} from './types.ts';

const isJpeg = (data: Uint8Array): boolean => data[0] === 0xff && data[1] === 0xd8;

/** How one connection answers: numbers of messages go up. */
function createAnswers(store: VehicleStore, line: DeviceLine) {
  let serial = 0;
  const next = (): number => (serial = (serial + 1) & 0xffff);
  return {
    next,
    send: line.send,
    close: line.close,
    refuse: (reason: DeviceRefusal, sample: Uint8Array, vehicle?: KnownVehicle): void =>
      store.refuse('JT808', reason, sampleOf(sample), vehicle),
    answer: (to: Jt808Message, result: number): void => line.send(answer808(to, next(), result)),
  };
}
type Answers = ReturnType<typeof createAnswers>;

/** Who a connection is: a device registers, gets a code, and signs in with it. */
function createIdentity(store: VehicleStore, { next, send, refuse, answer }: Answers) {
  let vehicle: KnownVehicle | undefined;
  let number: string | undefined;

  async function register(message: Jt808Message, { plate }: Jt808Registration): Promise<void> {
    const terminalNo = plainNumber(message.phone);
    const known = await store.identify('JT808', terminalNo);
    const plateNo = plate.toUpperCase();
    const said = (result: number, code = ''): void => send(answerRegistration808(message, next(), result, code));
    if (known !== undefined && (plateNo === '' || plateNo === known.plateNo))
      return said(registration808.done, store.codeOf(terminalNo));
    const isTaken = plateNo !== '' && (await store.isPlateOfOther(plateNo, terminalNo));
    store.refuse(
      'JT808',
      isTaken || known !== undefined ? 'claimedPlate' : 'unknownDevice',
      `${terminalNo} ${plateNo}`,
      known,
    );
    if (isTaken) return said(registration808.vehicleTaken);
    said(known === undefined ? registration808.noDevice : registration808.noVehicle);
  }

  async function authenticate(message: Jt808Message, code: string): Promise<void> {
    const terminalNo = plainNumber(message.phone);
    const known = await store.identify('JT808', terminalNo);
    if (known === undefined || code !== store.codeOf(terminalNo)) {
      store.refuse('JT808', known === undefined ? 'unknownDevice' : 'wrongCode', terminalNo, known);
      return answer(message, results808.failed);
    }
    vehicle = known;
    number = terminalNo;
    await store.take(known, { kind: 'heard', ignition: null });
    answer(message, results808.done);
  }

  return {
    vehicle: () => vehicle,
    /** The vehicle that a message is about; undefined for a device that did not sign in, or says it is another one. */
    vehicleOf(message: Jt808Message): KnownVehicle | undefined {
      if (vehicle !== undefined && plainNumber(message.phone) === number) return vehicle;
      const reason = vehicle === undefined ? 'notSignedIn' : 'claimedNumber';
      store.refuse('JT808', reason, plainNumber(message.phone), vehicle);
      answer(message, results808.failed);
      return undefined;
    },
    /** Takes what introduces a device. */
    async introduce(message: Jt808Message): Promise<void> {
      const read = readMessage808(message);
      if (!read.ok || !message.checksumOk) {
        refuse(read.ok ? 'checksum' : read.flaw, message.body, vehicle);
        return answer(message, results808.wrong);
      }
      if (read.value.kind === 'register') return register(message, read.value.registration);
      if (read.value.kind === 'authenticate') return authenticate(message, read.value.code);
    },
  };
}

/** A connection of a JT/T 808 device, of any edition: registers, signs in, reports; every message is answered once it is stored. */
export function createSession808(store: VehicleStore, line: DeviceLine): DeviceSession {
  const splitter = createSplitter808();
  const parts = createParts808(deviceParts);
  const outstanding = createOutstanding();
  const answers = createAnswers(store, line);
  const { next, refuse, answer } = answers;
  const identity = createIdentity(store, answers);

  async function picture(of: KnownVehicle, message: Jt808Message, media: Jt808Media): Promise<void> {
    if (media.kind !== 'image' || !isJpeg(media.data)) {
      refuse('badPicture', message.body, of);
      return answer(message, results808.unsupported);
    }
    const { mediaId, channel, event, data, fix } = media;
    const place = fix?.located === true ? { lon: fix.lon, lat: fix.lat } : null;
    await store.take(of, { kind: 'photo', mediaId, takenAt: fix?.at ?? store.now(), channel, event, place, data });
    line.send(answerMedia808(message, next(), mediaId));
  }

  /** What only a device that signed in may say. */
  async function report(of: KnownVehicle, message: Jt808Message): Promise<void> {
    const read = readMessage808(message);
    if (!read.ok) {
      refuse(read.flaw, message.body, of);
      return answer(message, read.flaw === 'unknownMessage' ? results808.unsupported : results808.wrong);
    }
    const content = read.value;
    if (content.kind === 'media') return picture(of, message, content.media);
    if (content.kind === 'positions') {
      for (const reason of content.refused) refuse(reason, message.body, of);
      const { checksumOk } = message;
      await Promise.all(content.fixes.map((fix) => store.take(of, { kind: 'fix', fix, checksumOk })));
    } else await store.take(of, { kind: 'heard', ignition: null });
    if (content.kind === 'askTime') line.send(answerTime808(message, next(), store.now()));
    else if (message.id !== idsOf808.terminalAnswer) answer(message, results808.done);
    if (content.kind === 'leave') line.close();
  }

  async function take(message: Jt808Message): Promise<void> {
    if (message.id === idsOf808.register || message.id === idsOf808.authenticate) return identity.introduce(message);
    const of = identity.vehicleOf(message);
    if (of !== undefined) await outstanding.begin(() => report(of, message), message.body.length);
  }

  async function frame(bytes: Uint8Array): Promise<void> {
    const read = readFrame808(bytes);
    if (!read.ok) return refuse(read.flaw, bytes, identity.vehicle());
    if (!read.value.checksumOk) refuse('checksum', bytes, identity.vehicle());
    // Only a device that signed in may have parts of messages held.
    if (read.value.packet !== null && identity.vehicleOf(read.value) === undefined) return;
    const taken = parts.take(read.value);
    if (taken.kind === 'whole') return take(taken.message);
    if (taken.kind === 'refused') return refuse('badPacket', bytes, identity.vehicle());
    answer(read.value, results808.done);
    if (taken.kind === 'missing') line.send(askParts808(read.value, next(), taken.firstSerial, taken.parts));
  }

  return {
    async feed(chunk) {
      const frames: Uint8Array[] = [];
      splitter.feed(
        chunk,
        (bytes) => frames.push(bytes),
        (flaw) => refuse(flaw, chunk, identity.vehicle()),
      );
      for (const bytes of frames) await frame(bytes);
    },
    isSignedIn: () => identity.vehicle() !== undefined,
    async end() {
      parts.clear();
      await outstanding.all();
      const vehicle = identity.vehicle();
      if (vehicle !== undefined) await store.take(vehicle, { kind: 'gone' });
    },
  };
}
