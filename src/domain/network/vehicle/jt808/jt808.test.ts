import { describe, expect, test } from 'vitest';
import { ByteBudget } from '#shared/memory/byte-budget.ts';
import { createRandom } from '#shared/random/prng.ts';
import { encodeGbk } from '#shared/text/gbk.ts';
import {
  authenticationBody,
  batchBody,
  frameOf,
  pictureFrames,
  positionBody,
  registrationBody,
} from '#simulator/vehicles/encode-808.ts';
import type { Edition, Reading } from '#simulator/vehicles/encode-808.ts';
import {
  answer808,
  answerRegistration808,
  answerTime808,
  askParts808,
  createParts808,
  createSplitter808,
  readFrame808,
  readMessage808,
} from './index.ts';
import { writeFrame808 } from './frame.ts';
import type { Jt808Message } from './index.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Frames of a stream, each read. */
function read(stream: Uint8Array, size = stream.length): Jt808Message[] {
  const found: Jt808Message[] = [];
  const splitter = createSplitter808();
  for (let at = 0; at < stream.length; at += size)
    splitter.feed(
      stream.subarray(at, at + size),
      (frame) => {
        const message = readFrame808(frame);
        if (message.ok) found.push(message.value);
      },
      () => undefined,
    );
  return found;
}

const one = (stream: Uint8Array): Jt808Message => {
  const [message, ...more] = read(stream);
  expect(more).toEqual([]);
  if (message === undefined) throw new Error('no frame');
  return message;
};

const content = (stream: Uint8Array) => {
  const result = readMessage808(one(stream));
  if (!result.ok) throw new Error(result.flaw);
  return result.value;
};

describe('frames written by hand from the standard', () => {
  test('the example of escaping: 30 7e 08 7d 55 travels as 30 7d 02 08 7d 01 55', () => {
    const frame = frameOf(
      0x0002,
      { phone: '307e087d5500'.replaceAll(/\D/g, '0'), edition: 2013, serial: 1 },
      [0x30, 0x7e, 0x08, 0x7d, 0x55],
    );
    expect(hexOf(frame)).toContain('307d02087d0155');
    expect(hexOf(one(frame).body)).toBe('307e087d55');
  });

  test('a position of 2013 with mileage, fuel and satellites', () => {
    // Beijing time 2024-05-06 07:08:09, 31.230400 N 121.473700 E, 60.5 km/h, 90 degrees, ignition on and located.
    const body = '00000000 00000003 01dc8a00 073d8924 000a 025d 005a 240506070809 0104 0001e240 0202 01f4 3101 0b';
    const plain = `0200 002d 013912345678 0001 ${body}`.replaceAll(' ', '');
    const size = (body.replaceAll(' ', '').length / 2).toString(16).padStart(4, '0');
    const sized = plain.replace('002d', size);
    const sum = bytesOf(sized).reduce((all, byte) => all ^ byte, 0);
    const found = content(bytesOf(`7e${sized}${sum.toString(16).padStart(2, '0')}7e`));
    expect(found).toEqual({
      kind: 'positions',
      refused: [],
      fixes: [
        {
          at: Date.UTC(2024, 4, 5, 23, 8, 9),
          lat: 0x01dc8a00 / 1e6,
          lon: 0x073d8924 / 1e6,
          located: true,
          speedKmh: 60.5,
          course: 90,
          altitudeM: 10,
          ignition: true,
          alarms: [],
          mileageKm: 12_345.6,
          fuelL: 50,
          temperatureC: null,
          satellites: 11,
          late: false,
        },
      ],
    });
  });

  test('a heartbeat of 2019 has a version and ten bytes of number', () => {
    const message = one(bytesOf('7e 0002 4000 01 00000000013912345678 0005 2c 7e'));
    expect(message).toMatchObject({ id: 2, phone: '00000000013912345678', serial: 5, edition2019: true });
    expect(readMessage808(message)).toEqual({ ok: true, value: { kind: 'heartbeat' } });
  });

  test('the general answer names serial, id and result', () => {
    const message = one(
      frameOf(0x0200, { phone: '013912345678', edition: 2013, serial: 0x1234 }, positionBody(reading())),
    );
    expect(hexOf(answer808(message, 7, 0))).toMatch(/^7e8001000501391234567800071234020000..7e$/);
    expect(one(answerRegistration808(message, 8, 0, '鉴权abc')).body).toEqual(
      Uint8Array.from([0x12, 0x34, 0, ...encodeGbk('鉴权abc')]),
    );
  });
});

