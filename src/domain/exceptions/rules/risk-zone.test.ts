import { describe, expect, test } from 'vitest';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { seededZones } from '#testing/seeded-zones.ts';
import { at, buildLeg, buildSimpleView, reference, t0 } from '../../testing/builders.ts';
import { renderText } from '../render.ts';
import { createRiskZones } from '../risk-zones.ts';
import type { RiskZone } from '../risk-zones.ts';
import type { Finding, ShipmentView } from '../types.ts';
import { riskZone } from './risk-zone.ts';

/** Zones that came after the shipments of these tests were subscribed. */
const zones: readonly RiskZone[] = seededZones.map((zone) => ({ ...zone, activeFrom: at(-5) }));

const ports: Readonly<Record<string, LonLat>> = {
  CNSHA: [121.8, 31.2],
  SGSIN: [103.8, 1.2],
  NLRTM: [4.1, 51.95],
  DEHAM: [9.9, 53.5],
  USLAX: [-118.25, 33.73],
  VNVUT: [107.07, 10.35],
  CNYTN: [114.27, 22.57],
};

const detect = (view: ShipmentView, all: readonly RiskZone[] = zones, now = t0, reportKnown = 1): Finding[] =>
  riskZone.detect(
    view,
    now,
    { ...riskZone.defaults, reportKnown },
    {
      ...reference,
      resolvePort: (code) => reference.resolvePort(code) ?? (code in ports ? code : undefined),
      riskZones: createRiskZones(all, (code) => ports[code]),
    },
  );
const codes = (view: ShipmentView, all = zones, now = t0) => detect(view, all, now).map(({ key }) => key);

const ship = { vesselName: 'STAR', voyage: '1W' };
const legs = (values: Parameters<typeof buildLeg>[3] = {}, from = 'SGSIN', to = 'NLRTM') =>
  buildSimpleView({ legs: [buildLeg(1, from, to, { ...ship, ...values })] });
const red = zones.find(({ code }) => code === 'RED_SEA_SOUTH') as RiskZone;
const sailing = { atd: at(-2), eta: at(20) };

const seenAt = (lon: number, lat: number, hoursAgo = 1, now = t0, speed = 14): ShipmentView => ({
  ...legs(sailing),
  voyage: {
    sequence: 1,
    vesselName: 'STAR',
    mmsi: 413000001,
    departedAt: at(-2),
    fix: { at: now - hoursAgo * 3_600_000, lon, lat, speed, course: 0, heading: 0, status: 0 },
    stay: null,
    prediction: null,
  },
});

describe('the way ahead', () => {
  test('through a zone is found, with what it was judged by', () => {
    const [found, more] = detect(legs(sailing));
    expect(more).toBeUndefined();
    expect(found).toMatchObject({
      key: 'RED_SEA_SOUTH',
      severity: 'medium',
      params: { riskZone: 'RED_SEA_SOUTH', leg: 1, fromPort: 'SGSIN', toPort: 'NLRTM', vessel: 'STAR' },
    });
    expect(found?.evidence.map(({ path }) => path)).toEqual([
      'riskZone',
      'leg[1].portOfLoading',
      'leg[1].portOfDischarge',
      'leg[1].eta',
    ]);
    expect(found?.params['entryAt']).toBeGreaterThan(at(4));
    expect(found?.params['entryAt']).toBeLessThan(at(9));
  });

  test('that leads elsewhere is none', () => {
    expect(codes(legs(sailing, 'CNSHA', 'USLAX'))).toEqual([]);
    expect(codes(legs(sailing, 'CNSHA', 'SGSIN'))).toEqual([]);
    expect(codes(legs(sailing, 'NLRTM', 'DEHAM'))).toEqual([]);
  });

  test('is over when the zone lies behind her, the leg is sailed, she has arrived or nobody follows her', () => {
    expect(codes(legs({ atd: at(-16), eta: at(6) }))).toEqual([]);
    expect(codes(legs({ atd: at(-22), ata: at(-1) }))).toEqual([]);
    expect(
      codes(buildSimpleView({ booking: { ata: at(-1) }, legs: [buildLeg(1, 'SGSIN', 'NLRTM', sailing)] })),
    ).toEqual([]);
    const ended = buildSimpleView(
      { legs: [buildLeg(1, 'SGSIN', 'NLRTM', sailing)] },
      { subscription: { ended: true } },
    );
    expect(codes(ended)).toEqual([]);
  });

  test('counts only up to the horizon, and not on ports that nobody knows', () => {
    expect(codes(legs({ etd: at(20), eta: at(42) }))).toEqual(['RED_SEA_SOUTH']);
    expect(codes(legs({ etd: at(28), eta: at(50) }))).toEqual([]);
    expect(codes(legs(sailing, 'XXNOZ', 'NLRTM'))).toEqual([]);
  });

  test('of a later leg counts too, each zone once', () => {
    const two = buildSimpleView({
      legs: [
        buildLeg(1, 'CNSHA', 'SGSIN', { atd: at(-2), eta: at(3) }),
        buildLeg(2, 'SGSIN', 'NLRTM', { etd: at(4), eta: at(26) }),
        buildLeg(3, 'NLRTM', 'SGSIN', { etd: at(27), eta: at(49) }),
      ],
    });
    expect(detect(two)).toMatchObject([{ key: 'RED_SEA_SOUTH', params: { leg: 2 } }]);
  });
});

