import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isImo } from '../ids/imo.ts';
import { isShipMmsi } from '../ids/mmsi.ts';
import { isUnLocode } from '../ids/un-locode.ts';
import { distanceNm } from '../geo/geodesy.ts';
import { isZone } from '../time/zone.ts';
import { parseAirlines, parseCarriers, parseContainerTypes, parseVessels } from './carriers.ts';
import { parseAirports, parseCountries, parsePortAliases, parsePorts, parseRailStations } from './places.ts';
import { readRows } from './read-rows.ts';
import { parseDictionary, parseExceptionTypes, parseStatuses } from './statuses.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const ports = parsePorts(read('generated/ports.csv'));
const airports = parseAirports(read('generated/airports.csv'));
const aliases = parsePortAliases(read('seeds/port-aliases.csv'));
const countries = parseCountries(read('seeds/countries.csv'));
const carriers = parseCarriers(read('seeds/carriers.csv'));
const vessels = parseVessels(read('seeds/vessels.csv'));
const airlines = parseAirlines(read('seeds/airlines.csv'));
const stations = parseRailStations(read('seeds/rail-stations.csv'));
const types = parseContainerTypes(read('seeds/container-types.csv'));
const statuses = parseStatuses(read('seeds/statuses.csv'));
const exceptionTypes = parseExceptionTypes(read('seeds/exception-types.csv'));
const dictionary = parseDictionary(read('seeds/dictionary.csv'));

/** Codes that rules and mappers name in their source. */
const milestones = [
  'STSP',
  'STUF',
  'GITM',
  'PASS',
  'TMPS',
  'LOBD',
  'DLPT',
  'TSBA',
  'TSDC',
  'TSLB',
  'TSDP',
  'BDAR',
  'POCA',
  'DSCH',
  'AVPU',
  'CUIP',
  'INSP',
  'STCS',
  'STRP',
  'RCVE',
];

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
const chinese = /\p{Script=Han}/u;
const countryCodes = new Set(countries.map((row) => row.code));

