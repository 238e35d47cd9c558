import { describe, expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { sampleFsu, sampleOneRecord, sampleWaybill } from '#testing/air-samples.ts';
import { createStopwatch, FUZZED, isStorable, SLOWEST_MS } from '#testing/fuzz.ts';
import { shownText } from '#shared/time/day.ts';
import { splitCargoImp } from './cargoimp/index.ts';
import { connectors } from './index.ts';
import { mutateBytes, mutateJson } from './mutate.ts';
import { refusalReasons } from './refusal-reasons.ts';

const zones: Readonly<Record<string, string>> = { PVG: 'Asia/Shanghai', FRA: 'Europe/Berlin' };
const reference = { resolvePort: () => undefined, zoneOf: (code: string) => zones[code] };
const about = {
  subject: 'bill',
  billNo: sampleWaybill,
  containerNo: null,
  carrierCode: 'CZ',
  receivedAt: Date.UTC(2026, 2, 11),
} as const;
const bytes = (text: string) => new TextEncoder().encode(text);
const fsu = (...texts: string[]) => connectors.cargoimp.parse(texts.map(bytes), about, reference);
const one = (value: unknown) => connectors.onerecord.parse([bytes(JSON.stringify(value))], about, reference);
const reasons = (texts: string[]) => fsu(...texts).refusals.map(({ reason, field }) => `${reason} ${field ?? ''}`);
const head = `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\n`;

describe('Cargo-IMP', () => {
  test('a consignment split over two flights is two units with their own pieces, weights and times', () => {
    const { content, refusals } = fsu(...sampleFsu);
    expect(refusals).toEqual([]);
    expect(
      content?.containers.map((unit) => [unit.containerNo, unit.quantity, unit.grossWeightKg, unit.receivedQuantity]),
    ).toEqual([
      [sampleWaybill, 10, 1000, null],
      ['CZ461/09MAR/PVG', 6, 600, 6],
      ['CZ463/10MAR/PVG', 4, 399.978, 3],
    ]);
    expect(content?.legs).toEqual([
      expect.objectContaining({
        vesselName: 'CZ461',
        voyage: '2026-03-09',
        portOfLoading: 'PVG',
        portOfDischarge: 'FRA',
        atd: Date.parse('2026-03-09T23:50:00+08:00'),
        ata: Date.parse('2026-03-10T05:50:00+01:00'),
      }),
    ]);
    expect(content?.booking).toMatchObject({
      plannedDeparture: Date.parse('2026-03-09T23:45:00+08:00'),
      plannedArrival: Date.parse('2026-03-10T05:40:00+01:00'),
    });
    const wording = content?.events.map(({ containerNo, statusCode, place }) => [containerNo, statusCode, place]);
    expect(wording).toContainEqual(['CZ461/09MAR/PVG', 'DIS', 'OFLD']);
    expect(wording).toContainEqual(['CZ463/10MAR/PVG', 'DIS', 'MSCA']);
  });

  test('repeated messages change nothing', () => {
    expect(fsu(...sampleFsu, ...sampleFsu).content?.containers).toEqual(fsu(...sampleFsu).content?.containers);
  });

  test('what cannot be taken is named', () => {
    expect(reasons([`${head}DEP/CZ461/09MAR/PVGFRA/P6X600/A2350\n`])).toEqual(['bad_enumeration weightUnit']);
    expect(reasons([`FSU/14\n784-12345674PVGFRA/T10K1000\n`])).toEqual(['bad_check_digit awb']);
    expect(reasons([`FSU/14\n784-00000011PVGFRA/T10K1000\n`])).toEqual(['unknown_reference awb']);
    expect(reasons([`${head}RCS/31FEB1200/PVG/T10K1000\n`])).toEqual(['bad_time date']);
    expect(reasons([`${head}RCS/09MAR1200/XQX/T10K1000\n`])).toEqual(['no_zone airport']);
    expect(reasons([`${head}RCS/09MAR2560/PVG/T10K1000\n`])).toEqual(['bad_time time']);
    expect(reasons([`${head}DEP/09MAR/PVGFRA/P6K600/A2350\n`])).toEqual(['missing_field flight']);
    expect(reasons(['Dear all, please find attached'])).toEqual(['malformed_event message']);
  });

  test('a status without a number of pieces is about the part that its message is about', () => {
    const part = (pieces: number, day: string) =>
      `FSU/14\n${sampleWaybill}PVGFRA/P${pieces}K${pieces}00T10\nDLV/${day}MAR1200/FRA\n`;
    const handedOver = (...texts: string[]) => {
      const { content } = fsu(...texts);
      return [content?.events.length, content?.containers[0]?.receivedQuantity];
    };
    expect(handedOver(part(4, '11'))).toEqual([0, 4]);
    expect(handedOver(part(4, '11'), part(6, '12'))).toEqual([1, 10]);
  });

  test('delivered in parts is delivered with the last part', () => {
    const part = (day: string, pieces: number) => `${head}DLV/${day}MAR1200/FRA/P${pieces}K${pieces}00\n`;
    expect(fsu(part('11', 6)).content?.events).toEqual([]);
    expect(fsu(part('11', 6), part('12', 4)).content?.events).toMatchObject([
      { containerNo: null, statusCode: 'DLV', actual: Date.parse('2026-03-12T12:00:00+01:00') },
    ]);
  });
});

describe('odd but valid Cargo-IMP', () => {
  test('a part says of how many pieces it is, and nothing of the weight of all', () => {
    const { content, refusals } = fsu(`FSU/12\n${sampleWaybill}PVGFRA/P4K400T10\nRCS/09MAR1200/PVG/P4K400\n`);
    expect(refusals).toEqual([]);
    expect(content?.containers[0]).toMatchObject({ containerNo: sampleWaybill, quantity: 10, grossWeightKg: null });
  });

  test('volumes in cubic feet, densities, and what the telex writes around the message', () => {
    const telex = `QD PVGFMCZ\r\n.CANCSCZ 091200\r\nFWB/17\r\n${sampleWaybill}PVGFRA/T10L2204.6CF100DG3\r\nRTG/FRACZ\r\n`;
    const { content, refusals } = fsu(telex);
    expect(refusals).toEqual([]);
    expect(content?.containers[0]).toMatchObject({ quantity: 10, grossWeightKg: 999.99, volumeM3: 2.832 });
  });

  test('goods given to the control of customs are with customs', () => {
    expect(fsu(`${head}TGC/10MAR0900/FRA/T10K1000\n`).content?.events).toMatchObject([
      { statusCode: 'CRC', portCode: 'FRA' },
    ]);
  });
});

describe('Cargo-IMP of parts, of envelopes and of places', () => {
  const flown = (text: string) => fsu(`FSU/14\n${sampleWaybill}PVGFRA/T10K1000\n${text}`);
  const unitOf = ({ content }: ReturnType<typeof fsu>, no: string) =>
    content?.containers.find(({ containerNo }) => containerNo === no);

  test('lines of one message about parts on one flight are summed', () => {
    const manifest = ['P4K400', 'P1K90', 'P4K380'].map((part) => `MAN/CZ461/09MAR/PVGFRA/${part}/S2345\n`).join('');
    expect(unitOf(flown(manifest), 'CZ461/09MAR/PVG')).toMatchObject({ quantity: 9, grossWeightKg: 870 });
    const counted = 'RCF/CZ461/10MAR0730/FRA/P4K400\nRCF/CZ461/10MAR0730/FRA/P3K300\n';
    expect(unitOf(flown(`${manifest}${counted}`), 'CZ461/09MAR/PVG')).toMatchObject({ receivedQuantity: 7 });
  });

  test('a later message about the same replaces an earlier one', () => {
    const wording = (part: string) => `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nMAN/CZ461/09MAR/PVGFRA/${part}/S2345\n`;
    expect(unitOf(fsu(wording('P4K400'), wording('P6K600')), 'CZ461/09MAR/PVG')).toMatchObject({ quantity: 6 });
  });

  test.each([
    ['EDIFACT', (text: string) => `UNB+IATA:1+A:PIMA+B:PIMA+260310:1015+R+0'UNH+M+CIMFSU:14'${text}'UNT+3+M'UNZ+1+R'`],
    ['a telex', (text: string) => `\u0001QD PVGFMCZ\r\n.CANCSCZ 091200\r\n\u0002${text}\u0003`],
  ])('the envelope of %s is taken off', (_what, around) => {
    const plain = `FSU/14\r\n${sampleWaybill}PVGFRA/T10K1000\r\nRCF/CZ461/10MAR0730/FRA/T10K1000\r\n`;
    expect(fsu(around(plain))).toEqual(fsu(plain));
    expect(splitCargoImp(around(plain))).toEqual(splitCargoImp(plain));
    expect(splitCargoImp(plain)).toMatchObject({ parts: [{ waybill: sampleWaybill }], refusals: [] });
  });

  test('a consignment without origin and destination is read; another message names them', () => {
    const bare = `FSU/14\n${sampleWaybill}/P4K400T10\nRCS/09MAR1200/PVG\n`;
    expect(fsu(bare)).toMatchObject({ refusals: [], content: { events: [{ statusCode: 'RCS', portCode: 'PVG' }] } });
    expect(fsu(`${head}FOH/09MAR1000/PVG\n`, bare).content?.booking).toMatchObject({
      portOfLoading: 'PVG',
      portOfDischarge: 'FRA',
    });
  });

  test('goods in and out of a warehouse, and documents, are milestones', () => {
    const reported = 'FIW/CZ461/10MAR0730/FRA/T10K1000/S0720/A0708\nFOW/10MAR1200/FRA/T10K1000\nDOC/09MAR0800/PVG\n';
    const { content, refusals } = flown(`DEP/CZ461/09MAR/PVGFRA/T10K1000/A2350\n${reported}`);
    expect(refusals).toEqual([]);
    expect(content?.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ containerNo: 'CZ461/09MAR/PVG', statusCode: 'FIW', portCode: 'FRA' }),
        expect.objectContaining({ statusCode: 'FOW', actual: Date.parse('2026-03-10T12:00:00+01:00') }),
        expect.objectContaining({ statusCode: 'DOC', portCode: 'PVG' }),
      ]),
    );
  });

  test('of a place whose zone nobody knows the day is kept, and the place is named', () => {
    const { content, refusals } = flown('RCS/09MAR1200/XQX/T10K1000\n');
    expect(refusals).toMatchObject([{ reason: 'no_zone', field: 'airport', value: 'XQX' }]);
    const [event] = content?.events ?? [];
    expect(event).toMatchObject({ statusCode: 'RCS', portCode: 'XQX', zone: null });
    expect(shownText(event?.actual ?? 0, 'UTC')).toBe('2026-03-09');
  });
});

