import { describe, expect, test } from 'vitest';
import { guessPorts } from './guess-ports.ts';
import type { PortWithNames, UnknownPlace } from './guess-ports.ts';

const port = (code: string, name: string, nameCn: string | null = null): PortWithNames => ({
  code,
  name,
  nameCn,
  countryCode: code.slice(0, 2),
});
const ports = [
  port('CNSHA', 'Shanghai', '上海'),
  port('CNSZX', 'Shenzhen', '深圳'),
  port('CNNGB', 'Ningbo', '宁波'),
  port('NLRTM', 'Rotterdam', '鹿特丹'),
  port('DEHAM', 'Hamburg', '汉堡'),
  port('USLAX', 'Los Angeles', '洛杉矶'),
];
const place = (raw: string, more: Partial<UnknownPlace> = {}): UnknownPlace => ({
  raw,
  places: [],
  siblings: new Map(),
  lane: new Map(),
  ...more,
});
const bestOf = (unknown: UnknownPlace): string | undefined => guessPorts(unknown, ports)[0]?.code;

describe('the port that is meant', () => {
  test('is best known from another source of the same shipments', () => {
    const siblings = new Map([
      ['CNSZX', 9],
      ['CNSHA', 1],
    ]);
    const [first, second] = guessPorts(place('CNQSX', { siblings }), ports);
    expect(first).toMatchObject({ code: 'CNSZX', reasons: expect.arrayContaining(['sameShipment', 'sameCountry']) });
    expect(second?.score).toBeLessThan(first?.score ?? 0);
  });

  test.each([
    ['SHANGAI', 'CNSHA'],
    ['ROTERDAM', 'NLRTM'],
    ['LOS ANGELES PIER 400', 'USLAX'],
  ])('is found by a name like its own: %s', (raw, code) => {
    expect(bestOf(place(raw))).toBe(code);
    expect(guessPorts(place(raw), ports)[0]?.reasons).toContain('sameName');
  });

  test('is found by what the source calls the place besides, in both languages', () => {
    expect(bestOf(place('XX001', { places: ['Rotterdam World Gateway'] }))).toBe('NLRTM');
    expect(bestOf(place('XX001', { places: ['宁波舟山港梅山码头'] }))).toBe('CNNGB');
  });

  test('is found by a code like its own in the same country only', () => {
    expect(guessPorts(place('NLRTX'), ports)).toEqual([
      { code: 'NLRTM', score: expect.any(Number), reasons: ['similarCode', 'sameCountry'] },
    ]);
    expect(guessPorts(place('BERTM'), ports)).toEqual([]);
  });

  test('is found by what other shipments of the lane have there', () => {
    const lane = new Map([['DEHAM', 4]]);
    expect(guessPorts(place('XX001', { lane }), ports)).toEqual([{ code: 'DEHAM', score: 10, reasons: ['sameLane'] }]);
  });

  test('is not guessed where nothing speaks for any', () => {
    expect(guessPorts(place('QQQQQ'), ports)).toEqual([]);
    expect(guessPorts(place(''), ports)).toEqual([]);
  });
});

test.each([
  ['HELSINKI', 'FIHEL'],
  ['DAVAO', 'PHDVO'],
  ['MOJI KO', 'JPMOJ'],
  ['EL TABLAZO', 'VEETV'],
  ['GDAŃSK', 'PLGDN'],
  ['ŚWINOUJŚCIE', 'PLSWI'],
  ['MALMOE', 'SEMMA'],
  ['AALESUND', 'NOAES'],
  ['KØGE', 'DKKOG'],
  ['SÃO FRANCISCO DO SUL', 'BRSFS'],
  ['GENERAL SANTOS', 'PHGES'],
  ['SANTOS BRASIL TERMINAL', 'BRSSZ'],
])('%s is known by either of its names, with its marks and without', (raw, code) => {
  const named = [
    port('FIHEL', 'Helsingfors (Helsinki)'),
    port('PHDVO', 'Davao, Mindanao'),
    port('JPMOJ', 'Moji/Kitakyushu'),
    port('VEETV', 'El Tablazo/Maracaibo L'),
    port('PLGDN', 'Gdansk'),
    port('PLSWI', 'Swinoujscie'),
    port('SEMMA', 'Malmö'),
    port('NOAES', 'Alesund'),
    port('DKKOG', 'Koge'),
    port('BRSFS', 'Sao Francisco do Sul'),
    port('BRSSZ', 'Santos'),
    port('PHGES', 'General Santos'),
  ];
  expect(guessPorts(place(raw), named)[0]?.code).toBe(code);
});