describe('what was known when it was subscribed', () => {
  const known = [{ ...red, activeFrom: at(-100) }];
  const severities = (view: ShipmentView, all = known) => detect(view, all).map(({ severity }) => severity);

  test('is of low severity, says so, and is reported only shortly before', () => {
    const [found] = detect(legs(sailing), known);
    expect(found).toMatchObject({ severity: 'low', params: { known: 1 } });
    expect(codes(legs({ atd: at(-3), eta: at(19) }), known)).toEqual(['RED_SEA_SOUTH']);
    expect(codes(legs({ etd: at(4), eta: at(26) }), known)).toEqual([]);
    expect(codes(legs({ etd: at(4), eta: at(26) }))).toEqual(['RED_SEA_SOUTH']);
  });

  test('is reported far ahead where that is set, never further than the horizon', () => {
    const data = { ...reference, riskZones: createRiskZones(known, (code) => ports[code]) };
    const count = (settings: Record<string, number>) =>
      riskZone.detect(
        legs({ etd: at(4), eta: at(26) }),
        t0,
        { ...riskZone.defaults, reportKnown: 1, ...settings },
        data,
      ).length;
    expect([count({ knownHorizonDays: 30 }), count({ knownHorizonDays: 30, horizonDays: 2 })]).toEqual([1, 0]);
  });

  test('is none of a zone raised later, of a changed route, or of a way of her own', () => {
    expect(severities(legs(sailing), [{ ...red, activeFrom: at(-9) }])).toEqual(['medium']);
    const route = (value: string[]) => ({ ...legs(sailing), routeHistory: [{ value, knownAt: at(-9) }] });
    expect(severities(route(['SGSIN', 'NLRTM']))).toEqual(['low']);
    expect(severities(route(['CNSHA', 'USLAX']))).toEqual(['medium']);
    expect(severities(route(['CNSHA']))).toEqual(['low']);
    // Far off the usual way, and bound for the zone all the same.
    expect(severities(seenAt(56, -2))).toEqual(['medium']);
  });
});

describe('time', () => {
  test('a zone counts when it is active while she is there', () => {
    const from = (activeFrom: number, activeTo: number | null) => [{ ...red, activeFrom, activeTo }];
    expect(codes(legs(sailing), from(at(30), null))).toEqual([]);
    expect(codes(legs(sailing), from(at(5), null))).toEqual(['RED_SEA_SOUTH']);
    expect(codes(legs(sailing), from(at(-30), at(1)))).toEqual([]);
    expect(codes(legs(sailing), from(at(-30), at(15)))).toEqual(['RED_SEA_SOUTH']);
  });

  test('one that is late by her position enters later than her times say, and one in the zone is in it', () => {
    // Some 2,350 miles before it at 14 knots.
    const late = detect(seenAt(90, 6, 1, at(9)), zones, at(9))[0]?.params;
    expect(late?.['entryAt']).toBe(at(16));
    expect(late?.['inside']).toBeUndefined();
    // One that waits or manoeuvres keeps the times of the leg, but never those that are over.
    expect(detect(seenAt(90, 6, 1, at(9), 2), zones, at(9))[0]?.params['entryAt']).toBe(at(9));
    expect(detect(seenAt(46, 12, 1, at(9)), zones, at(9))[0]?.params).toMatchObject({ inside: 1 });
  });

  test('what is reported stays the same while nothing changes', () => {
    const texts = [0, 1, 2, 3].map((hours) => JSON.stringify(detect(legs(sailing), zones, at(0, hours))[0]?.params));
    expect(new Set(texts).size).toBe(1);
  });
});

