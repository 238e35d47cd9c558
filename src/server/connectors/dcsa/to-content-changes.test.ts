import { describe, expect, test } from 'vitest';
import { contentOf, estimated, planOf, shown } from '#testing/dcsa-content.ts';
import {
  equipmentEvent,
  exampleContainer,
  otherContainer,
  ships,
  transportEvent,
  type ExampleShip,
  type WireEvent,
} from './event-builders.ts';

describe('a transhipment', () => {
  const plan = [
    ...planOf('a', ships.first, ['CNSHA', '2026-01-10T12:00:00+08:00'], ['SGSIN', '2026-01-17T12:00:00+08:00']),
    ...planOf('b', ships.second, ['SGSIN', '2026-01-20T12:00:00+08:00'], ['NLRTM', '2026-02-12T12:00:00+01:00']),
  ];
  const begun = [
    equipmentEvent({ id: 'l1', code: 'LOAD', port: 'CNSHA', at: '2026-01-10T08:00:00+08:00', ship: ships.first }),
    transportEvent({ id: 'x1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T13:00:00+08:00', ship: ships.first }),
    transportEvent({ id: 'x2', code: 'ARRI', port: 'SGSIN', at: '2026-01-17T14:00:00+08:00', ship: ships.first }),
    equipmentEvent({ id: 'l2', code: 'DISC', port: 'SGSIN', at: '2026-01-17T20:00:00+08:00', ship: ships.first }),
  ];

  test('has a leg for each ship and milestones of its own between them', () => {
    const loaded = equipmentEvent({
      id: 'l3',
      code: 'LOAD',
      port: 'SGSIN',
      at: '2026-01-20T05:00:00+08:00',
      ship: ships.second,
    });
    const content = contentOf([...plan, ...begun, loaded]);
    expect(
      content.legs.map((leg) => [leg.sequence, leg.vesselName, leg.voyage, leg.portOfLoading, leg.portOfDischarge]),
    ).toEqual([
      [1, 'AMBER TIDE', '101W', 'CNSHA', 'SGSIN'],
      [2, 'BIRCH WAKE', '207W', 'SGSIN', 'NLRTM'],
    ]);
    expect(shown(content)).toEqual([
      `${exampleContainer} LOBD CNSHA`,
      'bill DLPT CNSHA',
      'bill TSBA SGSIN',
      `${exampleContainer} TSDC SGSIN`,
      `${exampleContainer} TSLB SGSIN`,
      'bill TSDP SGSIN',
      'bill BDAR NLRTM',
    ]);
  });

  test('names the first ship until it has arrived, then the next one', () => {
    expect(contentOf(plan).booking.vesselName).toBe('AMBER TIDE');
    expect(contentOf([...plan, ...begun.slice(0, 2)]).booking.vesselName).toBe('AMBER TIDE');
    expect(contentOf([...plan, ...begun]).booking).toMatchObject({
      vesselName: 'BIRCH WAKE',
      voyage: '207W',
      portOfLoading: 'CNSHA',
    });
  });

  test('at another port than planned drops what was planned at the old one', () => {
    const reported = '2026-01-05T00:00:00Z';
    const moved = [
      estimated('m1', 'ARRI', ['MYPKG', '2026-01-16T12:00:00+08:00'], reported),
      estimated('m2', 'DEPA', ['MYPKG', '2026-01-19T12:00:00+08:00'], reported, ships.other),
      estimated('m3', 'ARRI', ['NLRTM', '2026-02-13T12:00:00+01:00'], reported, ships.other),
    ];
    const content = contentOf([...plan, ...moved]);
    expect(content.legs.map((leg) => `${leg.portOfLoading}-${leg.portOfDischarge}`)).toEqual([
      'CNSHA-MYPKG',
      'MYPKG-NLRTM',
    ]);
    expect(shown(content)).toEqual(['bill DLPT CNSHA', 'bill TSBA MYPKG', 'bill TSDP MYPKG', 'bill BDAR NLRTM']);
    expect(content.booking.plannedArrival).toBe(Date.UTC(2026, 1, 12, 11));
  });

  test('of which only the second half is reported keeps that half', () => {
    const { legs } = contentOf(plan.slice(2));
    expect(legs.map((leg) => `${leg.portOfLoading}-${leg.portOfDischarge}`)).toEqual(['SGSIN-NLRTM']);
  });

  test('an arrival alone is a leg from nowhere, not a lost event', () => {
    const { legs } = contentOf([
      transportEvent({ id: 'x', code: 'ARRI', port: 'NLRTM', at: '2026-02-12T12:00:00+01:00', ship: ships.second }),
    ]);
    expect(legs).toMatchObject([
      { sequence: 1, portOfLoading: null, portOfDischarge: 'NLRTM', ata: Date.UTC(2026, 1, 12, 11) },
    ]);
  });
});

