import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { createWorld } from '#simulator/index.ts';
import { tripsOf } from '#testing/world-voyages.ts';
import type { Trip } from '#testing/world-voyages.ts';
import { buildLeg, buildSimpleView, detectIn } from '../../testing/builders.ts';
import { aisDivergence } from '../../exceptions/rules/ais-divergence.ts';
import { learnErrors, predictEta } from './eta.ts';
import type { EtaBasis, EtaError, EtaErrors } from './eta.ts';
import type { HopTransit } from './passage.ts';
import { isPlausible } from './plausible.ts';
import type { EtaScore } from './score.ts';

const world = createWorld({ seed: 'eta' });

type Tried = EtaError & { basis: EtaBasis; inside: boolean; widthMs: number };

/** What the rule says of a voyage at one moment, and what is true. */
type Requested = { found: boolean; lateHours: number; seenHours: number; onHop: boolean; trip: Trip };

/** What is asked here is how good the rule is by itself. */
const proven: EtaScore = {
  leadDays: 7,
  learned: true,
  predictions: 100,
  voyages: 100,
  medianErrorH: 6,
  hits: 100,
  tooLate: 0,
  reported: 0,
  reportedHits: 0,
  claims: 0,
  claimsRight: 0,
};

/** Arrival as the carrier tells it at a moment. */
const reportedAt = ({ to }: Trip, at: number): number =>
  to.arrivalEstimates.findLast(({ knownAt }) => knownAt <= at)?.value ?? to.plannedArrival;

/** Asks the rule at every mark of a voyage. */
function askRule(trip: Trip, before: readonly HopTransit[], errors: EtaErrors): Requested[] {
  return trip.marks.flatMap((mark, index) => {
    const way = trip.ways[index];
    if (index === 0 || way === undefined || mark.leftNm < 20) return [];
    const prediction = predictEta(way, before, errors);
    const reported = reportedAt(trip, mark.at);
    const ports = { portOfLoading: trip.from.port.code, portOfDischarge: trip.to.port.code };
    const view = buildSimpleView(
      {
        booking: { ...ports, eta: reported, atd: trip.departedAt },
        legs: [buildLeg(1, ports.portOfLoading, ports.portOfDischarge, { atd: trip.departedAt, eta: reported })],
      },
      {
        voyage: {
          sequence: 1,
          vesselName: trip.sailing.vessel.name,
          mmsi: trip.mmsi,
          departedAt: trip.departedAt,
          fix: { at: mark.at, lon: 0, lat: 0, speed: 12, course: null, heading: null, status: 0 },
          stay: null,
          prediction: isPlausible(prediction, mark.at) ? { ...prediction, knownAt: mark.at } : null,
          score: proven,
        },
      },
    );
    return [
      {
        found: detectIn(aisDivergence, view, {}, mark.at).length > 0,
        lateHours: (trip.arrivedAt - reported) / HOUR_MS,
        seenHours: (mark.at - (way.since?.at ?? mark.at)) / HOUR_MS,
        onHop: trip.hop[index] === trip.sailing.trouble?.call,
        trip,
      },
    ];
  });
}

function tryTrip(trip: Trip, before: readonly HopTransit[], errors?: EtaErrors): Tried[] {
  return trip.marks.flatMap((mark, index) => {
    const way = trip.ways[index];
    if (index % 6 !== 3 || way === undefined || mark.leftNm < 20) return [];
    const prediction = predictEta(way, before, errors);
    const { eta, low, high, basis } = prediction;
    if (!isPlausible(prediction, mark.at)) return [];
    return [
      {
        basis,
        remainingMs: eta - mark.at,
        errorMs: trip.arrivedAt - eta,
        inside: trip.arrivedAt >= low && trip.arrivedAt <= high,
        widthMs: high - low,
      },
    ];
  });
}

/** Weeks of a service in which a ship comes late to a port and the carrier says so only in the end. */
const lateSailings = (service: number): number[] =>
  Array.from({ length: 900 }, (_, n) => 130 + n).filter(
    (week) => world.sailings.sailing(service, week).trouble?.kind === 'lateArrival',
  );

