import { describe, expect, test } from 'vitest';
import { createAisDecoder } from './decoder.ts';
import type { AisMessage } from './messages.ts';

const checksum = (body: string): string =>
  [...body]
    .reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0');

/** A sentence with the right checksum. */
const sentence = (body: string): string => `!${body}*${checksum(body)}`;
const tagged = (tags: string, line: string): string => `\\${tags}*${checksum(tags)}\\${line}`;

const one = (...lines: string[]): AisMessage => {
  const decoder = createAisDecoder();
  const found = lines.flatMap((line) => decoder.line(line) ?? []);
  expect(found).toHaveLength(1);
  return found[0] as AisMessage;
};

/** Payload of ones and zeroes, armoured. */
function payloadOf(fields: readonly (readonly [number, number])[]): string {
  const bits = fields.map(([value, length]) => (value >>> 0).toString(2).padStart(32, '0').slice(-length)).join('');
  let payload = '';
  for (let at = 0; at < bits.length; at += 6) {
    const value = Number.parseInt(bits.slice(at, at + 6).padEnd(6, '0'), 2);
    payload += String.fromCharCode(value < 40 ? value + 48 : value + 56);
  }
  return payload;
}

const message = (...fields: (readonly [number, number])[]): AisMessage =>
  one(sentence(`AIVDM,1,1,,A,${payloadOf(fields)},0`));

const classA = (
  status: number,
  turn: number,
  speed: number,
  lon: number,
  lat: number,
  course: number,
  heading: number,
) =>
  message(
    [1, 6],
    [0, 2],
    [244_000_001, 30],
    [status, 4],
    [turn, 8],
    [speed, 10],
    [1, 1],
    [lon, 28],
    [lat, 27],
    [course, 12],
    [heading, 9],
    [60, 6],
    [2, 2],
    [0, 3],
    [1, 1],
    [0, 19],
  );

describe('messages known from the literature', () => {
  test('type 1', () => {
    expect(one('!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C')).toMatchObject({
      kind: 'positionA',
      type: 1,
      mmsi: 366_053_209,
      status: 3,
      rateOfTurn: 0,
      speed: 0,
      accuracy: false,
      lon: expect.closeTo(-122.341618, 6),
      lat: expect.closeTo(37.802118, 6),
      course: 219.3,
      heading: 1,
      second: 59,
      raim: false,
      radio: 2281,
      reception: { talker: 'AI', channel: 'B', own: false, at: null, station: null },
    });
  });

  test('type 5 in two sentences', () => {
    expect(
      one(
        '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
        '!AIVDM,2,2,1,A,88888888880,2*25',
      ),
    ).toMatchObject({
      kind: 'voyage',
      mmsi: 351_759_000,
      imo: 9_134_270,
      callSign: '3FOF8',
      name: 'EVER DIADEM',
      shipType: 70,
      length: 295,
      beam: 32,
      draught: 12.2,
      destination: 'NEW YORK',
      etaMonth: 5,
      etaDay: 15,
      etaHour: 14,
      etaMinute: 0,
      epfd: 1,
      dte: false,
    });
  });

  test('type 4', () => {
    expect(one('!AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0*4D')).toMatchObject({
      kind: 'baseStation',
      mmsi: 3_669_702,
      time: Date.UTC(2007, 4, 14, 19, 57, 39),
      lon: expect.closeTo(-76.352362, 6),
      lat: expect.closeTo(36.883767, 6),
      epfd: 7,
    });
  });

  test('type 9', () => {
    expect(one('!AIVDM,1,1,,B,91b55wi;hbOS@OdQAC062Ch2089h,0*30')).toMatchObject({
      kind: 'sar',
      mmsi: 111_232_511,
      altitude: 303,
      speed: 42,
      course: 154.5,
      lat: expect.closeTo(58.144, 6),
      dte: true,
    });
  });

  test('type 27', () => {
    expect(one('!AIVDM,1,1,,B,KC5E2b@U19PFdLbMuc5=ROv62<7m,0*16')).toMatchObject({
      kind: 'longRange',
      mmsi: 206_914_217,
      status: 2,
      lon: expect.closeTo(137.023333, 6),
      lat: expect.closeTo(4.84, 6),
      speed: 57,
      course: 167,
      old: false,
    });
  });

  test('types 18, 19, 21 and 24', () => {
    expect(one('!AIVDM,1,1,,A,B5NJ;PP005l4ot5Isbl03wsUkP06,0*76')).toMatchObject({
      kind: 'positionB',
      mmsi: 367_430_530,
      speed: 0,
      course: 0,
      heading: null,
      second: 55,
      assigned: false,
    });
    expect(one('!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B')).toMatchObject({
      kind: 'extendedB',
      mmsi: 367_059_850,
      name: 'CAPT.J.RIMES',
      shipType: 70,
      speed: 8.7,
      course: 335.9,
      heading: null,
      toBow: 5,
      toStern: 21,
      length: 26,
      beam: 8,
    });
    expect(
      one('!AIVDM,2,1,7,B,E4eHJhPR37q0000000000000000KUOSc=rq4h00000a,0*4A', '!AIVDM,2,2,7,B,@20,4*54'),
    ).toMatchObject({ kind: 'aid', name: 'DFO2', aidType: 1, lat: expect.closeTo(48.65457, 6), length: null });
    expect(one('!AIVDM,1,1,,A,H52KMeDU653hhhi0000000000000,0*1A')).toMatchObject({
      kind: 'staticB',
      mmsi: 338_091_445,
      shipType: 37,
      vendor: 'FEC',
      callSign: null,
      length: null,
    });
  });
});