const reading = (changes: Partial<Reading> = {}): Reading => ({
  at: Date.UTC(2026, 10, 22, 3, 4, 5),
  lon: 121.4737,
  lat: 31.2304,
  speedKmh: 61.3,
  course: 271,
  ignition: true,
  located: true,
  ...changes,
});

const editions: readonly Edition[] = [2011, 2013, 2019];

describe.each(editions)('the edition of %i', (edition) => {
  const device = { phone: edition === 2019 ? '00000000013912345678' : '013912345678', edition, serial: 9 };

  test('registers with its plate', () => {
    const vehicle = { plate: '沪A12345', colour: 2, maker: 'PLN', model: 'T-808', terminalId: 'D000123' };
    expect(content(frameOf(0x0100, device, registrationBody(edition, vehicle)))).toEqual({
      kind: 'register',
      registration: {
        edition,
        maker: 'PLN',
        model: 'T-808',
        terminalId: 'D000123',
        plateColour: 2,
        plate: '沪A12345',
      },
    });
  });

  test('authenticates with the code it was given', () => {
    expect(content(frameOf(0x0102, device, authenticationBody(edition, 'k3y-7')))).toEqual({
      kind: 'authenticate',
      code: 'k3y-7',
    });
  });

  test('what is written is read, whatever the values and however the stream is cut', () => {
    const random = createRandom(`jt808-${edition}`);
    for (let n = 0; n < 300; n += 1) {
      const reported = reading({
        at: Date.UTC(2020, 0, 1) + random.int(0, 200_000_000) * 1000,
        lon: random.int(-180_000_000, 180_000_000) / 1e6,
        lat: random.int(-90_000_000, 90_000_000) / 1e6,
        speedKmh: random.int(0, 2000) / 10,
        course: random.int(0, 359),
        ignition: random.chance(0.5),
        located: random.chance(0.9),
        altitudeM: random.int(-400, 6000),
        mileageKm: random.int(0, 9_000_000) / 10,
        temperatureC: random.int(-40, 60),
      });
      const stream = Buffer.concat([
        frameOf(0x0200, device, positionBody(reported)),
        frameOf(0x0704, device, batchBody([reported, reported], true)),
      ]);
      const [single, batch] = read(stream, random.int(1, 40));
      const expected = { ...reported, fuelL: null, alarms: [], satellites: reported.located ? 11 : 0, late: false };
      expect(single && readMessage808(single)).toEqual({
        ok: true,
        value: { kind: 'positions', fixes: [expected], refused: [] },
      });
      expect(batch && readMessage808(batch)).toEqual({
        ok: true,
        value: { kind: 'positions', fixes: [1, 2].map(() => ({ ...expected, late: true })), refused: [] },
      });
    }
  });

  test('a picture comes in parts in any order; what is missing is requested', () => {
    const random = createRandom(`picture-${edition}`);
    const data = Uint8Array.from([0xff, 0xd8, 0xff, ...Array.from({ length: 5000 }, () => random.int(0, 255))]);
    const parts = pictureFrames(device, { mediaId: 77, reading: reading(), data }).map(one);
    expect(parts.length).toBeGreaterThan(4);
    const assembly = createParts808();
    const order = [0, 2, 3, 1, ...[...parts.keys()].slice(4)];
    const taken = order.map((at) => assembly.take(parts[at] as Jt808Message));
    const last = taken.at(-1);
    if (last?.kind !== 'whole') throw new Error(String(last?.kind));
    const result = readMessage808(last.message);
    expect(result.ok && result.value).toMatchObject({ kind: 'media', media: { mediaId: 77, kind: 'image', data } });
    expect(result.ok && result.value.kind === 'media' && result.value.media.fix !== null).toBe(edition !== 2011);
    const holed = createParts808();
    const answers = parts.filter((_part, at) => at !== 1 && at !== 3).map((part) => holed.take(part));
    expect(answers.at(-1)).toEqual({ kind: 'missing', firstSerial: 9, parts: [2, 4] });
    holed.take(parts[1] as Jt808Message);
    expect(holed.take(parts[3] as Jt808Message).kind).toBe('whole');
    expect(holed.waiting()).toBe(0);
  });
});

