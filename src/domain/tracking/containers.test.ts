import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { fuse } from '../intake/fusion/fuse.ts';
import { defaultPrecedence } from '../intake/fusion/precedence.ts';
import {
  at,
  buildBooking,
  buildContainer,
  buildContent,
  buildEvent,
  buildLeg,
  buildRecord,
} from '../testing/builders.ts';
import { areApart, containersApart, eventsOfContainer, shipmentOfContainer, sideOf } from './containers.ts';
import { deriveContent } from './derive.ts';
import { hasEnded } from './end-condition.ts';
import type { EventContent, ShipmentContent } from './model.ts';
import { shipmentProgress } from './progress.ts';
import { buildStages } from './stages.ts';
import { arrivalOf, bookingOfBill, hasArrived, hasDeparted, whereContainersAre } from './whereabouts.ts';

const early = 'MERU1234567';
const late = 'OCEU7654321';
const star = { vesselName: 'MERIDIAN STAR', voyage: '012W' };
const moon = { vesselName: 'OCEAN MOON', voyage: '044W' };

/** One bill on two ships: the first container has come and gone, the second is at sea; the facts at the end are notified of the bill. */
const split = buildContent({
  booking: {
    portOfLoading: 'CNSHA',
    portOfDischarge: 'USLAX',
    plannedDeparture: at(-30),
    etd: at(-30),
    atd: at(-30),
    plannedArrival: at(-10),
    eta: at(-10),
    ata: at(-10),
  },
  legs: [buildLeg(1, 'CNSHA', 'USLAX', { ...star, etd: at(-30), atd: at(-30), eta: at(-10), ata: at(-10) })],
  containers: [buildContainer(early), buildContainer(late)],
  events: [
    buildEvent(early, 'LOBD', 'CNSHA', { actual: at(-31), ...star }),
    buildEvent(late, 'LOBD', 'CNSHA', { actual: at(-16), ...moon }),
    buildEvent(late, 'DLPT', 'CNSHA', { actual: at(-15), ...moon }),
    buildEvent(late, 'BDAR', 'USLAX', { estimated: at(1), ...moon }),
    buildEvent(null, 'BDAR', 'USLAX', { actual: at(-10), ...star }),
    buildEvent(null, 'AVPU', 'USLAX', { actual: at(-8) }),
    buildEvent(null, 'RCVE', 'USLAX', { actual: at(-4) }),
  ],
});

const happenedTo = (content: ShipmentContent, container: string): string[] =>
  buildStages(content, container)
    .flatMap(({ milestones }) => milestones)
    .filter(({ actual }) => actual !== null)
    .map(({ statusCode }) => statusCode);