describe('a change of ship', () => {
  const plan = planOf('a', ships.first, ['CNSHA', '2026-01-10T12:00:00+08:00'], ['NLRTM', '2026-02-09T12:00:00+01:00']);
  const rolled = [
    estimated('r1', 'DEPA', ['CNSHA', '2026-01-17T12:00:00+08:00'], '2026-01-09T00:00:00Z', ships.other),
    estimated('r2', 'ARRI', ['NLRTM', '2026-02-16T12:00:00+01:00'], '2026-01-09T00:00:00Z', ships.other),
  ];

  test('by rolling shows the new sailing, and the plan that was agreed', () => {
    const content = contentOf([...plan, ...rolled]);
    expect(content.booking).toMatchObject({
      vesselName: 'CEDAR GALE',
      voyage: '102W',
      plannedDeparture: Date.UTC(2026, 0, 10, 4),
      etd: Date.UTC(2026, 0, 17, 4),
      eta: Date.UTC(2026, 1, 16, 11),
    });
    expect(content.legs).toHaveLength(1);
    expect(content.events.map(({ statusCode, vesselName }) => [statusCode, vesselName])).toEqual([
      ['DLPT', 'CEDAR GALE'],
      ['BDAR', 'CEDAR GALE'],
    ]);
  });

  test('on the same voyage keeps the call and its arrival', () => {
    const replaced = { ...ships.other, voyage: ships.first.voyage };
    const reported = estimated('v1', 'DEPA', ['CNSHA', '2026-01-10T15:00:00+08:00'], '2026-01-08T00:00:00Z', replaced);
    expect(contentOf([...plan, reported]).legs).toMatchObject([
      { vesselName: 'CEDAR GALE', portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', eta: Date.UTC(2026, 1, 9, 11) },
    ]);
  });

  test('of some containers only leaves each container its own departure', () => {
    const load = (id: string, container: string, ship: ExampleShip, at: string): WireEvent =>
      equipmentEvent({ id, code: 'LOAD', port: 'CNSHA', at, ship, container });
    const content = contentOf([
      ...plan,
      ...rolled,
      load('l1', exampleContainer, ships.first, '2026-01-10T08:00:00+08:00'),
      transportEvent({ id: 'x1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T13:00:00+08:00', ship: ships.first }),
      load('l2', otherContainer, ships.other, '2026-01-17T08:00:00+08:00'),
      transportEvent({ id: 'x2', code: 'DEPA', port: 'CNSHA', at: '2026-01-17T13:00:00+08:00', ship: ships.other }),
    ]);
    const departures = content.events.filter(({ statusCode, actual }) => statusCode === 'DLPT' && actual !== null);
    expect(departures.map(({ containerNo, occurrence, vesselName }) => [containerNo, occurrence, vesselName])).toEqual([
      [exampleContainer, 1, 'AMBER TIDE'],
      [otherContainer, 1, 'CEDAR GALE'],
    ]);
  });

  test('that concerns other containers says nothing of the one that was queried about', () => {
    const load = equipmentEvent({
      id: 'l1',
      code: 'LOAD',
      port: 'CNSHA',
      at: '2026-01-10T08:00:00+08:00',
      ship: ships.first,
    });
    const content = contentOf([
      ...plan,
      ...rolled,
      load,
      transportEvent({ id: 'x1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T13:00:00+08:00', ship: ships.first }),
      // Carriers tell of all ships of the bill, whichever container is queried about.
      transportEvent({ id: 'x2', code: 'DEPA', port: 'CNSHA', at: '2026-01-17T13:00:00+08:00', ship: ships.other }),
    ]);
    const departures = content.events.filter(({ statusCode, actual }) => statusCode === 'DLPT' && actual !== null);
    expect(departures.map(({ occurrence, vesselName }) => [occurrence, vesselName])).toEqual([[1, 'AMBER TIDE']]);
    expect(content.booking).toMatchObject({ atd: Date.UTC(2026, 0, 10, 5), vesselName: 'AMBER TIDE' });
  });
});