describe('parts of messages that never become whole', () => {
  const part = (first: number, no: number, size = 1000): Jt808Message => ({
    id: 0x0801,
    phone: '013912345678',
    serial: first + no - 1,
    edition2019: false,
    checksumOk: true,
    packet: { total: 2000, no },
    body: new Uint8Array(size),
  });

  test('of one connection are held up to 2 MB; the oldest message gives way', () => {
    const parts = createParts808();
    for (let message = 0; message < 4; message += 1)
      for (let no = 1; no < 900; no += 1) expect(parts.take(part(message * 2000, no)).kind).toBe('waiting');
    expect(parts.held()).toBeGreaterThan(1_000_000);
    expect(parts.held()).toBeLessThanOrEqual(2_000_000);
    expect(parts.waiting()).toBeLessThan(4);
    // Empty parts cost memory as well.
    const empty = createParts808();
    for (let no = 1; no < 2000; no += 1) empty.take(part(1, no, 0));
    expect(empty.held()).toBeGreaterThan(100_000);
  });

  test('of all connections share one budget, which those that end give back', () => {
    const budget = new ByteBudget('parts of a test', 3_000_000);
    const [first, second] = [createParts808(budget), createParts808(budget)];
    for (let no = 1; no < 1300; no += 1) {
      first.take(part(1, no));
      second.take(part(1, no));
    }
    expect(budget.held).toBe(first.held() + second.held());
    expect(budget.held).toBeLessThanOrEqual(3_000_000);
    first.clear();
    second.clear();
    expect([first.held(), second.held(), budget.held]).toEqual([0, 0, 0]);
    expect(second.take(part(1, 1)).kind).toBe('waiting');
  });
});

test('a frame that never ends is held in one buffer of its size, whatever the pieces it comes in', () => {
  const splitters = Array.from({ length: 50 }, () => createSplitter808());
  const flaws: string[] = [];
  const piece = Uint8Array.of(0x41);
  const before = process.memoryUsage();
  for (const splitter of splitters)
    for (let at = 0; at < 4000; at += 1)
      splitter.feed(
        piece,
        () => undefined,
        (flaw) => flaws.push(flaw),
      );
  globalThis.gc?.();
  const after = process.memoryUsage();
  expect(flaws).toEqual([]);
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(50 * 20_000);
  splitters[0]?.feed(
    new Uint8Array(200).fill(0x41),
    () => undefined,
    (flaw) => flaws.push(flaw),
  );
  expect(flaws).toEqual(['tooLong']);
});

test('a wrong checksum is accepted and marked; another length than the head says as well', () => {
  const frame = frameOf(0x0200, { phone: '013912345678', edition: 2013, serial: 1 }, positionBody(reading()));
  const wrong = Uint8Array.from(frame);
  wrong[frame.length - 2] = (wrong[frame.length - 2] as number) ^ 1;
  expect([one(frame).checksumOk, one(wrong).checksumOk]).toEqual([true, false]);
});

test('times that do not exist, places off the earth and bodies cut short are refused with their reason', () => {
  const device = { phone: '013912345678', edition: 2013 as const, serial: 1 };
  const flawOf = (body: readonly number[]) => {
    const result = readMessage808(one(frameOf(0x0200, device, body)));
    return result.ok ? undefined : result.flaw;
  };
  const body = positionBody(reading());
  const month13 = body.with(23, 0x13);
  expect(flawOf(month13)).toBe('badTime');
  expect(flawOf(positionBody(reading({ lat: 91 })))).toBe('badRange');
  expect(flawOf(body.slice(0, 20))).toBe('short');
  expect(flawOf(body)).toBeUndefined();
});