describe('values that mean "none"', () => {
  test('are null, their neighbours are not', () => {
    expect(classA(15, -128, 1023, 181 * 600_000, 91 * 600_000, 3600, 511)).toMatchObject({
      status: 15,
      rateOfTurn: null,
      rateOfTurnRaw: -128,
      speed: null,
      lon: null,
      lat: null,
      course: null,
      heading: null,
    });
    expect(classA(0, 126, 1022, 180 * 600_000, -90 * 600_000, 3599, 359)).toMatchObject({
      rateOfTurn: expect.closeTo((126 / 4.733) ** 2, 9),
      speed: 102.2,
      lon: 180,
      lat: -90,
      course: 359.9,
      heading: 359,
    });
  });

  test('rate of turn by the formula, its sign kept, its ends without a rate', () => {
    expect(classA(0, -4, 0, 0, 0, 0, 0)).toMatchObject({ rateOfTurn: expect.closeTo(-0.714, 3) });
    expect(classA(0, 127, 0, 0, 0, 0, 0)).toMatchObject({ rateOfTurn: null, rateOfTurnRaw: 127 });
    expect(classA(0, -127, 0, 0, 0, 0, 0)).toMatchObject({ rateOfTurn: null, rateOfTurnRaw: -127 });
  });

  test('an arrival without month, day, hour, minute, draught and IMO number', () => {
    const head = [
      [5, 6],
      [0, 2],
      [244_000_001, 30],
      [0, 2],
      [0, 30],
    ] as const;
    const rest = [
      ...Array.from({ length: 27 }, () => [0, 6] as const),
      [0, 8],
      [0, 30],
      [1, 4],
      [0, 4],
      [0, 5],
      [24, 5],
      [60, 6],
      [0, 8],
      ...Array.from({ length: 20 }, () => [32, 6] as const),
      [1, 1],
      [0, 1],
    ] as const;
    expect(message(...head, ...rest)).toMatchObject({
      imo: null,
      name: null,
      callSign: null,
      destination: null,
      etaMonth: null,
      etaDay: null,
      etaHour: null,
      etaMinute: null,
      draught: null,
      length: null,
      dte: true,
    });
  });
});

describe('what belongs to static data', () => {
  test('an auxiliary craft names its mother ship instead of dimensions', () => {
    const partB = (mmsi: number) =>
      message(
        [24, 6],
        [0, 2],
        [mmsi, 30],
        [1, 2],
        [36, 8],
        [1, 6],
        [2, 6],
        [3, 6],
        [5, 4],
        [77, 20],
        ...Array.from({ length: 7 }, () => [1, 6] as const),
        [244_000_001, 30],
        [0, 6],
      );
    expect(partB(982_440_001)).toMatchObject({ motherMmsi: 244_000_001, toBow: undefined, vendor: 'ABC', serial: 77 });
    expect(partB(244_000_002)).toMatchObject({ motherMmsi: undefined, toBow: expect.any(Number), unitModel: 5 });
  });

  test('the name of an aid goes on behind the fixed fields', () => {
    const fields = [
      [21, 6],
      [0, 2],
      [992_440_001, 30],
      [9, 5],
      ...Array.from({ length: 20 }, () => [1, 6] as const),
      [0, 1],
      [0, 28],
      [0, 27],
      [0, 30],
      [7, 4],
      [61, 6],
      [1, 1],
      [0, 8],
      [0, 1],
      [1, 1],
      [0, 1],
      [0, 1],
    ] as const;
    expect(message(...fields)).toMatchObject({ name: 'A'.repeat(20), offPosition: true, virtual: true });
    expect(message(...fields, [2, 6], [3, 6], [0, 2])).toMatchObject({ name: `${'A'.repeat(20)}BC` });
  });
});