describe('places', () => {
  test('ports: codes, positions, zones, countries', () => {
    expect(ports.length).toBeGreaterThan(1_500);
    expect(repeated(ports.map((row) => row.code))).toEqual([]);
    const wrong = ports.filter(
      (row) =>
        !isUnLocode(row.code) ||
        !countryCodes.has(row.countryCode) ||
        Math.abs(row.lat) > 80 ||
        Math.abs(row.lon) > 180 ||
        !isZone(row.zone) ||
        row.zone.startsWith('Etc/'),
    );
    expect(wrong).toEqual([]);
  });

  test('at least 350 ports have a Chinese name and its pinyin', () => {
    const named = ports.filter((row) => row.nameCn !== undefined);
    expect(named.length).toBeGreaterThan(350);
    expect(named.filter((row) => !chinese.test(row.nameCn ?? '') || !/^[a-z]+$/.test(row.pinyin ?? ''))).toEqual([]);
    const shanghai = ports.find((row) => row.code === 'CNSHA');
    expect(shanghai).toMatchObject({ pinyin: 'shanghai', pinyinInitials: 'sh', zone: 'Asia/Shanghai' });
  });

  test('the places the base has wrong are where they are', () => {
    const known: Record<string, readonly [number, number]> = {
      CNYTN: [114.28, 22.57],
      BRVDC: [-48.75, -1.54],
      CDBOA: [13.05, -5.85],
      CDMAT: [13.45, -5.82],
      DZAAE: [7.76, 36.9],
      PAMIT: [-79.88, 9.37],
      IDBNT: [106.2, 4.1],
      COPBO: [-72, 12.2],
      UYCYR: [-57.9, -34.5],
      LVVNT: [21.5, 57.4],
      TWTXG: [120.5, 24.3],
      BHKBS: [50.7, 26.2],
    };
    for (const [code, place] of Object.entries(known)) {
      const port = ports.find((row) => row.code === code);
      expect(distanceNm([port?.lon ?? 0, port?.lat ?? 0], place)).toBeLessThan(10);
    }
  });

  test.each([
    // Beside a strait or a border the zone of the other side is nearer, or seems to be.
    ['MAPTM', 'Africa/Casablanca'],
    ['MYTPP', 'Asia/Kuala_Lumpur'],
    ['BHBAH', 'Asia/Bahrain'],
    ['ASPPG', 'Pacific/Pago_Pago'],
    ['IDDJJ', 'Asia/Jayapura'],
    ['FITOR', 'Europe/Helsinki'],
    ['VNHPH', 'Asia/Ho_Chi_Minh'],
    ['CAHAL', 'America/Halifax'],
    ['USLAX', 'America/Los_Angeles'],
  ])('%s tells the time of %s', (code, zone) => expect(ports.find((row) => row.code === code)?.zone).toBe(zone));

  test.each([
    ['PSC', 'America/Los_Angeles'],
    ['MLG', 'Asia/Jakarta'],
    ['KCA', 'Asia/Shanghai'],
    ['TOF', 'Asia/Tomsk'],
  ])('airport %s tells the time of %s', (code, zone) =>
    expect(airports.find((row) => row.code === code)?.zone).toBe(zone),
  );

  test('airports: codes once each, positions, zones, countries', () => {
    expect(repeated(airports.map((row) => row.code))).toEqual([]);
    const wrong = airports.filter(
      // XK is no code of ISO 3166-1, but what the trade writes for Kosovo.
      (row) =>
        !/^[A-Z]{3}$/.test(row.code) ||
        !(countryCodes.has(row.countryCode) || row.countryCode === 'XK') ||
        !isZone(row.zone),
    );
    expect(wrong).toEqual([]);
    const jask = airports.find((row) => row.code === 'JSK');
    expect(jask).toMatchObject({ countryCode: 'IR', zone: 'Asia/Tehran' });
  });

  test('aliases lead to ports and are none themselves', () => {
    const codes = new Set(ports.map((row) => row.code));
    expect(aliases.filter((row) => !codes.has(row.code) || codes.has(row.alias))).toEqual([]);
    expect(repeated(aliases.map((row) => row.alias))).toEqual([]);
    const target = (alias: string): string | undefined => aliases.find((row) => row.alias === alias)?.code;
    expect(['CNSGH', 'CNNBO', 'CNQIN', 'CNXAM', 'CNTNJ', 'CNDAL', 'CNYAT'].map(target)).toEqual([
      'CNSHA',
      'CNNGB',
      'CNTAO',
      'CNXMN',
      'CNTXG',
      'CNDLC',
      'CNYNT',
    ]);
  });

  test('countries are complete in both languages', () => {
    expect(countries.length).toBe(249);
    expect(repeated(countries.map((row) => row.code))).toEqual([]);
    expect(repeated(countries.map((row) => row.nameCn))).toEqual([]);
    expect(countries.filter((row) => !chinese.test(row.nameCn))).toEqual([]);
  });

  test('rail stations: zones, countries, borders in pairs', () => {
    expect(stations.length).toBeGreaterThanOrEqual(60);
    const byCode = new Map(stations.map((row) => [row.code, row]));
    expect(byCode.size).toBe(stations.length);
    for (const row of stations) {
      expect(isZone(row.zone) && countryCodes.has(row.countryCode), row.code).toBe(true);
      if (row.border !== undefined) expect(byCode.get(row.border)?.border, row.code).toBe(row.code);
    }
  });
});

test('demurrage is 滞期费 and detention 滞箱费, in the glossary and in the names of types', () => {
  expect(read('docs/glossary.md')).toContain('| Demurrage, detention | 滞期费，滞箱费 |');
  const names = new Map(exceptionTypes.map((row) => [row.code, row.nameCn]));
  expect([names.get('DEMURRAGE_RISK'), names.get('DETENTION_RISK')]).toEqual(['滞期费风险', '滞箱费风险']);
});

