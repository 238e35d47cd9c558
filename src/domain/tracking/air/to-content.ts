import type { Instant } from '#shared/time/instant.ts';
import { airMilestones } from '../journey/air.ts';
import { emptyContent, emptyEvent } from '../empty-content.ts';
import type { ContainerContent, EventContent, LegContent, ShipmentContent } from '../model.ts';
import type { AirConsignment, AirStatement, FlightRun, Load, Times } from './statement.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** A day (2026-11-20) as air cargo writes it: 20NOV. */
const airDay = (day: string): string => `${day.slice(8, 10)}${months[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** The number of the unit that the pieces on one flight are: flight, day and where they came on board. */
const lotNo = ({ flight, day, from }: FlightRun): string => `${flight}/${airDay(day)}/${from ?? ''}`;

/** The pieces of a consignment that travel on one flight. */
type Lot = {
  run: FlightRun;
  reported: { planned: Load | null; departed: Load | null };
  received: Map<string, Load>;
  /** Pieces that were taken off the flight before it left; infinite where it was not stated how many. */
  offloaded: number;
  departs: Times;
  arrives: Times;
};

const merge = (known: Times, reported: Times): Times => ({
  planned: reported.planned ?? known.planned,
  estimated: reported.estimated ?? known.estimated,
  actual: reported.actual ?? known.actual,
});

const timesOf = ({ planned, estimated, actual }: AirStatement): Times => ({ planned, estimated, actual });

const best = ({ actual, estimated, planned }: Times): number =>
  actual ?? estimated ?? planned ?? Number.MAX_SAFE_INTEGER;

const m = airMilestones;
/** The discrepancy of pieces that were taken off a flight. */
const OFFLOADED = 'OFLD';
const arriving: ReadonlySet<string> = new Set([m.arrived, m.receivedFromFlight, m.documentsReceived, m.intoWarehouse]);

/** Where pieces on a flight are counted or missed after it came: of several runs of the flight, the last that had left by then. */
function lastFlown(lots: readonly Lot[], { flight, actual, estimated, planned }: AirStatement): Lot | undefined {
  const at = actual ?? estimated ?? planned ?? Number.MAX_SAFE_INTEGER;
  const left = lots.filter(({ departs }) => best(departs) < at).toSorted((a, b) => best(a.departs) - best(b.departs));
  return left.at(-1) ?? lots.find(({ run }) => run.day === flight?.day) ?? lots[0];
}

/** Completes the flight of a status that names one airport: where pieces arrive is not where they came on board. */
function findLot(lots: ReadonlyMap<string, Lot>, statement: AirStatement): Lot | undefined {
  const { flight, airport, statusCode } = statement;
  if (flight === null) return undefined;
  const exact = flight.from === null ? undefined : lots.get(lotNo(flight));
  if (exact !== undefined) return exact;
  const own = [...lots.values()].filter(({ run }) => run.flight === flight.flight);
  const leaving = own.find(({ run }) => run.day === flight.day && (run.from === null || run.from === airport));
  const coming = (): Lot | undefined =>
    lastFlown(
      own.filter(({ run }) => run.to === null || run.to === airport),
      statement,
    );
  if (arriving.has(statusCode)) return coming();
  // What is wrong may be found where a flight leaves or where it comes; the day is then that of the finding.
  return leaving ?? (statusCode === m.discrepancy ? coming() : undefined);
}

function newLot({ airport, statusCode }: AirStatement, run: FlightRun): Lot {
  const [from, to] = arriving.has(statusCode) ? [run.from, run.to ?? airport] : [run.from ?? airport, run.to];
  return {
    run: { ...run, from, to },
    reported: { planned: null, departed: null },
    received: new Map(),
    offloaded: 0,
    departs: { planned: null, estimated: null, actual: null },
    arrives: { planned: null, estimated: null, actual: null },
  };
}

/** Takes a statement about a flight into its lot. */
function report(lot: Lot, statement: AirStatement): void {
  const { statusCode, load, flight } = statement;
  lot.run.to ??= flight?.to ?? null;
  lot.run.from ??= flight?.from ?? null;
  if (statusCode === m.booked) lot.reported.planned = load;
  if (statusCode === m.manifested || statusCode === m.departed) lot.reported.departed = load;
  if (statusCode === m.discrepancy && statement.discrepancy === OFFLOADED)
    lot.offloaded = load.pieces ?? Number.POSITIVE_INFINITY;
  if (statusCode === m.receivedFromFlight) lot.received.set(String(statement.actual), load);
  lot.departs = merge(lot.departs, statement.departs);
  lot.arrives = merge(lot.arrives, statement.arrives);
  if (statusCode === m.departed) lot.departs = merge(lot.departs, timesOf(statement));
  if (statusCode === m.arrived) lot.arrives = merge(lot.arrives, timesOf(statement));
}

function gatherLots(statements: readonly AirStatement[]): { lots: Map<string, Lot>; of: Map<AirStatement, Lot> } {
  const lots = new Map<string, Lot>();
  const of = new Map<AirStatement, Lot>();
  // Who says where pieces come on board comes first, so that arrivals find their flight.
  const rank = ({ statusCode }: AirStatement): number =>
    statusCode === m.discrepancy ? 2 : Number(arriving.has(statusCode));
  const ordered = [...statements].sort((a, b) => rank(a) - rank(b));
  for (const statement of ordered) {
    if (statement.flight === null) continue;
    let lot = findLot(lots, statement);
    if (lot === undefined) {
      lot = newLot(statement, statement.flight);
      lots.set(lotNo(lot.run), lot);
    }
    report(lot, statement);
    of.set(statement, lot);
  }
  return { lots, of };
}

const loadOf = ({ reported }: Lot): Load | null => reported.departed ?? reported.planned;

/** Everything that was to go on the flight was taken off, and it is not known to have left with them all the same. */
const isLeftBehind = (lot: Lot): boolean =>
  lot.offloaded > 0 && lot.departs.actual === null && lot.offloaded >= (loadOf(lot)?.pieces ?? 0);

/**
 * Flights that the goods did not take and for which they have another one: what was planned of them is no plan any more. They were
 * taken off and have a flight that they were not taken off, or all of them have left the airport on others.
 */
function replacedOf(lots: readonly Lot[], total: Load): ReadonlySet<Lot> {
  const from = ({ run }: Lot): Lot[] => lots.filter((other) => other.run.from === run.from);
  const haveLeft = (own: readonly Lot[]): boolean => {
    const gone = own.filter(({ departs }) => departs.actual !== null);
    return total.pieces !== null && (sumOf(gone.flatMap((lot) => loadOf(lot) ?? [])) ?? 0) >= total.pieces;
  };
  return new Set(
    lots.filter((lot) => {
      if (lot.departs.actual !== null || lot.arrives.actual !== null || lot.received.size > 0) return false;
      const own = from(lot);
      return haveLeft(own) || (isLeftBehind(lot) && own.some((other) => !isLeftBehind(other)));
    }),
  );
}

/** The way the goods take: at each airport the flight that leaves first of those that really left, else of those planned. */
function mainWay({ origin, destination }: AirConsignment, lots: readonly Lot[]): Lot[] {
  const way: Lot[] = [];
  const seen = new Set<string>();
  let place = origin;
  while (place !== null && place !== destination && !seen.has(place)) {
    seen.add(place);
    const here = lots.filter(({ run }) => run.from === place && run.to !== null && run.to !== place);
    const flown = here.filter(({ departs, arrives }) => departs.actual !== null || arrives.actual !== null);
    const candidates = (flown.length > 0 ? flown : here).toSorted((a, b) => best(a.departs) - best(b.departs));
    const next = candidates[0];
    if (next === undefined) break;
    way.push(next);
    place = next.run.to;
  }
  return way;
}

const toLeg = ({ run, departs, arrives }: Lot, index: number): LegContent => ({
  sequence: index + 1,
  vesselName: run.flight,
  vesselImo: null,
  voyage: run.day,
  portOfLoading: run.from,
  portOfDischarge: run.to,
  etd: departs.estimated ?? departs.planned,
  atd: departs.actual,
  eta: arrives.estimated ?? arrives.planned,
  ata: arrives.actual,
});

const sumOf = (loads: readonly Load[]): number | null =>
  loads.length === 0 ? null : loads.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0);

const toUnit = (lot: Lot, isEmpty: boolean): ContainerContent => ({
  containerNo: lotNo(lot.run),
  sealNo: null,
  sizeType: null,
  quantity: isEmpty ? 0 : (loadOf(lot)?.pieces ?? null),
  grossWeightKg: isEmpty ? 0 : (loadOf(lot)?.weightKg ?? null),
  volumeM3: null,
  vesselName: lot.run.flight,
  voyage: lot.run.day,
  portOfLoading: lot.run.from,
  portOfDischarge: lot.run.to,
  receivedQuantity: sumOf([...lot.received.values()]),
});

/** The whole consignment is a unit too, under the number of its waybill: it has the totals, and how many pieces were handed over. */
const wholeUnit = (
  { waybill, origin, destination, total, volumeM3 }: AirConsignment,
  delivered: number | null,
): ContainerContent => ({
  containerNo: waybill,
  sealNo: null,
  sizeType: null,
  quantity: total.pieces,
  grossWeightKg: total.weightKg,
  volumeM3,
  vesselName: null,
  voyage: null,
  portOfLoading: origin,
  portOfDischarge: destination,
  receivedQuantity: delivered,
});

/** Pieces handed over by a moment; what is reported again of one lot at one time counts once, and a lot without a number with all that it has. */
function deliveredBy(
  until: Instant,
  { statements }: AirConsignment,
  of: ReadonlyMap<AirStatement, Lot>,
): number | null {
  const handovers = new Map<string, Load>();
  for (const statement of statements) {
    const { statusCode, actual, load } = statement;
    if (statusCode !== m.delivered || actual === null || actual > until) continue;
    const lot = of.get(statement);
    const pieces =
      load.pieces ?? (lot === undefined ? null : (sumOf([...lot.received.values()]) ?? loadOf(lot)?.pieces));
    handovers.set(`${lot === undefined ? '' : lotNo(lot.run)} ${actual}`, { ...load, pieces: pieces ?? null });
  }
  return sumOf([...handovers.values()].filter(({ pieces }) => pieces !== null));
}

/**
 * Whether a handover makes the whole consignment handed over: one of all pieces, or the part that makes them complete. Of how many
 * pieces there are in all where nobody says it, the flights to the destination have them.
 */
function isLastPart(statement: AirStatement, consignment: AirConsignment, of: ReadonlyMap<AirStatement, Lot>): boolean {
  if (statement.actual === null || (!statement.isPart && !of.has(statement))) return true;
  const coming = [...new Set(of.values())].filter(({ run }) => run.to === consignment.destination);
  const all = consignment.total.pieces ?? sumOf(coming.flatMap((lot) => loadOf(lot) ?? []));
  return all === null || (deliveredBy(statement.actual, consignment, of) ?? 0) >= all;
}

/** Customs may hold and release goods more than once: reported at two times it happened twice. */
const mayComeAgain: ReadonlySet<string> = new Set([m.customsHeld, m.customsCleared]);

function eventsOf(consignment: AirConsignment, of: ReadonlyMap<AirStatement, Lot>): EventContent[] {
  const events = new Map<string, EventContent>();
  for (const statement of consignment.statements) {
    const { statusCode, airport, planned, estimated, actual, discrepancy } = statement;
    const lot = of.get(statement);
    const isDone = statusCode === m.delivered && isLastPart(statement, consignment, of);
    if (lot === undefined && statusCode === m.delivered && !isDone) continue;
    // The whole consignment is handed over with the last of its lots.
    if (lot !== undefined && isDone)
      events.set(`|${statusCode}|${airport ?? ''}||`, {
        ...emptyEvent(null, statusCode, airport),
        ...timesOf(statement),
      });
    const unit = lot === undefined ? null : lotNo(lot.run);
    const again = mayComeAgain.has(statusCode) ? (actual ?? '') : '';
    const key = `${unit ?? ''}|${statusCode}|${airport ?? ''}|${discrepancy ?? ''}|${again}`;
    const ofFlight = statusCode === m.departed ? lot?.departs : statusCode === m.arrived ? lot?.arrives : undefined;
    const known = events.get(key) ?? ofFlight;
    events.set(key, {
      ...emptyEvent(unit, statusCode, airport),
      ...merge(known ?? { planned: null, estimated: null, actual: null }, { planned, estimated, actual }),
      vesselName: lot?.run.flight ?? null,
      voyage: lot?.run.day ?? null,
      place: discrepancy,
    });
  }
  return [...events.values()];
}

/** Departures and arrivals of flights that are only reported beside another status are milestones too. */
function callsOf(lots: Iterable<Lot>, known: readonly EventContent[]): EventContent[] {
  const reported = new Set(known.map(({ containerNo, statusCode }) => `${containerNo ?? ''}|${statusCode}`));
  return [...lots].flatMap((lot) =>
    (
      [
        [m.departed, lot.run.from, lot.departs],
        [m.arrived, lot.run.to, lot.arrives],
      ] as const
    ).flatMap(([statusCode, airport, times]): EventContent[] =>
      airport === null || reported.has(`${lotNo(lot.run)}|${statusCode}`) || best(times) === Number.MAX_SAFE_INTEGER
        ? []
        : [
            {
              ...emptyEvent(lotNo(lot.run), statusCode, airport),
              ...times,
              vesselName: lot.run.flight,
              voyage: lot.run.day,
            },
          ],
    ),
  );
}

/** Numbers repeats of one milestone at one place, so that each keeps a place of its own. */
function numbered(events: readonly EventContent[]): EventContent[] {
  const seen = new Map<string, number>();
  return events.map((event) => {
    const key = `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...event, occurrence };
  });
}

