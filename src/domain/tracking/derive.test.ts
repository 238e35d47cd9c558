import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyContent } from '../testing/arbitraries.ts';
import { at, buildContent, buildEvent, buildLeg } from '../testing/builders.ts';
import { deriveContent, transhipmentPorts } from './derive.ts';

const container = 'MERU1234567';
const legs = [
  buildLeg(1, 'CNSHA', 'SGSIN', { vesselName: 'STAR', voyage: '1E', etd: at(1), atd: at(1, 2), eta: at(8) }),
  buildLeg(2, 'SGSIN', 'NLRTM', { vesselName: 'MOON', etd: at(10), eta: at(30) }),
];

describe('booking', () => {
  test('takes ports, ship and times of the first and last leg where it has none', () => {
    expect(deriveContent(buildContent({ legs, booking: { etd: at(0) } })).booking).toMatchObject({
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      vesselName: 'STAR',
      voyage: '1E',
      etd: at(0),
      atd: at(1, 2),
      eta: at(30),
      ata: null,
    });
  });

  test('the end of a leg at a transhipment port is not the arrival', () => {
    const first = [buildLeg(1, 'CNSHA', 'SGSIN', { eta: at(8), ata: at(8) })];
    const { booking } = deriveContent(buildContent({ legs: first, booking: { portOfDischarge: 'NLRTM' } }));
    expect([booking.eta, booking.ata]).toEqual([null, null]);
  });

  test('takes times of events when there are no legs', () => {
    const events = [
      buildEvent(container, 'DLPT', 'CNSHA', { planned: at(0), estimated: at(1), actual: at(2) }),
      buildEvent(container, 'BDAR', 'NLRTM', { estimated: at(30) }),
    ];
    const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' };
    expect(deriveContent(buildContent({ booking, events })).booking).toMatchObject({
      plannedDeparture: at(0),
      etd: at(1),
      atd: at(2),
      eta: at(30),
      ata: null,
    });
  });
});

describe('transhipments', () => {
  test('loads and calls at a port between two legs become transhipment milestones', () => {
    const events = ['BDAR', 'DSCH', 'LOBD', 'DLPT'].map((code) =>
      buildEvent(container, code, 'SGSIN', { actual: at(9) }),
    );
    const derived = deriveContent(buildContent({ legs, events })).events.filter((event) => event.portCode === 'SGSIN');
    expect(derived.map(({ statusCode }) => statusCode)).toEqual(['TSBA', 'TSDC', 'TSLB', 'TSDP']);
  });

  test('the first port and the last keep their milestones', () => {
    const events = [
      buildEvent(container, 'LOBD', 'CNSHA', { actual: at(0) }),
      buildEvent(container, 'DSCH', 'NLRTM', { actual: at(31) }),
    ];
    expect(deriveContent(buildContent({ legs, events })).events.slice(0, 2)).toEqual(events);
  });

  test('a renamed event that meets its like is counted again', () => {
    const events = [
      buildEvent(container, 'TSDC', 'SGSIN', { actual: at(9) }),
      buildEvent(container, 'DSCH', 'SGSIN', { actual: at(9) }),
    ];
    const derived = deriveContent(buildContent({ legs, events })).events.filter(
      ({ statusCode }) => statusCode === 'TSDC',
    );
    expect(derived.map(({ occurrence }) => occurrence)).toEqual([1, 2]);
  });

  test('calls that only legs tell become milestones of the bill; reported ones are not doubled', () => {
    const events = [buildEvent(container, 'DLPT', 'CNSHA', { actual: at(1, 2) })];
    const derived = deriveContent(buildContent({ legs, events })).events;
    expect(derived.map(({ containerNo, statusCode, portCode }) => [containerNo, statusCode, portCode])).toEqual([
      [container, 'DLPT', 'CNSHA'],
      [null, 'TSBA', 'SGSIN'],
      [null, 'TSDP', 'SGSIN'],
      [null, 'BDAR', 'NLRTM'],
    ]);
    expect(derived[2]).toMatchObject({ estimated: at(10), actual: null, vesselName: 'MOON' });
  });

  test('legs take the times of their calls', () => {
    const bare = [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM')];
    const events = [buildEvent(container, 'ARRIVED', 'SGSIN'), buildEvent(null, 'DLPT', 'SGSIN', { actual: at(11) })];
    expect(deriveContent(buildContent({ legs: bare, events })).legs[1]).toMatchObject({ atd: at(11), ata: null });
  });

  test('ports between legs, neither start nor end', () => {
    expect(transhipmentPorts(buildContent({ legs }))).toEqual(['SGSIN']);
    expect(transhipmentPorts(buildContent({ legs: legs.slice(0, 1) }))).toEqual([]);
  });
});

describe('laws', () => {
  test('a second time changes nothing, and nothing that is filled changes', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const once = deriveContent(content);
        expect(deriveContent(once)).toEqual(once);
        for (const [name, value] of Object.entries(content.booking)) {
          if (value !== null) expect([name, once.booking[name as 'eta']]).toEqual([name, value]);
        }
        expect(once.events.length).toBeGreaterThanOrEqual(content.events.length);
        expect(once.containers).toEqual(content.containers);
      }),
      { numRuns: 500 },
    );
  });
});