describe('carriers and equipment', () => {
  const simulated = carriers.filter((row) => row.simulated);

  test('carriers: shapes, unique codes, prefixes, safe links', () => {
    expect(repeated(carriers.map((row) => row.code))).toEqual([]);
    for (const row of carriers) {
      expect(/^(?:[A-Z]{2,4})?$/.test(row.scac ?? '') && chinese.test(row.nameCn), row.code).toBe(true);
      expect([row.scacCheck, row.prefixesCheck].every((check) => ['VERIFIED', 'UNVERIFIED'].includes(check))).toBe(
        true,
      );
      expect(
        row.containerPrefixes.every((prefix) => /^[A-Z]{3}U$/.test(prefix)),
        row.code,
      ).toBe(true);
      if (row.urlTemplate !== undefined) {
        expect(row.urlTemplate, row.code).toMatch(/^https:\/\/\S*\{(?:blNo|ctnNo)\}/);
      }
    }
  });

  test('no two carriers share a SCAC, and prefixes only within a group', () => {
    expect(repeated(carriers.flatMap((row) => row.scac ?? []))).toEqual([]);
    expect(repeated(carriers.flatMap((row) => row.containerPrefixes)).sort()).toEqual(['HASU', 'SUDU']);
  });

  test('codes that are other companies’ are not those of ours, and what is doubtful says so', () => {
    const scacs = new Set(carriers.map((row) => row.scac));
    const wrong = ['NOSU', 'SMDL', 'EPIR', 'MELL', 'CULV', 'SWRF', 'BLJU', 'COHE', 'DYLS', 'PCIU'];
    expect(wrong.filter((code) => scacs.has(code))).toEqual([]);
    // Three letters that other liners have in the industry's list.
    expect(carriers.filter((row) => ['SML', 'SAS', 'HDS'].includes(row.code))).toEqual([]);
    const doubtful = carriers.filter((row) => row.scacCheck === 'UNVERIFIED').map((row) => row.code);
    expect(doubtful).toEqual(
      expect.arrayContaining(['YML', 'NOS', 'SMD', 'ESL', 'MFT', 'CUL', 'SWR', 'BAL', 'CKL', 'DYS', 'PCL']),
    );
  });

  test('containers of lessors belong to no carrier, so that none is reported to carry the containers of another', () => {
    const lessors = [
      'SKIU',
      'SEGU',
      'FCIU',
      'CXDU',
      'TCLU',
      'TGHU',
      'TEMU',
      'CAIU',
      'TRHU',
      'BMOU',
      'DFSU',
      'FSCU',
      'GESU',
    ];
    const owned = new Set(carriers.flatMap((row) => row.containerPrefixes));
    expect(lessors.filter((prefix) => owned.has(prefix))).toEqual([]);
  });

  test('fifteen simulated carriers with prefixes of their own and vessels', () => {
    expect(simulated.length).toBe(15);
    const foreign = new Set(carriers.filter((row) => !row.simulated).flatMap((row) => row.containerPrefixes));
    for (const row of simulated) {
      expect(row.containerPrefixes.length, row.code).toBeGreaterThan(0);
      expect(
        row.containerPrefixes.some((prefix) => foreign.has(prefix)),
        row.code,
      ).toBe(false);
      expect(vessels.filter((vessel) => vessel.carrierCode === row.code).length, row.code).toBeGreaterThan(1);
    }
  });

  test('vessels: valid and unique numbers, plausible sizes', () => {
    expect(vessels.length).toBeGreaterThanOrEqual(300);
    const codes = new Set(simulated.map((row) => row.code));
    for (const row of vessels) {
      expect(isImo(row.imo) && isShipMmsi(row.mmsi) && row.simulated && codes.has(row.carrierCode), row.imo).toBe(true);
      expect(row.teu >= 800 && row.teu <= 24_500 && row.lengthM < 405 && row.beamM < 62.5, row.imo).toBe(true);
      expect(row.speedKn >= 14 && row.speedKn <= 23, row.imo).toBe(true);
    }
    for (const key of ['imo', 'mmsi', 'callSign', 'name'] as const) {
      expect(repeated(vessels.map((row) => row[key]))).toEqual([]);
    }
  });

  test('airlines and container types', () => {
    expect(airlines.length).toBeGreaterThanOrEqual(80);
    expect(repeated(airlines.map((row) => row.iata))).toEqual([]);
    expect(repeated(airlines.map((row) => row.awbPrefix))).toEqual([]);
    expect(airlines.filter((row) => !/^[A-Z0-9]{2}$/.test(row.iata) || !/^\d{3}$/.test(row.awbPrefix))).toEqual([]);
    expect(types.length).toBeGreaterThanOrEqual(40);
    expect(repeated(types.map((row) => row.code))).toEqual([]);
    const trade = (code: string): string | undefined => types.find((row) => row.code === code)?.tradeName;
    expect(['22G1', '42G1', '45G1'].map(trade)).toEqual(['20GP', '40GP', '40HQ']);
    // The groups of ISO 6346, which carriers report as well, and the digits of its first edition, which terminals still do.
    expect(['22GP', '45GP', '45RT', '22TN'].map(trade)).toEqual(['20GP', '40HQ', '40RH', '20TK']);
    expect(['2210', '4310', '4510', '4532'].map(trade)).toEqual(['20GP', '40GP', '40HQ', '40RH']);
  });
});