describe('payloads of another length', () => {
  const whole = '15M67FC000G?ufbE`FepT@3n00Sa';

  test('what is missing is undefined, what is there is right', () => {
    const cut = one(sentence(`AIVDM,1,1,,A,${whole.slice(0, 14)},0`));
    expect(cut).toMatchObject({ mmsi: 366_053_209, speed: 0, lat: undefined, course: undefined, radio: undefined });
  });

  test('what is too much does not matter', () => {
    const { reception: _a, ...long } = one(sentence(`AIVDM,1,1,,A,${whole}000000,0`));
    const { reception: _b, ...plain } = one(sentence(`AIVDM,1,1,,A,${whole},0`));
    expect(long).toEqual(plain);
  });

  test('without a whole sender number it is no message', () => {
    const decoder = createAisDecoder();
    expect(decoder.line(sentence('AIVDM,1,1,,A,15M67,0'))).toBeUndefined();
    expect(decoder.line(sentence('AIVDM,1,1,,A,,0'))).toBeUndefined();
    expect(decoder.counts().refused.tooShort).toBe(2);
  });

  test('fill bits do not count', () => {
    expect(one(sentence('AIVDM,1,1,,A,8000004,4'))).toMatchObject({ kind: 'other', type: 8 });
    const decoder = createAisDecoder();
    expect(decoder.line(sentence('AIVDM,1,1,,A,8000004,5'))).toBeUndefined();
  });
});

describe('around the sentence', () => {
  const plain = '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C';

  test('tag blocks give source and time, in seconds and milliseconds', () => {
    expect(one(tagged('s:r3669961,c:1120959341', plain)).reception).toMatchObject({
      at: 1_120_959_341_000,
      station: 'r3669961',
    });
    expect(one(tagged('g:1-2-1234,n:17,c:1120959341123', plain)).reception.at).toBe(1_120_959_341_123);
    expect(one(`UdPbC\0${tagged('s:AB,c:1120959341', plain)}`).reception.station).toBe('AB');
  });

  test('a tag block with a wrong checksum says nothing, the sentence counts', () => {
    const decoder = createAisDecoder();
    expect(decoder.line(`\\s:AB,c:1120959341*00\\${plain}`)?.reception).toMatchObject({ at: null, station: null });
    expect(decoder.counts().refused.badTagBlock).toBe(1);
    expect(decoder.line(`\\s:AB,c:1120959341\\${plain}`)?.reception.at).toBe(1_120_959_341_000);
  });

  test('times appended by receivers and written in front', () => {
    expect(one(`${plain},r003669945,1120959341`).reception).toMatchObject({
      at: 1_120_959_341_000,
      station: 'r003669945',
    });
    expect(one(`${plain},d-109,S2105,t050056.00,T56.13,r003669946,1325394060,1325394001`).reception.at).toBe(
      1_325_394_001_000,
    );
    expect(one(`2015-03-11T00:00:01Z ${plain}`).reception.at).toBe(Date.UTC(2015, 2, 11, 0, 0, 1));
    expect(one(`1120959341,${plain}`).reception.at).toBe(1_120_959_341_000);
  });

  test('other talkers, own ship, lower case checksum, blanks at the end', () => {
    const body = 'BSVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0';
    expect(one(`!${body}*${checksum(body).toLowerCase()} \r\n`).reception.talker).toBe('BS');
    expect(one(sentence('ABVDO,1,1,,,15M67FC000G?ufbE`FepT@3n00Sa,0')).reception).toMatchObject({
      own: true,
      channel: null,
    });
    expect(one(sentence('AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0').replace('!', '$'))).toMatchObject({ type: 1 });
  });

  test('a missing checksum is taken and counted, a wrong one refused', () => {
    const decoder = createAisDecoder();
    expect(decoder.line(plain.slice(0, -3))).toMatchObject({ mmsi: 366_053_209 });
    expect(decoder.line(plain.replace('*5C', '*5D'))).toBeUndefined();
    expect(decoder.counts()).toMatchObject({ withoutChecksum: 1, messages: 1, refused: { badChecksum: 1 } });
  });

  test('everything else has its reason or is passed over', () => {
    const decoder = createAisDecoder();
    const refused = [
      'AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa',
      'AIVDM,1,2,,A,15M67FC000G?ufbE`FepT@3n00Sa,0',
      'AIVDM,,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0',
      'AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,7',
      'AIVDM,1,1,,A,15M67FC000G?ufbE~FepT@3n00Sa,0',
    ];
    for (const body of refused) expect(decoder.line(sentence(body))).toBeUndefined();
    for (const line of ['', '   ', '# a comment', sentence('GPGGA,1,2,3').replace('!', '$'), 'random text'])
      expect(decoder.line(line)).toBeUndefined();
    expect(decoder.counts()).toMatchObject({
      lines: 10,
      passedOver: 5,
      refused: { badFields: 1, badParts: 2, badFill: 1, badCharacter: 1 },
    });
  });
});

