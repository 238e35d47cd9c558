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
} from '#domain/network/vehicle/jt808/index.ts';
import { createOutstanding, deviceParts } from './outstanding.ts';
import {
  type DeviceLine,
  type DeviceLink,
  type DeviceRefusal,
  type DeviceSession,
  type RegisteredVehicle,
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
    refuse: (reason: DeviceRefusal, sample: Uint8Array, vehicle?: RegisteredVehicle): void =>
      store.refuse('JT808', reason, sampleOf(sample), vehicle),
    answer: (to: Jt808Message, result: number): void => line.send(answer808(to, next(), result)),
  };
}
type Answers = ReturnType<typeof createAnswers>;

/** Who a connection is: a device registers, gets a code, and signs in with it. Refusals look alike, whatever their reason. */
function createIdentity(store: VehicleStore, line: DeviceLine, { next, send, refuse, answer }: Answers) {
  let link: DeviceLink | undefined;
  let number: string | undefined;

  async function register(message: Jt808Message, { plate, maker, terminalId }: Jt808Registration): Promise<void> {
    const claim = { plate: plate.toUpperCase(), maker, terminalId };
    const registered = await store.register(plainNumber(message.phone), claim, line);
    const [result, code] = registered.ok ? [registration808.done, registered.value] : [registration808.noDevice, ''];
    send(answerRegistration808(message, next(), result, code));
    if (!registered.ok && registered.isBraked) line.close();
  }

  async function authenticate(message: Jt808Message, code: string): Promise<void> {
    const terminalNo = plainNumber(message.phone);
    const signedIn = await store.signIn('JT808', terminalNo, code, line);
    if (!signedIn.ok) {
      answer(message, results808.failed);
      return signedIn.isBraked ? line.close() : undefined;
    }
    if (link !== undefined) await store.leave(link);
    link = signedIn.value;
    number = terminalNo;
    await store.take(link, { kind: 'heard', ignition: null });
    answer(message, results808.done);
  }

  return {
    link: () => link,
    /** The device that a message is from; undefined for one that did not sign in, or says it is another one. */
    linkOf(message: Jt808Message): DeviceLink | undefined {
      if (link !== undefined && plainNumber(message.phone) === number) return link;
      const reason = link === undefined ? 'notSignedIn' : 'claimedNumber';
      store.refuse('JT808', reason, plainNumber(message.phone), link?.vehicle);
      answer(message, results808.failed);
      return undefined;
    },
    /** Takes what introduces a device. */
    async introduce(message: Jt808Message): Promise<void> {
      const read = readMessage808(message);
      if (!read.ok || !message.checksumOk) {
        refuse(read.ok ? 'checksum' : read.flaw, message.body, link?.vehicle);
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
  const identity = createIdentity(store, line, answers);
  const vehicle = (): RegisteredVehicle | undefined => identity.link()?.vehicle;

  async function picture(of: DeviceLink, message: Jt808Message, media: Jt808Media): Promise<void> {
    if (media.kind !== 'image' || !isJpeg(media.data)) {
      refuse('badPicture', message.body, of.vehicle);
      return answer(message, results808.unsupported);
    }
    const { mediaId, channel, event, data, fix } = media;
    const place = fix?.located === true ? { lon: fix.lon, lat: fix.lat } : null;
    const takenAt = fix === null ? store.now() : store.momentOf(of, fix.at);
    const taken = await store.take(of, { kind: 'photo', mediaId, takenAt, channel, event, place, data });
    if (taken === 'refused') return answer(message, results808.failed);
    line.send(answerMedia808(message, next(), mediaId));
  }

  /** What only a device that signed in may say. */
  async function report(of: DeviceLink, message: Jt808Message): Promise<void> {
    const read = readMessage808(message);
    if (!read.ok) {
      refuse(read.flaw, message.body, of.vehicle);
      return answer(message, read.flaw === 'unknownMessage' ? results808.unsupported : results808.wrong);
    }
    const content = read.value;
    if (content.kind === 'media') return picture(of, message, content.media);
    if (content.kind === 'positions') {
      for (const reason of content.refused) refuse(reason, message.body, of.vehicle);
      const { checksumOk } = message;
      const fixes = content.fixes.map((fix) => ({ ...fix, at: store.momentOf(of, fix.at) }));
      await Promise.all(fixes.map((fix) => store.take(of, { kind: 'fix', fix, checksumOk })));
    } else await store.take(of, { kind: 'heard', ignition: null });
    if (content.kind === 'askTime') line.send(answerTime808(message, next(), store.now()));
    else if (message.id !== idsOf808.terminalAnswer) answer(message, results808.done);
    if (content.kind === 'leave') line.close();
  }

  async function take(message: Jt808Message): Promise<void> {
    if (message.id === idsOf808.register || message.id === idsOf808.authenticate) return identity.introduce(message);
    const of = identity.linkOf(message);
    if (of !== undefined) await outstanding.begin(() => report(of, message), message.body.length);
  }

  async function frame(bytes: Uint8Array): Promise<void> {
    const read = readFrame808(bytes);
    if (!read.ok) return refuse(read.flaw, bytes, vehicle());
    if (!read.value.checksumOk) refuse('checksum', bytes, vehicle());
    // Only a device that signed in may have parts of messages held.
    if (read.value.packet !== null && identity.linkOf(read.value) === undefined) return;
    const taken = parts.take(read.value);
    if (taken.kind === 'whole') return take(taken.message);
    if (taken.kind === 'refused') return refuse('badPacket', bytes, vehicle());
    answer(read.value, results808.done);
    if (taken.kind === 'missing') line.send(askParts808(read.value, next(), taken.firstSerial, taken.parts));
  }

  return {
    async feed(chunk) {
      const frames: Uint8Array[] = [];
      splitter.feed(
        chunk,
        (bytes) => frames.push(bytes),
        (flaw) => refuse(flaw, chunk, vehicle()),
      );
      for (const bytes of frames) await frame(bytes);
    },
    async end() {
      parts.clear();
      await outstanding.all();
      const link = identity.link();
      if (link !== undefined) await store.leave(link);
    },
    isSignedIn: () => identity.link() !== undefined,
  };
}