describe('ONE Record', () => {
  test('says the same of the consignment', () => {
    const { content, refusals } = one(sampleOneRecord());
    expect(refusals).toEqual([]);
    expect(content?.containers.map((unit) => [unit.containerNo, unit.quantity, unit.receivedQuantity])).toEqual([
      [sampleWaybill, 10, null],
      ['CZ461/09MAR/PVG', 6, 6],
      ['CZ463/10MAR/PVG', 4, null],
    ]);
    expect(content?.booking.atd).toBe(Date.parse('2026-03-09T23:50:00+08:00'));
  });

  test('names, prefixes and references may be written otherwise', () => {
    const sample = sampleOneRecord();
    const text = JSON.stringify(sample).replaceAll('"cargo:', '"https://onerecord.iata.org/ns/cargo#');
    expect(one(JSON.parse(text)).content).toEqual(one(sample).content);
    const { 'cargo:events': events, ...waybill } = sample;
    const graph = {
      '@graph': [{ ...waybill, 'cargo:events': events.map((item) => ({ '@id': item['@id'] })) }, ...events],
    };
    expect(one(graph).content).toEqual(one(sample).content);
  });

  test('the expanded form is a list, times may have nine digits, and pieces may be counted by their objects', () => {
    const sample = sampleOneRecord();
    const expanded = JSON.parse(JSON.stringify(sample).replaceAll(':00+08:00"', ':00.000000000+08:00"'));
    expect(one([expanded]).content).toEqual(one(sample).content);
    const { 'cargo:totalPieceCount': _count, ...shipment } = sample['cargo:shipment'];
    const pieces = Array.from({ length: 10 }, (_none, index) => ({
      '@id': `https://one.example/logistics-objects/piece-${index}`,
    }));
    expect(one({ ...sample, 'cargo:shipment': { ...shipment, 'cargo:pieces': pieces } }).content).toEqual(
      one(sample).content,
    );
  });

  test('a wrong unit, number or time is named', () => {
    const bent = (from: string, to: string) =>
      one(JSON.parse(JSON.stringify(sampleOneRecord()).replaceAll(from, to))).refusals.map(({ reason }) => reason);
    expect(new Set(bent('KGM', 'STN'))).toEqual(new Set(['bad_enumeration']));
    expect(bent('"12345675"', '"12345674"')).toEqual(['bad_check_digit']);
    expect(new Set(bent('+08:00"', '"'))).toEqual(new Set(['no_offset']));
  });
});