describe('odd but valid messages of the standard', () => {
  const device = { phone: '013912345678', edition: 2013 as const, serial: 7 };
  const fixOf = (body: readonly number[], id = 0x0200) => {
    const statement = content(frameOf(id, device, body));
    if (statement.kind !== 'positions') throw new Error(statement.kind);
    return statement.fixes[0];
  };

  test.each([
    ['below zero as the edition of 2019 writes it: the highest bit, then the amount', 0x8012, -18],
    ['below zero as the complement of two', 0xffee, -18],
    ['above zero', 0x0008, 8],
  ])('a temperature %s', (_what, value, degrees) => {
    // 28 bytes of the position, without what the device adds.
    const bare = positionBody(reading()).slice(0, 28);
    expect(fixOf([...bare, 0x06, 2, value >> 8, value & 0xff])?.temperatureC).toBe(degrees);
  });

  test('the position that was requested, or that follows an order, stands behind the number of the question', () => {
    const body = positionBody(reading());
    for (const id of [0x0201, 0x0500]) expect(fixOf([0x12, 0x34, ...body], id)).toEqual(fixOf(body));
  });

  test('messages without a position, such as of the driver, are no faults', () => {
    for (const id of [0x0104, 0x0107, 0x0702, 0x0900])
      expect(content(frameOf(id, device, [1, 2, 3]))).toEqual({ kind: 'other' });
    expect(readMessage808(one(frameOf(0x0999, device, [])))).toEqual({ ok: false, flaw: 'unknownMessage' });
  });

  test('a vehicle without a plate registers by its frame number or by nothing', () => {
    const ascii = (text: string, size: number) => [...Buffer.from(text.padEnd(size, '\0'))];
    const head = [0, 31, 0, 100, ...ascii('MAKER', 5)];
    const statement = (body: readonly number[]) => content(frameOf(0x0100, device, body));
    const vin = ascii('LZZZZZZZZZZZZZZZZ', 17);
    expect(statement([...head, ...ascii('M8', 8), ...ascii('T1', 7), 0, ...vin])).toMatchObject({
      registration: { edition: 2011, terminalId: 'T1', plate: 'LZZZZZZZZZZZZZZZZ' },
    });
    expect(statement([...head, ...ascii('M20', 20), ...ascii('T1', 7), 0])).toMatchObject({
      registration: { edition: 2013, terminalId: 'T1', plateColour: 0, plate: '' },
    });
    expect(statement([...head, ...ascii('M20', 20), ...ascii('T1', 7), 94, ...encodeGbk('沪AD12345')])).toMatchObject({
      registration: { edition: 2013, plateColour: 94, plate: '沪AD12345' },
    });
  });

  test('missing parts are counted in one byte, and in two for the edition of 2019', () => {
    const bodyOf = (phone: string, edition2019: boolean) =>
      hexOf(one(askParts808({ phone, edition2019 }, 1, 9, [2, 4])).body);
    expect(bodyOf('013912345678', false)).toBe('00090200020004');
    expect(bodyOf('00000000013912345678', true)).toBe('0009000200020004');
  });

  test('a device of the edition of 2019 asks what time it is', () => {
    expect(content(frameOf(0x0004, { ...device, edition: 2019 }, []))).toEqual({ kind: 'askTime' });
    const answer = one(answerTime808({ phone: '00000000013912345678' }, 1, Date.UTC(2026, 2, 9, 23, 5, 7)));
    expect([answer.id, hexOf(answer.body)]).toEqual([0x8004, '260309230507']);
  });
});

test('a number with digits from A to F is read as it is written, and answered with it', () => {
  for (const phone of ['4F07788EF676', '0A1B2C3D4E5F60718293']) {
    const message = one(writeFrame808({ id: 2, phone, serial: 1, body: new Uint8Array(0) }));
    expect(message).toMatchObject({ phone, checksumOk: true });
    expect(one(answer808(message, 3, 0))).toMatchObject({ phone, checksumOk: true });
  }
});