describe('messages of several sentences', () => {
  const first = (id: number, channel = 'A'): string =>
    sentence(`AIVDM,2,1,${id},${channel},55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0`);
  const second = (id: number, channel = 'A'): string => sentence(`AIVDM,2,2,${id},${channel},88888888880,2`);

  test('come out of order and interleaved by id and channel', () => {
    const decoder = createAisDecoder();
    const lines = [second(1), first(2), first(1, 'B'), first(1), second(1, 'B'), second(2)];
    const found = lines.map((line) => decoder.line(line)?.kind);
    expect(found).toEqual([undefined, undefined, undefined, 'voyage', 'voyage', 'voyage']);
    expect(decoder.counts().refused.incomplete).toBe(0);
  });

  test('a later part without a channel belongs to the one that waits', () => {
    expect(one(first(3), second(3, ''))).toMatchObject({ name: 'EVER DIADEM' });
  });

  test('the time of either part counts', () => {
    expect(one(tagged('g:1-2-9,c:1120959341', first(4)), tagged('g:2-2-9', second(4))).reception.at).toBe(
      1_120_959_341_000,
    );
  });

  test('what comes too late belongs to nothing', () => {
    const decoder = createAisDecoder();
    decoder.line(first(5), 1_000);
    expect(decoder.line(second(5), 40_000)).toBeUndefined();
    expect(decoder.counts().refused.incomplete).toBe(1);
  });

  test('a repeated part is told from the next message under the same id', () => {
    const decoder = createAisDecoder();
    decoder.line(first(6));
    decoder.line(first(6));
    expect(decoder.counts().repeatedParts).toBe(1);
    decoder.line(first(6).replace('55?MbV', '55?MbW').replace(/\*.*/, ''));
    expect(decoder.counts().refused.incomplete).toBe(1);
    expect(decoder.line(second(6))).toMatchObject({ kind: 'voyage' });
  });

  test('parts waiting are bounded, the oldest gives way', () => {
    const decoder = createAisDecoder({ mostPending: 3 });
    for (const id of [1, 2, 3, 4]) decoder.line(first(id));
    expect(decoder.line(second(1))).toBeUndefined();
    expect(decoder.line(second(4))).toMatchObject({ kind: 'voyage' });
    expect(decoder.counts().refused.incomplete).toBe(2);
  });

  test('fill bits inside a message do not shift what follows', () => {
    const cut = '55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8';
    // The last character of the first part carries no bits but its first three, which the second part repeats.
    const bits = (letter: string): string => {
      const code = letter.charCodeAt(0);
      return (code < 88 ? code - 48 : code - 56).toString(2).padStart(6, '0');
    };
    const all = [...cut, ...'88888888880'].map(bits).join('');
    const armour = (ones: string): string =>
      (ones.match(/.{1,6}/g) ?? [])
        .map((six) => Number.parseInt(six.padEnd(6, '0'), 2))
        .map((value) => String.fromCharCode(value < 40 ? value + 48 : value + 56))
        .join('');
    const left = armour(all.slice(0, 363));
    const right = armour(all.slice(363, 424));
    expect(one(sentence(`AIVDM,2,1,7,A,${left},3`), sentence(`AIVDM,2,2,7,A,${right},5`))).toMatchObject({
      name: 'EVER DIADEM',
      destination: 'NEW YORK',
      dte: false,
    });
  });
});

describe('streams', () => {
  const lines = [
    '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
    '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C',
    '!AIVDM,2,2,1,A,88888888880,2*25',
  ];

  test.each(['\n', '\r\n', '\r', '\n\r\n'])('cut anywhere, line end %j', (end) => {
    const bytes = Buffer.from(lines.join(end), 'latin1');
    for (let size = 1; size < bytes.length + 2; size += 7) {
      const decoder = createAisDecoder();
      const kinds: string[] = [];
      const emit = (found: AisMessage): void => void kinds.push(found.kind);
      for (let at = 0; at < bytes.length; at += size) decoder.feed(bytes.subarray(at, at + size), 0, emit);
      decoder.end(0, emit);
      expect(kinds).toEqual(['positionA', 'voyage']);
    }
  });

  test('an endless line is refused once and the next one taken', () => {
    const decoder = createAisDecoder();
    const kinds: string[] = [];
    const emit = (found: AisMessage): void => void kinds.push(found.kind);
    for (let n = 0; n < 100; n += 1) decoder.feed(Buffer.alloc(1000, 65), 0, emit);
    decoder.feed(Buffer.from(`\n${lines[1]}\n`), 0, emit);
    expect(kinds).toEqual(['positionA']);
    expect(decoder.counts().refused.lineTooLong).toBe(1);
  });

  test('ends with what waits given up', () => {
    const decoder = createAisDecoder();
    decoder.feed(Buffer.from(`${lines[0]}\n`), 0, () => {});
    decoder.end(0, () => {});
    expect(decoder.counts().refused.incomplete).toBe(1);
  });
});
