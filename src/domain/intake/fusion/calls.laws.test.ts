import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { anyPrecedence, anyRecords } from '../../testing/arbitraries.ts';
import { at, buildEvent, buildLeg, buildOverride, buildRecord, t0 } from '../../testing/builders.ts';
import { containersApart } from '../../tracking/containers.ts';
import { deriveContent } from '../../tracking/derive.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent, ShipmentContent, SourceRecord } from '../../tracking/model.ts';
import { isOtherShip, isSameShip } from '../../tracking/ship.ts';
import { buildStages } from '../../tracking/stages.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';

const runs = { numRuns: 300 };
const derived = (records: readonly SourceRecord[]): SourceRecord[] =>
  records.map((record) => ({ ...record, content: deriveContent(record.content) }));

const ends = [
  { status: milestones.departed, side: 'portOfLoading', attribute: 'atd', stage: 'origin' },
  { status: milestones.arrived, side: 'portOfDischarge', attribute: 'ata', stage: 'destination' },
] as const;

/** What a timeline shows of one end of the voyage, for the bill or, where all travel together, a container known to be on the ship. */
function shownOnTimelines(content: ShipmentContent, end: (typeof ends)[number]): (number | null)[][] {
  const port = content.booking[end.side];
  const last = end.attribute === 'atd' ? content.legs[0] : content.legs.at(-1);
  // A leg of another port says nothing of the ship at this one.
  const leg = last?.[end.side] === null || last?.[end.side] === port ? last : undefined;
  const apart = containersApart(content).length > 0;
  // Where containers travel apart, a milestone of the bill may be of another ship that carries one of them.
  const isOfOther = (event: EventContent | null): boolean =>
    apart && event !== null && leg !== undefined && isOtherShip(event, leg);
  const containers = apart ? [null] : [...new Set([null, ...content.events.map(({ containerNo }) => containerNo)])];
  return containers.map((container) =>
    buildStages(content, container)
      .flatMap((stage) => stage.milestones)
      .filter(({ statusCode, portCode }) => statusCode === end.status && portCode === port)
      .filter(({ event }) => !isOfOther(event))
      .filter(({ event }) => event?.containerNo == null || (leg !== undefined && isSameShip(event, leg)))
      .map(({ actual }) => actual),
  );
}

describe('one fact is one', () => {
  test('what the head says of departure and arrival is what every timeline says', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, fc.boolean(), (records, precedence, isDerived) => {
        const { content } = fuse(isDerived ? derived(records) : records, [], precedence);
        for (const end of ends) {
          if (!content.booking[end.side]) continue;
          for (const shown of shownOnTimelines(content, end))
            if (shown.length > 0)
              expect([end.attribute, shown]).toEqual([
                end.attribute,
                expect.arrayContaining([content.booking[end.attribute]]),
              ]);
        }
      }),
      runs,
    );
  });

  test('head and leg agree where the leg begins or ends the voyage', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const { booking, legs } = fuse(derived(records), [], precedence).content;
        const [first, last] = [legs[0], legs.at(-1)];
        if (first?.portOfLoading && first.portOfLoading === booking.portOfLoading) expect(first.atd).toBe(booking.atd);
        if (last?.portOfDischarge && last.portOfDischarge === booking.portOfDischarge)
          expect(last.ata).toBe(booking.ata);
      }),
      runs,
    );
  });

  test('the source trusted most for the ship is shown in all places, and an expert corrects all of them at once', () => {
    const leg = (atd: number) => ({ legs: [buildLeg(1, 'CNSHA', 'NLRTM', { atd })] });
    const records = derived([
      buildRecord('carrier', { booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' }, ...leg(at(-5)) }),
      buildRecord('ais', leg(at(-5, 3)), { sourceType: 'AIS', sourceCode: 'ais' }),
    ]);
    const placesOf = (fused: ReturnType<typeof fuse>): unknown[] => [
      fused.content.booking.atd,
      fused.content.legs[0]?.atd,
      fused.content.events.find(({ statusCode }) => statusCode === milestones.departed)?.actual,
    ];
    expect(placesOf(fuse(records, [], defaultPrecedence))).toEqual([at(-5, 3), at(-5, 3), at(-5, 3)]);
    for (const path of ['booking.atd', 'leg[1].atd', 'event[|DLPT|CNSHA|1].actual'])
      expect(placesOf(fuse(records, [buildOverride(path, at(-4))], defaultPrecedence))).toEqual([
        at(-4),
        at(-4),
        at(-4),
      ]);
  });
});

const ships = {
  own: { vesselName: 'AMBER TIDE', voyage: '101W' },
  other: { vesselName: 'BIRCH WAKE', voyage: '101W' },
};