describe('own ETA in the simulated world', () => {
  const services = [0, 5, 11, 19, 27, 36, 44];
  const firstWeek = 60;
  let tried: Tried[];
  let requested: Requested[];
  let late: Requested[];

  beforeAll(() => {
    const weeks = (from: number, to: number): Map<string, Trip[]>[] =>
      Array.from({ length: to - from }, (_, n) =>
        Map.groupBy(
          services.flatMap((service) => tripsOf(world, service, firstWeek + from + n)),
          ({ laneKey }) => laneKey,
        ),
      );
    const history = new Map<string, Trip[]>();
    const errors: Tried[] = [];
    tried = [];
    for (const [n, week] of weeks(0, 24).entries()) {
      // A service's ships of ten weeks are learned from first; then predictions are kept, then judged.
      const learned = n >= 16 ? learnErrors(errors) : undefined;
      for (const [key, trips] of week) {
        const before = history.get(key) ?? [];
        const found = n < 8 ? [] : trips.flatMap((trip) => tryTrip(trip, before, learned));
        if (n >= 16) tried.push(...found);
        else errors.push(...found);
      }
      for (const [key, trips] of week) history.set(key, [...(history.get(key) ?? []), ...trips]);
    }
    const learned = learnErrors([...errors, ...tried]);
    const ask = (trips: readonly Trip[]): Requested[] =>
      trips.flatMap((trip) => askRule(trip, history.get(trip.laneKey) ?? [], learned));
    // The world as it is, and from other years the ships that were planted to come late without a word.
    requested = ask(
      services.flatMap((service) => Array.from({ length: 24 }, (_, n) => tripsOf(world, service, 100 + n)).flat()),
    );
    late = ask(
      services
        .flatMap((service) => lateSailings(service).flatMap((week) => tripsOf(world, service, week)))
        .filter(
          ({ sailing: { trouble }, from, to }) => trouble && from.index < trouble.call && trouble.call <= to.index,
        ),
    );
  });

  test('the band holds about four of five arrivals', () => {
    const share = tried.filter(({ inside }) => inside).length / tried.length;
    const sorted = tried.map(({ errorMs }) => Math.abs(errorMs)).toSorted((a, b) => a - b);
    const median = (sorted[Math.floor(sorted.length / 2)] as number) / HOUR_MS;
    const widths = tried.map(({ widthMs }) => widthMs).toSorted((a, b) => a - b);
    const width = (widths[Math.floor(widths.length / 2)] as number) / HOUR_MS;
    console.info(
      `own ETA: ${tried.length} predictions, ${Math.round(share * 1000) / 10} % inside the 80 % band, median error ${Math.round(median * 10) / 10} h, median band ${Math.round(width * 10) / 10} h`,
    );
    expect(tried.length).toBeGreaterThan(500);
    expect(share).toBeGreaterThan(0.74);
    expect(share).toBeLessThan(0.9);
    expect(median).toBeLessThan(12);
  });

  test('is made from what was learned on the lane', () => {
    const learned = tried.filter(({ basis }) => basis !== 'speed').length / tried.length;
    expect(learned).toBeGreaterThan(0.95);
  });

  test('AIS_DIVERGENCE is right nearly always, and finds the ships that come late without a word', () => {
    const found = [...Map.groupBy([...requested, ...late], ({ trip }) => trip).values()].flatMap(
      (looks) => looks.find((one) => one.found) ?? [],
    );
    const right = found.filter(({ lateHours }) => lateHours > 12);
    // Visible is a delay on the way to the port she is late at, once she has been at sea for half a day.
    const isSeen = ({ lateHours, seenHours, onHop }: Requested): boolean => lateHours > 48 && seenHours > 12 && onHop;
    const voyages = Map.groupBy(late, ({ trip }) => trip);
    const visible = [...voyages.values()].filter((looks) => looks.some(isSeen));
    const recalled = visible.filter((looks) => looks.some((one) => one.found));
    console.info(
      `AIS_DIVERGENCE: ${requested.length + late.length} looks, precision ${right.length}/${found.length} voyages, recall ${recalled.length}/${visible.length}`,
    );
    expect(visible.length).toBeGreaterThan(20);
    expect(right.length / found.length).toBeGreaterThanOrEqual(0.95);
    expect(recalled.length / visible.length).toBeGreaterThanOrEqual(0.95);
  });
});