describe('containers of one bill that travel apart', () => {
  test('a fact of the bill counts for the container alone that can have been there', () => {
    expect(containersApart(split)).toEqual([early, late]);
    expect(happenedTo(split, early)).toEqual(['LOBD', 'DLPT', 'BDAR', 'AVPU', 'RCVE']);
    expect(happenedTo(split, late)).toEqual(['LOBD', 'DLPT']);
  });

  test('the header tells of the last container: one of two has arrived, and the bill is not over', () => {
    expect(whereContainersAre(split)).toEqual({
      count: 2,
      departure: { done: 2, first: at(-30), last: at(-15) },
      arrival: { done: 1, first: at(-10), last: at(1) },
    });
    expect(bookingOfBill(split)).toMatchObject({ atd: at(-15), eta: at(1), ata: null, plannedArrival: at(-10) });
    expect([hasDeparted(split), hasArrived(split)]).toEqual([true, false]);
    expect(shipmentProgress(split).current?.statusCode).toBe('DLPT');
    expect(hasEnded(split, at(60), { quietDaysAfterArrival: 30 })).toBe(false);
  });

  test('when the last container is back, the bill has arrived with it and is over', () => {
    const events = [
      ...split.events.filter(({ containerNo, statusCode }) => containerNo !== late || statusCode !== 'BDAR'),
      buildEvent(late, 'BDAR', 'USLAX', { actual: at(2), ...moon }),
      buildEvent(late, 'RCVE', 'USLAX', { actual: at(6) }),
    ];
    const all = { ...split, events };
    expect(bookingOfBill(all)).toMatchObject({ eta: at(-10), ata: at(2) });
    expect(hasEnded(all, at(7), { quietDaysAfterArrival: 30 })).toBe(true);
  });

  test('a container whose ship nobody names is held back by its own later moves', () => {
    const content = buildContent({
      containers: [buildContainer(early), buildContainer(late)],
      events: [
        buildEvent(early, 'LOBD', 'CNSHA', { actual: at(-31) }),
        buildEvent(late, 'LOBD', 'CNSHA', { planned: at(3) }),
        buildEvent(null, 'DSCH', 'USLAX', { actual: at(-10) }),
      ],
    });
    expect(eventsOfContainer(content, early).map(({ statusCode }) => statusCode)).toEqual(['LOBD', 'DSCH']);
    expect(eventsOfContainer(content, late).map(({ statusCode }) => statusCode)).toEqual(['LOBD']);
  });

  test('containers of one ship travel together, whatever their hours, an old plan and the spelling of her name', () => {
    const content = buildContent({
      containers: [buildContainer(early), buildContainer(late)],
      events: [
        buildEvent(early, 'LOBD', 'CNSHA', { actual: at(-31), ...star }),
        buildEvent(late, 'LOBD', 'CNSHA', { actual: at(-30), vesselName: 'Meridian  Star', voyage: '12' }),
        buildEvent(early, 'DSCH', 'USLAX', { actual: at(-9), ...star, voyage: '012E' }),
        buildEvent(late, 'DSCH', 'USLAX', { planned: at(-14) }),
        buildEvent(null, 'BDAR', 'USLAX', { actual: at(-10), ...star }),
      ],
    });
    expect(containersApart(content)).toEqual([]);
    expect(whereContainersAre(content)).toBeNull();
    expect(shipmentOfContainer(content, late)).toBe(content);
    expect(eventsOfContainer(content, late).map(({ statusCode }) => statusCode)).toContain('BDAR');
  });
});

describe('calls that are notified of the bill alone', () => {
  const anna = { vesselName: 'ANNA', voyage: '1' };
  const eve = { vesselName: 'EVE', voyage: '2' };
  const ends = { portOfLoading: 'CNSHA', portOfDischarge: 'USLAX' };
  const movesOf = (container: string, ship: typeof anna, day: number) => [
    buildEvent(container, 'LOBD', 'CNSHA', { actual: at(day), ...ship }),
    buildEvent(container, 'DSCH', 'USLAX', { actual: at(day + 17), ...ship }),
    buildEvent(container, 'STCS', 'USLAX', { actual: at(day + 19) }),
  ];
  const moves = [...movesOf(early, anna, -50), ...movesOf(late, eve, -40)];
  const calls = [
    buildEvent(null, 'DLPT', 'CNSHA', { actual: at(-49), ...anna }),
    buildEvent(null, 'BDAR', 'USLAX', { actual: at(-34), ...anna }),
    buildEvent(null, 'DLPT', 'CNSHA', { actual: at(-39), occurrence: 2, ...eve }),
    buildEvent(null, 'BDAR', 'USLAX', { actual: at(-24), occurrence: 2, ...eve }),
  ];
  const containers = [buildContainer(early), buildContainer(late)];
  const first = buildLeg(1, 'CNSHA', 'USLAX', { ...anna, atd: at(-49), ata: at(-34) });
  const settings = { quietDaysAfterArrival: 30 };

  test.each([
    ['no leg', []],
    ['the leg of the first ship', [first]],
    ['legs of both', [first, buildLeg(2, 'CNSHA', 'USLAX', { ...eve, atd: at(-39), ata: at(-24) })]],
  ])('each container has those of its ship, with %s', (_name, legs) => {
    const booking = { ...ends, atd: at(-49), ata: at(-34) };
    const reported = buildContent({ booking, legs, containers, events: [...moves, ...calls] });
    const { content: fused } = fuse([buildRecord('r1', deriveContent(reported))], [], defaultPrecedence);
    for (const content of [reported, fused]) {
      expect(whereContainersAre(content)).toEqual({
        count: 2,
        departure: { done: 2, first: at(-49), last: at(-39) },
        arrival: { done: 2, first: at(-34), last: at(-24) },
      });
      expect(bookingOfBill(content)).toMatchObject({ atd: at(-39), ata: at(-24) });
      expect(arrivalOf(content)?.path).toContain('event[');
      expect([hasEnded(content, at(0), settings), hasEnded(content, at(20), settings)]).toEqual([false, true]);
    }
  });

  test('where all have come and one time is unknown, the latest that all can have had stands, and the bill ends', () => {
    const booking = { ...ends, ata: at(-34) };
    const own = (day: number) => buildEvent(early, 'BDAR', 'USLAX', { actual: at(day), ...anna });
    const loose = buildContent({ booking, containers, events: [...moves, own(-34)] });
    expect(bookingOfBill(loose).ata).toBe(at(-34));
    // The other container was loaded after that.
    const apart = buildContent({
      booking,
      containers,
      events: [...movesOf(early, anna, -50), ...movesOf(late, eve, -30), own(-34)],
    });
    expect(bookingOfBill(apart).ata).toBeNull();
    for (const content of [loose, apart]) {
      expect([hasArrived(content), hasEnded(content, at(200), settings)]).toEqual([true, true]);
      expect(hasEnded(content, at(5), settings)).toBe(false);
    }
  });

  test('many containers with times of their own take work in proportion to their number', () => {
    const readsOf = (count: number): number => {
      let reads = 0;
      const events = Array.from({ length: count }, (_none, index) =>
        movesOf(`MERU${1_000_000 + index}`, anna, -50).map((event) => {
          const actual = (event.actual ?? 0) + index * 600_000;
          return Object.defineProperty({ ...event, actual, vesselName: null, voyage: null }, 'actual', {
            enumerable: true,
            get: () => ((reads += 1), actual),
          });
        }),
      ).flat();
      const numbers = [...new Set(events.map(({ containerNo }) => containerNo ?? ''))];
      shipmentProgress(buildContent({ booking: ends, containers: numbers.map((no) => buildContainer(no)), events }));
      return reads;
    };
    expect(readsOf(160)).toBeLessThan(2.5 * readsOf(80));
  });
});