describe.each(['cargoimp', 'onerecord'] as const)('%s', (protocol) => {
  test(`${FUZZED} bent messages never throw, never take long, and say what is wrong`, () => {
    const random = createRandom(`fuzz/${protocol}`);
    const stopwatch = createStopwatch();
    let [records, refused] = [0, 0];
    const unfit: string[] = [];
    for (let run = 0; run < FUZZED; run += 1) {
      const sound = protocol === 'cargoimp' ? sampleFsu.map(bytes) : [];
      const bent =
        protocol === 'cargoimp'
          ? mutateBytes(bytes(random.pick(sampleFsu)), random)
          : bytes(JSON.stringify(mutateJson(sampleOneRecord(), random, random.pick([8, 40, 150])) ?? null));
      const bodies = random.chance(0.3) ? [...sound, bent] : [bent];
      const { content, observedAt, refusals } = stopwatch.run(() =>
        connectors[protocol].parse(bodies, about, reference),
      );
      records += content === null ? 0 : 1;
      refused += refusals.length;
      const explained = refusals.every(
        ({ reason, value }) => (refusalReasons as readonly string[]).includes(reason) && (value ?? '').length <= 200,
      );
      if (!Number.isFinite(observedAt) || !isStorable({ content, refusals }) || !explained)
        unfit.push(JSON.stringify({ content, refusals }).slice(0, 400));
    }
    expect(unfit).toEqual([]);
    expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
    expect(records).toBeGreaterThan(FUZZED / 10);
    expect(refused).toBeGreaterThan(FUZZED / 10);
  }, 60_000);
});
