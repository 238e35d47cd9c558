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
    expect(
      Buffer.from(writeFrameGt06({ protocol: 1, serial: 1, isLong: false, content: new Uint8Array(0) })).toString(
        'hex',
      ),
    ).toBe('787805010001d9dc0d0a');
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
    ).toMatchObject({ kind: 'position', answer: 'short', fix: { alarms: ['emergency'], ignition: false } });
  });
});

test('what is written is read, however the stream is cut, and rubbish between costs no frame', () => {
  const random = createRandom('gt06');
  for (let n = 0; n < 300; n += 1) {
    const reported = {
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
      gt06Frame(0x22, 2, positionContent(reported, true)),
      gt06Frame(0x13, 3, heartbeatContent(reported.ignition)),
    ]);
    const { messages } = read(stream, random.int(1, 50));
    expect(messages.map(readMessageGt06)).toMatchObject([
      { ok: true, value: { kind: 'login', imei: '868120123456789' } },
      { ok: true, value: { kind: 'position', fix: { ...reported, late: true } } },
      { ok: true, value: { kind: 'heartbeat', ignition: reported.ignition } },
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
  expect(
    readMessageGt06({ protocol: 0x12, serial: 1, isLong: false, checksumOk: true, content: new Uint8Array(18) }),
  ).toEqual({
    ok: false,
    flaw: 'badTime',
  });
});

test('newer messages: a position over 4G with its longer cell, a position alone, and a long heartbeat', () => {
  const reported = {
    at: Date.UTC(2026, 2, 9, 8),
    lon: 121.5,
    lat: 31.2,
    speedKmh: 62,
    course: 90,
    ignition: true,
    located: true,
  };
  const place = positionContent({ ...reported, mileageKm: 12.5 }).slice(0, 18);
  const tail = [1, 0, 0, 0, 0, 0x30, 0xd4];
  for (const cell of [
    [0x01, 0xcc, 0x00, ...Array.from({ length: 12 }, () => 7)],
    [0x81, 0xcc, 0x00, 0x00, ...Array.from({ length: 12 }, () => 7)],
  ])
    expect(content(gt06Frame(0xa0, 1, [...place, ...cell, ...tail]))).toMatchObject({
      kind: 'position',
      fix: { ...reported, mileageKm: 12.5, late: false },
    });
  expect(content(gt06Frame(0x10, 2, [...place]))).toMatchObject({
    kind: 'position',
    fix: { ...reported, ignition: null },
  });
  expect(content(gt06Frame(0x23, 3, [0x42, 0x01, 0x90, 0x04, 0x00, 0x02]))).toMatchObject({
    kind: 'heartbeat',
    ignition: true,
  });
  expect(content(gt06Frame(0x21, 4, [0, 0, 0, 1]))).toMatchObject({ kind: 'other' });
});

/** Place and time of the messages below: 2026-03-09 08:00:00, 31.2 N, 121.5 E, 62 km/h, 90°. */
const measuredAt = Date.UTC(2026, 2, 9, 8);
const place = '1a0309080000 c9 0358ef00 0d0918e0 3e 145a';
const frameOf = (protocol: number, hex: string): Uint8Array => gt06Frame(protocol, 7, [...bytesOf(hex)]);
const longFrameOf = (protocol: number, hex: string): Uint8Array =>
  writeFrameGt06({ protocol, serial: 7, isLong: true, content: bytesOf(hex) });

describe('newer models', () => {
  const wide = '01cc 00 0000287d 000000000001fb80';
  test.each([
    ['0x22 with metres', 0x22, `${place} 01cc00287d001fb8 01 00 01 000025d4`, { mileageKm: 9.684, late: true }],
    [
      '0x22 with a longer cell, travel time and sensors',
      0x22,
      `${place} 01cc00287d00001fb8 00 00 00 000025d4 00000000 0020 002d`,
      { mileageKm: 9.684, ignition: false },
    ],
    ['0x27', 0x27, `${place} 09 01cc00287d001fb8 42 06 04 02 01 ff`, { alarms: ['powerCut'], ignition: true }],
    ['0xa4', 0xa4, `${place} 10 ${wide} 42 06 04 06 02 ff`, { alarms: ['overspeed'], ignition: true }],
    [
      '0xa4 with a number of an alarm beyond 255',
      0xa4,
      `${place} 10 ${wide} 40 06 04 07 12 ff`,
      { alarms: ['jammed'] },
    ],
    [
      '0x25',
      0x25,
      `01 0868120123456789 1a0309080500 ${place} 0a 02d410c80b0c352c17 46 06 0511 2a 47 01 02 000000 000584 03 010203`,
      { ignition: true, alarms: ['emergency'] },
    ],
    [
      '0x31',
      0x31,
      `${place} 02d4000ac3c70dbdc415 01 00 00 000025d4 02a6`,
      { ignition: true, mileageKm: 9.684, altitudeM: 678 },
    ],
    ['0x32', 0x32, `${place} 0a 02d4000ac3c70dbdc40b 46 06 04 02 02 02af`, { ignition: true, alarms: ['powerCut'] }],
    [
      '0x34',
      0x34,
      `39000000 ${place} 0000 000025d4 01a30308b70000b3fb 004aa82b 0594 01a3 42210000 01 00 00000000`,
      { mileageKm: 9.684 },
    ],
    ['0x36', 0x36, `${place} 01cc0025ef0540e88c 01 00 00 00000640 5142 80 0006c3 0000000000000000`, { ignition: true }],
    ['0x37', 0x37, `${place} 01fe0a05ea004f1b 00 00 01 003b0217c0 002e04000025d4`, { late: true, mileageKm: 9.684 }],
    ['0x38', 0x38, `${place} 0e 00 03 02c801000 00c240000000000048b08001b 002e04000025d4`, { mileageKm: 9.684 }],
    [
      '0xa2',
      0xa2,
      `${place} ${wide} 11 43 0000 2a 04 02 01 000025d4 00000000 0863829079286793 0200`,
      { ignition: true, alarms: ['powerCut'], mileageKm: 9.684 },
    ],
  ] as const)('%s', (_name, protocol, hex, wanted) => {
    const statement = content(frameOf(protocol, hex));
    expect(statement).toMatchObject({
      kind: 'position',
      checksumOk: true,
      hasUtc: false,
      fix: { at: measuredAt, speedKmh: 62, course: 90, ...wanted },
    });
    if (statement.kind !== 'position') throw new Error(statement.kind);
    expect(statement.fix.lat).toBeCloseTo(31.2, 4);
    expect(statement.fix.lon).toBeCloseTo(121.5, 4);
    expect(statement.answer).toBe(protocol === 0x22 ? 'none' : 'short');
  });

  test('0x70 consists of items; its moment is that of UTC', () => {
    const items = '0033 0012 69ae7e00 09 0014 0358ef00 0d0918e0 3e 145a 0034 0006 21 00000000 00 002e 0004 d4250000';
    const statement = content(longFrameOf(0x70, items));
    expect(statement).toMatchObject({ kind: 'position', hasUtc: true, answer: 'short' });
    expect(statement).toMatchObject({
      fix: { at: measuredAt, alarms: ['powerCut'], altitudeM: 20, mileageKm: 9.684, satellites: 9 },
    });
    expect(content(longFrameOf(0x70, '000a 000a 89860000000000000000'))).toMatchObject({
      kind: 'other',
      answer: 'short',
    });
  });

  test('0x32 in a long frame may have no place, and wants its answer in such a frame', () => {
    const cells = '0901fe0a060f006a1e3f 00 00 21 00';
    const [time, ...rest] = place.split(' ');
    expect(content(longFrameOf(0x32, `${time} 0c ${rest.join(' ')} ${cells}`))).toMatchObject({
      kind: 'position',
      answer: 'long',
      fix: { at: measuredAt, speedKmh: 62 },
    });
    expect(content(longFrameOf(0x32, `${time} 00 ${cells}`))).toMatchObject({ kind: 'other', answer: 'long' });
  });

  test('a heartbeat with items; lists of cells; a number that nothing is known of', () => {
    expect(content(frameOf(0x36, '02 05 04 00 02 0032 01 01'))).toMatchObject({ kind: 'heartbeat', ignition: true });
    for (const [protocol, size] of [
      [0x34, 50],
      [0xa2, 117],
      [0xa3, 7],
    ] as const)
      expect(
        content(
          gt06Frame(
            protocol,
            1,
            Array.from({ length: size }, () => 1),
          ),
        ),
      ).toMatchObject({
        kind: 'other',
        answer: 'short',
        isUnknown: false,
      });
    expect(content(frameOf(0x95, '1a'))).toMatchObject({ kind: 'other', answer: 'short', isUnknown: true });
  });

  test('a message that is too short for a place is refused', () => {
    const message = { protocol: 0xa4, serial: 1, isLong: false, checksumOk: true, content: new Uint8Array(17) };
    expect(readMessageGt06(message)).toEqual({ ok: false, flaw: 'short' });
  });
});

test('noise that looks like the beginning of a long frame does not hold back the frames behind it', () => {
  const beat = gt06Frame(0x13, 3, heartbeatContent(true));
  for (const noise of [[0x78], [0x78, 0x78], [0x78, 0x78, 0xff], [0x79, 0x79, 0x0f, 0x00], [0x0d, 0x79, 0x79, 0x01]])
    for (const size of [1, 7, 1000]) {
      const { messages, flaws } = read(Buffer.concat([Uint8Array.from(noise), beat, beat]), size);
      expect([messages.length, new Set(flaws)]).toEqual([2, new Set(['badBody'])]);
    }
});

test('beginnings of frames without an end cost no more than the bytes that came', () => {
  // Each beginning announces 3,597 bytes in which every second byte may be an end.
  const bytes = Uint8Array.from({ length: 65_536 }, (_none, at) => [0x79, 0x79, 0x0e, 0x0d, 0x0a][at % 5] as number);
  let scanned = 0;
  const counted = new Proxy(bytes, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) scanned += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  createSplitterGt06().feed(
    counted,
    () => undefined,
    () => undefined,
  );
  expect(scanned).toBeLessThan(60 * bytes.length);
});