type Journey = { container: string; ship: string; from: Instant; steps: [status: string, port: string, at: Instant][] };
const units = [early, late, 'MERU0000019'];
const statuses: [string, string][] = [
  ['GITM', 'CNSHA'],
  ['LOBD', 'CNSHA'],
  ['DLPT', 'CNSHA'],
  ['TSBA', 'SGSIN'],
  ['TSDC', 'SGSIN'],
  ['TSLB', 'SGSIN'],
  ['TSDP', 'SGSIN'],
  ['BDAR', 'USLAX'],
  ['DSCH', 'USLAX'],
  ['AVPU', 'USLAX'],
  ['STCS', 'USLAX'],
  ['RCVE', 'USLAX'],
];
const plain: Record<string, string> = { TSBA: 'BDAR', TSDC: 'DSCH', TSLB: 'LOBD', TSDP: 'DLPT' };

/** Containers that leave on ships of their own, some of them over another port, days apart. */
const anyJourneys: fc.Arbitrary<Journey[]> = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 20 }),
      hours: fc.array(fc.integer({ min: 6, max: 140 }), { minLength: statuses.length, maxLength: statuses.length }),
      isDirect: fc.boolean(),
    }),
    { minLength: 2, maxLength: 3 },
  )
  .map((list) =>
    list.map(({ start, hours, isDirect }, index) => {
      let time = at(-60 + start + index * 4);
      const ship = `SHIP ${'ABC'[index]}`;
      const steps = statuses
        .filter(([status]) => !isDirect || !(status in plain))
        .map(([status, port], step): [string, string, Instant] => [
          status,
          port,
          (time += (hours[step] ?? 0) * HOUR_MS),
        ]);
      return { container: units[index] ?? '', ship, from: at(-60), steps };
    }),
  );