describe('codes', () => {
  test('statuses: unique, one place each in the order, all milestones of the rules present', () => {
    expect(repeated(statuses.map((row) => row.code))).toEqual([]);
    expect(repeated(statuses.map((row) => `${row.stageSequence}/${row.statusSequence}`))).toEqual([]);
    const codes = new Set(statuses.map((row) => row.code));
    expect(milestones.filter((code) => !codes.has(code))).toEqual([]);
    expect(statuses.filter((row) => !chinese.test(row.nameCn) || !chinese.test(row.stageNameCn))).toEqual([]);
  });

  test('exception types: every one in both languages', () => {
    expect(exceptionTypes.length).toBe(50);
    expect(repeated(exceptionTypes.map((row) => row.code))).toEqual([]);
    for (const row of exceptionTypes) {
      expect(chinese.test(row.nameCn) && chinese.test(row.descriptionCn), row.code).toBe(true);
      expect(['low', 'medium', 'high']).toContain(row.severity);
      expect(row.sourceCode).toBe('AUTOTEST');
    }
  });

  test('dictionary: the code types of the screens, values once each', () => {
    const present = new Set(dictionary.map((row) => row.codeType));
    for (const type of [
      'WL_FEEDBACK_TYPE',
      'WL_JOB_STATUS',
      'WL_ASSET_VALUE_TYPE',
      'WL_PACKAGE_TYPE',
      'WL_PACKAGE_SUB_TYPE',
      'WL_PACKAGE_STATUS',
      'WL_MACHINE_TYPE',
      'HANDLE_STATUS',
      'BIZ_SOURCE_TYPE',
      'OCEAN_PROCESS_TYPE',
      'IN_OUT_FLAG',
    ]) {
      expect(present.has(type), type).toBe(true);
    }
    expect(repeated(dictionary.map((row) => `${row.codeType}/${row.codeValue}`))).toEqual([]);
  });

  test('a wrong table names its line and column', () => {
    expect(() => readRows('x', 'a,b\n1,\n', (line) => line.number('b'))).toThrow('x line 2, column b: empty');
    expect(() => readRows('x', 'a\nq\n', (line) => line.number('a'))).toThrow('x line 2, column a: not a number');
  });
});