/** Two ships that call at the same ports within one week, and how sources that follow one or the other tell of it. */
const twoShips = fc.record({
  /** How much later (or earlier) the other ship calls, in hours. */
  apart: fc.integer({ min: -6 * 24, max: 6 * 24 }).filter((hours) => Math.abs(hours) > 4),
  hasLeft: fc.boolean(),
  hasCome: fc.boolean(),
  /** Sources that still believe in the other ship. */
  behind: fc.array(fc.constantFrom('FT', 'RPA', 'EDI', 'TERMINAL', 'AIS'), { minLength: 1, maxLength: 3 }),
  namesByImo: fc.boolean(),
  reportsInEvents: fc.boolean(),
  transhipped: fc.boolean(),
});

describe('two ships at one port in one week', () => {
  test('the other one lends the cargo none of her times', () => {
    fc.assert(
      fc.property(twoShips, anyPrecedence, (world, precedence) => {
        const { apart, hasLeft, hasCome, behind, namesByImo, reportsInEvents, transhipped } = world;
        const imo = (vesselImo: string) => (namesByImo ? { vesselImo } : {});
        const ownLeft = t0 + 1;
        const ownCame = ownLeft + 20 * DAY_MS;
        const [otherLeft, otherCame] = [ownLeft + apart * HOUR_MS + 7, ownCame + apart * HOUR_MS + 7];
        const [from, to] = transhipped ? ['CNSHA', 'SGSIN'] : ['CNSHA', 'NLRTM'];
        const onward = transhipped ? [buildLeg(2, 'SGSIN', 'NLRTM', { vesselName: 'CEDAR GALE' })] : [];
        const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' };
        const otherCalls = (name: object): EventContent[] => [
          buildEvent(null, 'DLPT', from, { actual: otherLeft, ...name }),
          buildEvent(null, transhipped ? 'TSBA' : 'BDAR', to, { actual: otherCame, ...name }),
        ];
        const carrier = buildRecord('carrier', {
          booking,
          legs: [
            buildLeg(1, from, to, {
              ...ships.own,
              ...imo('9321483'),
              etd: ownLeft,
              eta: ownCame,
              atd: hasLeft ? ownLeft : null,
              ata: hasLeft && hasCome ? ownCame : null,
            }),
            ...onward,
          ],
          // The carrier tells the other ship's calls too: the cargo was once booked on her.
          events: reportsInEvents ? otherCalls(ships.other) : [],
        });
        const others = behind.map((type, index) =>
          buildRecord(
            `r${index}`,
            {
              booking: type === 'AIS' ? { atd: otherLeft } : { ...booking, atd: otherLeft },
              legs: [
                buildLeg(1, from, to, { ...ships.other, ...imo('9074729'), atd: otherLeft, ata: otherCame }),
                ...onward,
              ],
              events: otherCalls(ships.other),
            },
            { sourceType: type, sourceCode: type },
          ),
        );
        const order: typeof precedence = {
          ...precedence,
          // The carrier decides the ship; all other orders are the defaults.
          byAttribute: { ...precedence.byAttribute, 'leg.vesselName': ['CARRIER'], 'leg.vesselImo': ['CARRIER'] },
        };
        const { content } = fuse(derived([carrier, ...others]), [], order);
        const shown = [
          content.booking.atd,
          content.booking.ata,
          ...content.legs.flatMap(({ atd, ata }) => [atd, ata]),
          ...content.events.map(({ actual }) => actual),
        ];
        expect(shown).not.toContain(otherLeft);
        expect(shown).not.toContain(otherCame);
        expect(content.legs[0]?.atd).toBe(hasLeft ? ownLeft : null);
        expect(content.booking.atd).toBe(hasLeft ? ownLeft : null);
        expect(content.legs[0]?.ata).toBe(hasLeft && hasCome ? ownCame : null);
      }),
      runs,
    );
  });

  test('one source alone does not mix them either', () => {
    fc.assert(
      fc.property(twoShips, ({ apart, transhipped }) => {
        const [from, to] = transhipped ? ['CNSHA', 'SGSIN'] : ['CNSHA', 'NLRTM'];
        const content = deriveContent(
          buildRecord('carrier', {
            booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' },
            legs: [buildLeg(1, from, to, ships.own), ...(transhipped ? [buildLeg(2, 'SGSIN', 'NLRTM')] : [])],
            events: [
              buildEvent(null, 'DLPT', from, { actual: t0 + apart * HOUR_MS, ...ships.other }),
              buildEvent(null, transhipped ? 'TSBA' : 'BDAR', to, { actual: t0 + 20 * DAY_MS, ...ships.other }),
              buildEvent(null, 'DLPT', from, { occurrence: 2, estimated: t0 + DAY_MS, ...ships.own }),
            ],
          }).content,
        );
        expect(content.legs[0]).toMatchObject({ atd: null, ata: null, etd: t0 + DAY_MS });
        expect(content.booking).toMatchObject({ atd: null, ata: null });
      }),
      { numRuns: 50 },
    );
  });
});