/** Makes the content of a consignment of everything that one airline says of it; `zoneOf` gives the zone of an airport. */
export function toAirContent(
  consignment: AirConsignment,
  zoneOf: (airport: string) => string | undefined,
): ShipmentContent {
  const { lots, of } = gatherLots(consignment.statements);
  const replaced = replacedOf([...lots.values()], consignment.total);
  const standing = [...lots.values()].filter((lot) => !replaced.has(lot));
  const way = mainWay(consignment, standing);
  const [first, last] = [way[0], way.at(-1)];
  const gone = new Set([...replaced].map(({ run }) => lotNo(run)));
  const reported = eventsOf(consignment, of).filter(
    ({ containerNo, statusCode, actual }) =>
      actual !== null || !gone.has(containerNo ?? '') || (statusCode !== m.departed && statusCode !== m.arrived),
  );
  const events = [...reported, ...callsOf(standing, reported)].map((event) => ({
    ...event,
    zone: event.portCode === null ? null : (zoneOf(event.portCode) ?? null),
  }));
  const empty = emptyContent(consignment.waybill, null, consignment.airline);
  const isWhole = last !== undefined && last.run.to === consignment.destination;
  return {
    mode: 'air',
    ...empty,
    booking: {
      ...empty.booking,
      vesselName: first?.run.flight ?? null,
      voyage: first?.run.day ?? null,
      portOfLoading: consignment.origin,
      portOfDischarge: consignment.destination,
      plannedDeparture: first?.departs.planned ?? null,
      etd: first === undefined ? null : (first.departs.estimated ?? first.departs.planned),
      atd: first?.departs.actual ?? null,
      plannedArrival: isWhole ? last.arrives.planned : null,
      eta: isWhole ? (last.arrives.estimated ?? last.arrives.planned) : null,
      ata: isWhole ? last.arrives.actual : null,
    },
    legs: way.map(toLeg),
    containers: [
      wholeUnit(consignment, deliveredBy(Number.POSITIVE_INFINITY, consignment, of)),
      ...[...lots.values()].map((lot) => toUnit(lot, replaced.has(lot) || isLeftBehind(lot))),
    ].sort((a, b) => (a.containerNo < b.containerNo ? -1 : 1)),
    events: numbered(events),
  };
}