/** What sources tell of them at one moment: of each container its loading at least, of the rest some for the bill alone. */
const anySplit = fc
  .record({
    journeys: anyJourneys,
    now: fc.integer({ min: -58, max: 30 }),
    shared: fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }),
    named: fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }),
    legs: fc.boolean(),
    plainCodes: fc.boolean(),
  })
  .map(({ journeys, now, shared, named, legs, plainCodes }) => {
    const events = journeys.flatMap(({ container, ship, steps }, of) =>
      steps.flatMap(([status, port, time], step): EventContent[] => {
        const isLoading = status === 'LOBD' || status === 'TSLB';
        const isShared = !isLoading && status !== 'GITM' && shared[of * 12 + step] === true;
        const happened = time <= at(now);
        if (isShared && !happened) return [];
        const code = plainCodes ? (plain[status] ?? status) : status;
        const isCall = statuses.findIndex(([one]) => one === status) < 9 && status !== 'GITM';
        return [
          buildEvent(isShared ? null : container, code, port, {
            ...(happened ? { actual: time } : { estimated: time }),
            ...(isCall && (isLoading || named[of * 12 + step]) && { vesselName: ship, voyage: '1' }),
          }),
        ];
      }),
    );
    const [first] = journeys;
    const leg = buildLeg(1, 'CNSHA', 'USLAX', { vesselName: first?.ship ?? null, voyage: '1' });
    const content = buildContent({
      booking: buildBooking({ portOfLoading: 'CNSHA', portOfDischarge: 'USLAX' }),
      containers: journeys.map(({ container }) => buildContainer(container)),
      legs: legs ? [leg] : [],
      events,
    });
    return { journeys, content: fuse([buildRecord('r1', deriveContent(content))], [], defaultPrecedence).content };
  });

describe('whatever the split', () => {
  /** The step of the way that a milestone tells, also by its plain name. */
  const stepOf = ({ statusCode, portCode }: EventContent): number =>
    statuses.findIndex(
      ([status, port]) => port === portCode && (status === statusCode || plain[status] === statusCode),
    );

  test('no container has a fact before it has left the place before, nor one of a ship that it is not on', () => {
    let apart = 0;
    fc.assert(
      fc.property(anySplit, ({ journeys, content }) => {
        apart += containersApart(content).length > 0 ? 1 : 0;
        for (const { container, steps } of journeys) {
          const own = content.events.filter(({ containerNo }) => containerNo === container);
          if (containersApart(content).length === 0) continue;
          for (const fact of eventsOfContainer(content, container)) {
            const { containerNo, actual } = fact;
            if (containerNo !== null || actual === null) continue;
            for (const one of own) {
              const known = one.actual ?? one.estimated;
              if (known !== null && stepOf(one) < stepOf(fact)) expect(known).toBeLessThanOrEqual(actual);
            }
          }
          const seen = shipmentOfContainer(content, container).booking;
          const loaded = steps.find(([status]) => status === 'LOBD')?.[2] ?? 0;
          if (seen.ata !== null) expect(seen.ata).toBeGreaterThanOrEqual(loaded);
          if (seen.atd !== null) expect(seen.atd).toBeGreaterThanOrEqual(loaded);
        }
      }),
      { numRuns: 400 },
    );
    expect(apart).toBeGreaterThan(350);
  });

  test('containers travel apart where two milestones of one call show it', () => {
    fc.assert(
      fc.property(anySplit, ({ content }) => {
        const own = content.events.filter(({ containerNo, statusCode }) => containerNo && sideOf(statusCode));
        const isOneCall = (a: EventContent, b: EventContent): boolean =>
          a.portCode === b.portCode && sideOf(a.statusCode) === sideOf(b.statusCode);
        const pairs = own.flatMap((a) => own.filter((b) => isOneCall(a, b)).map((b) => [a, b] as const));
        expect(pairs.some(([a, b]) => areApart(a, b))).toBe(containersApart(content).length > 0);
      }),
      { numRuns: 100 },
    );
  });

  test('the bill has arrived no earlier than its last container was loaded, and no container is counted that was not', () => {
    fc.assert(
      fc.property(anySplit, ({ journeys, content }) => {
        const { ata } = bookingOfBill(content);
        const last = Math.max(...journeys.map(({ steps }) => steps.find(([status]) => status === 'LOBD')?.[2] ?? 0));
        if (containersApart(content).length > 0 && ata !== null) expect(ata).toBeGreaterThanOrEqual(last);
        const { arrival } = whereContainersAre(content) ?? {};
        if (arrival?.first != null) expect(arrival.done).toBeGreaterThan(0);
        if (arrival?.last != null && arrival.first !== null)
          expect(arrival.last + DAY_MS).toBeGreaterThan(arrival.first);
      }),
      { numRuns: 200 },
    );
  });
});