describe('positions', () => {
  test('behind the zone, or round the Cape: silent; before it: found', () => {
    expect(codes(seenAt(70, 9))).toEqual(['RED_SEA_SOUTH']);
    expect(codes(seenAt(33, 28.5))).toEqual([]);
    expect(codes(seenAt(15, -33))).toEqual([]);
    // Too old to be believed: her times count.
    expect(codes(seenAt(33, 28.5, 40))).toEqual(['RED_SEA_SOUTH']);
  });

  test('beside the usual way, she enters only what also lies on the way from where she is', () => {
    const strait = {
      ...red,
      code: 'STRAIT',
      outline: [
        [
          [118, 22],
          [123, 22],
          [123, 18.5],
          [118, 18.5],
        ],
      ] as const,
    };
    const crossing = (lon: number, lat: number) => ({
      ...seenAt(lon, lat),
      ...legs(sailing, 'VNVUT', 'USLAX'),
      voyage: seenAt(lon, lat).voyage,
    });
    expect(codes(crossing(116, 18), [strait])).toEqual(['STRAIT']);
    // Through the other strait, some 200 miles off: the zone is passed.
    expect(codes(crossing(119.2, 24.3), [strait])).toEqual([]);
  });

  test('in a zone that is on no way of hers: she is in it all the same, and nobody knew of that', () => {
    const away = {
      ...red,
      code: 'AWAY',
      outline: [
        [
          [60, -30],
          [70, -30],
          [70, -20],
          [60, -20],
        ],
      ] as const,
    };
    expect(detect(seenAt(65, -25, 1, t0, 0), [away])).toMatchObject([
      { key: 'AWAY', severity: 'medium', params: { inside: 1 } },
    ]);
    expect(codes(seenAt(65, -25, 40), [away])).toEqual([]);
    expect(codes(seenAt(65, -25), [{ ...away, activeTo: t0 - 1 }])).toEqual([]);
  });
});

test('a ship that says she calls elsewhere first goes by there', () => {
  // From Shanghai to Los Angeles over Yantian: through the strait that the usual way leaves alone.
  const outline = [
    [
      [117, 22],
      [121, 22],
      [121, 25],
      [117, 25],
    ],
  ] as const;
  const strait = { ...red, code: 'STRAIT', outline };
  const bound = (destination: string | null, speed = 14) => {
    const { voyage } = seenAt(122.6, 29.5, 1, t0, speed);
    return { ...legs(sailing, 'CNSHA', 'USLAX'), ...(voyage && { voyage: { ...voyage, destination } }) };
  };
  expect(codes(bound(null), [strait])).toEqual([]);
  const [found] = detect(bound('CN SHA>CN YTN'), [strait]);
  expect(found).toMatchObject({ key: 'STRAIT', params: { fromPort: 'CNSHA', toPort: 'USLAX' } });
  expect(found?.params['entryAt']).toBeLessThan(at(2));
  expect(found?.evidence).toContainEqual({ path: 'position.destination', value: 'CNYTN', sourceCode: 'ais' });
  // What she cannot mean: the port she left, that of the leg, none, one that nobody knows, or any while she waits.
  for (const word of ['CNSHA', 'USLAX', '', 'YANTIAN', 'XXNOZ']) expect(codes(bound(word), [strait])).toEqual([]);
  expect(codes(bound('CNYTN', 0), [strait])).toEqual([]);
  // Round half the world and back: nobody has written where she goes now.
  expect(codes(bound('NLRTM'), [strait])).toEqual([]);
});

test('says the calls in between: those announced, else the one she says is next', () => {
  const near = seenAt(60, 14);
  const withCalls = (callsBefore: readonly string[], sequence = 1): ShipmentView => ({
    ...near,
    ...(near.voyage && { voyage: { ...near.voyage, sequence, callsBefore, destination: 'DEHAM' } }),
  });
  const statement = (view: ShipmentView, language: 'zh' | 'en'): string | undefined => {
    const [found] = detect(view);
    return found && renderText(riskZone, found.params, language, reference);
  };
  expect(statement(withCalls(['AEJEA', 'SAJED']), 'zh')).toContain('，途中挂靠 AEJEA → SAJED，将经过风险区域');
  expect(statement(withCalls(['AEJEA', 'SAJED']), 'en')).toContain(
    ', calling at AEJEA → SAJED on the way, leads through',
  );
  expect(statement(withCalls([]), 'zh')).not.toContain('途中');
  // Calls of another leg are not those of this one.
  expect(statement(withCalls(['AEJEA'], 2), 'zh')).not.toContain('途中');
});

test('without zones nothing is found, and the rule needs none', () => {
  expect(codes(legs(sailing), [])).toEqual([]);
  expect(riskZone.detect(legs(sailing), t0, riskZone.defaults, reference)).toEqual([]);
});

test('a zone that was known when booked is no exception by default', () => {
  const before = seededZones.map((zone) => ({ ...zone, activeFrom: at(-100) }));
  const view = legs({ atd: at(-9), eta: at(12) });
  expect(detect(view, before)).toMatchObject([{ key: 'RED_SEA_SOUTH', severity: 'low', params: { known: 1 } }]);
  expect(detect(view, before, t0, 0)).toEqual([]);
  expect(detect(view, zones, t0, 0)).toMatchObject([{ key: 'RED_SEA_SOUTH', severity: 'medium' }]);
});
