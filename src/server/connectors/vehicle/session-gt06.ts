import {
  createSplitterGt06,
  type Gt06Message,
  readFrameGt06,
  readMessageGt06,
  writeFrameGt06,
} from '#domain/network/vehicle/gt06/index.ts';
import { createOutstanding } from './outstanding.ts';
import {
  type DeviceLine,
  type DeviceLink,
  type DeviceRefusal,
  type DeviceSession,
  plainNumber,
  sampleOf,
  type VehicleStore,
} from './types.ts';

const nothing: Uint8Array = new Uint8Array(0);

/** A connection of a GT06 device: it logs in by its IMEI, and only some of its messages are answered. */
export function createSessionGt06(store: VehicleStore, line: DeviceLine): DeviceSession {
  const splitter = createSplitterGt06();
  const outstanding = createOutstanding();
  let link: DeviceLink | undefined;
  let number: string | undefined;
  const refuse = (reason: DeviceRefusal, sample: Uint8Array): void =>
    store.refuse('GT06', reason, sampleOf(sample), link?.vehicle);
  const answer = ({ protocol, serial }: Gt06Message, content = nothing, isLong = false): void =>
    line.send(writeFrameGt06({ protocol, serial, content, isLong }));

  async function login(message: Gt06Message, imei: string): Promise<void> {
    const terminalNo = plainNumber(imei);
    if (!message.checksumOk) return line.close();
    // One device, one connection: another IMEI behind the first one is a claim.
    if (link !== undefined && terminalNo !== number) {
      store.refuse('GT06', 'claimedNumber', imei, link.vehicle);
      return line.close();
    }
    if (link === undefined) {
      const signedIn = await store.signIn('GT06', terminalNo, null, line);
      if (!signedIn.ok) return line.close();
      link = signedIn.value;
      number = terminalNo;
    }
    await store.take(link, { kind: 'heard', ignition: null });
    answer(message);
  }

  function timeOf(): Uint8Array {
    const at = new Date(store.now());
    return Uint8Array.of(
      at.getUTCFullYear() - 2000,
      at.getUTCMonth() + 1,
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    );
  }

  async function frame(bytes: Uint8Array): Promise<void> {
    const framed = readFrameGt06(bytes);
    if (!framed.ok) return refuse(framed.flaw, bytes);
    const message = framed.value;
    if (!message.checksumOk) refuse('checksum', bytes);
    const read = readMessageGt06(message);
    if (!read.ok) return refuse(read.flaw, bytes);
    const content = read.value;
    if (content.kind === 'login') return login(message, content.imei);
    const of = link;
    if (of === undefined) return refuse('notSignedIn', bytes);
    if (content.kind === 'time') return answer(message, timeOf());
    if (content.kind === 'other' && content.isUnknown) refuse('unknownMessage', bytes);
    await outstanding.begin(async () => {
      if (content.kind === 'position') {
        const { fix, hasUtc } = content;
        const at = hasUtc ? fix.at : store.momentOf(of, fix.at);
        await store.take(of, { kind: 'fix', fix: { ...fix, at }, checksumOk: message.checksumOk });
      } else await store.take(of, { kind: 'heard', ignition: content.kind === 'heartbeat' ? content.ignition : null });
      const wanted = content.kind === 'heartbeat' ? 'short' : content.answer;
      if (wanted !== 'none') answer(message, nothing, wanted === 'long');
    });
  }

  return {
    async feed(chunk) {
      const frames: Uint8Array[] = [];
      splitter.feed(
        chunk,
        (bytes) => frames.push(bytes.slice()),
        (flaw) => refuse(flaw, chunk),
      );
      for (const bytes of frames) await frame(bytes);
    },
    async end() {
      await outstanding.all();
      if (link !== undefined) await store.leave(link);
    },
    isSignedIn: () => link !== undefined,
  };
}
