import { describe, expect, test } from 'vitest';
import { message, one, sentence } from '#testing/ais-sentences.ts';
import { createAisDecoder } from './decoder.ts';

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
    // A blank between the two halves belongs to the name.
    expect(message(...fields, [32, 6], [3, 6], [0, 2])).toMatchObject({ name: `${'A'.repeat(20)} C` });
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
