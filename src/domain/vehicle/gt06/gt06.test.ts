import { describe, expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { gt06Frame, heartbeatContent, loginContent, positionContent } from '#simulator/vehicles/encode-gt06.ts';
import { createSplitterGt06, readFrameGt06, readMessageGt06, writeFrameGt06 } from './index.ts';
import type { Gt06Message } from './index.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

function read(stream: Uint8Array, size = stream.length): { messages: Gt06Message[]; flaws: string[] } {
  const messages: Gt06Message[] = [];
  const flaws: string[] = [];
  const splitter = createSplitterGt06();
  for (let at = 0; at < stream.length; at += size)
    splitter.feed(
      stream.slice(at, at + size),
      (frame) => {
        const message = readFrameGt06(frame.slice());
        if (message.ok) messages.push(message.value);
        else flaws.push(message.flaw);
      },
      (flaw) => flaws.push(flaw),
    );
  return { messages, flaws };
}

const content = (stream: Uint8Array) => {
  const message = read(stream).messages[0];
  if (message === undefined) throw new Error('no frame');
  const result = readMessageGt06(message);
  if (!result.ok) throw new Error(result.flaw);
  return { ...result.value, checksumOk: message.checksumOk };
};

describe('the examples of the published protocol', () => {
  test('a login with an IMEI, and its answer', () => {
    expect(content(bytesOf('78 78 0D 01 01 23 45 67 89 01 23 45 00 01 8C DD 0D 0A'))).toEqual({
      kind: 'login',
      imei: '123456789012345',
      checksumOk: true,
    });
    expect(Buffer.from(writeFrameGt06({ protocol: 1, serial: 1, content: new Uint8Array(0) })).toString('hex')).toBe(
      '787805010001d9dc0d0a',
    );
  });

  test('a position with its mobile cell', () => {
    const found = content(
      bytesOf(
        '78 78 1F 12 0B 08 1D 11 2E 10 CF 02 7A C7 EB 0C 46 58 49 00 14 8F 01 CC 00 28 7D 00 1F B8 00 03 80 81 0D 0A',
      ),
    );
    expect(found).toMatchObject({
      kind: 'position',
      checksumOk: true,
      fix: { at: Date.UTC(2011, 7, 29, 17, 46, 16), located: true, speedKmh: 0, course: 143, satellites: 15 },
    });
    if (found.kind !== 'position') throw new Error(found.kind);
    expect(found.fix.lat).toBeCloseTo(23.1117, 4);
    expect(found.fix.lon).toBeCloseTo(114.4093, 4);
  });

  test('a heartbeat tells the ignition', () => {
    expect(content(bytesOf('78 78 0A 13 40 04 04 00 01 00 0F DC EE 0D 0A'))).toEqual({
      kind: 'heartbeat',
      ignition: false,
      checksumOk: true,
    });
  });

  test('a device that writes a wrong length is read by the mark at the end', () => {
    // Eight instead of ten, as some devices write heartbeats; the check covers what was written.
    const two = '78 78 08 13 4B 04 03 00 01 00 11 F8 B5 0D 0A '.repeat(2);
    const { messages, flaws } = read(bytesOf(two));
    expect([messages.length, flaws]).toEqual([2, []]);
    expect(messages.map(readMessageGt06)).toMatchObject([1, 2].map(() => ({ value: { ignition: true } })));
  });

  test('an alarm has its number behind the cells', () => {
    expect(
      content(
        bytesOf(
          '78 78 25 16 0B 0B 0F 0E 24 1D CF 02 7A C8 87 0C 46 57 E6 00 14 02 09 01 CC 00 28 7D 00 1F 72 65 06 04 01 01 00 36 56 A4 0D 0A',
        ),
      ),
    ).toMatchObject({ kind: 'position', answered: true, fix: { alarm: 1, ignition: false } });
  });
});

test('what is written is read, however the stream is cut, and rubbish between costs no frame', () => {
  const random = createRandom('gt06');
  for (let n = 0; n < 300; n += 1) {
    const told = {
      at: Date.UTC(2020, 0, 1) + random.int(0, 200_000_000) * 1000,
      lon: random.int(-180_000, 180_000) / 1e3,
      lat: random.int(-90_000, 90_000) / 1e3,
      speedKmh: random.int(0, 200),
      course: random.int(0, 359),
      ignition: random.chance(0.5),
      located: random.chance(0.9),
      mileageKm: random.int(0, 900_000) / 10,
    };
    const stream = Buffer.concat([
      gt06Frame(1, 1, loginContent('868120123456789')),
      Uint8Array.of(0x55, 0x11),
      gt06Frame(0x22, 2, positionContent(told, true)),
      gt06Frame(0x13, 3, heartbeatContent(told.ignition)),
    ]);
    const { messages } = read(stream, random.int(1, 50));
    expect(messages.map(readMessageGt06)).toMatchObject([
      { ok: true, value: { kind: 'login', imei: '868120123456789' } },
      { ok: true, value: { kind: 'position', fix: { ...told, late: true } } },
      { ok: true, value: { kind: 'heartbeat', ignition: told.ignition } },
    ]);
  }
});

test('a wrong check is accepted and marked; times that do not exist are refused', () => {
  const frame = gt06Frame(
    0x22,
    2,
    positionContent({ at: 0, lon: 0, lat: 0, speedKmh: 0, course: 0, ignition: true, located: true }),
  );
  const wrong = Uint8Array.from(frame);
  wrong[wrong.length - 3] = (wrong[wrong.length - 3] as number) ^ 1;
  expect(read(wrong).messages[0]?.checksumOk).toBe(false);
  expect(readMessageGt06({ protocol: 0x12, serial: 1, checksumOk: true, content: new Uint8Array(18) })).toEqual({
    ok: false,
    flaw: 'badTime',
  });
});

test('newer messages: a position over 4G with its longer cell, a position alone, and a long heartbeat', () => {
  const told = {
    at: Date.UTC(2026, 2, 9, 8),
    lon: 121.5,
    lat: 31.2,
    speedKmh: 62,
    course: 90,
    ignition: true,
    located: true,
  };
  const place = positionContent({ ...told, mileageKm: 12.5 }).slice(0, 18);
  const tail = [1, 0, 0, 0, 0, 0x30, 0xd4];
  for (const cell of [
    [0x01, 0xcc, 0x00, ...Array.from({ length: 12 }, () => 7)],
    [0x81, 0xcc, 0x00, 0x00, ...Array.from({ length: 12 }, () => 7)],
  ])
    expect(content(gt06Frame(0xa0, 1, [...place, ...cell, ...tail]))).toMatchObject({
      kind: 'position',
      fix: { ...told, mileageKm: 12.5, late: false },
    });
  expect(content(gt06Frame(0x10, 2, [...place]))).toMatchObject({ kind: 'position', fix: { ...told, ignition: null } });
  expect(content(gt06Frame(0x23, 3, [0x42, 0x01, 0x90, 0x04, 0x00, 0x02]))).toMatchObject({
    kind: 'heartbeat',
    ignition: true,
  });
  expect(content(gt06Frame(0x21, 4, [0, 0, 0, 1]))).toMatchObject({ kind: 'other' });
});

test('beginnings of frames without an end cost no more than the bytes that came', () => {
  // Each beginning announces 3,597 bytes in which every second byte may be an end.
  const bytes = Uint8Array.from({ length: 65_536 }, (_none, at) => [0x79, 0x79, 0x0e, 0x0d, 0x0a][at % 5] as number);
  let looked = 0;
  const counted = new Proxy(bytes, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  createSplitterGt06().feed(
    counted,
    () => undefined,
    () => undefined,
  );
  expect(looked).toBeLessThan(60 * bytes.length);
});
