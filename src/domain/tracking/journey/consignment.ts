import { findContainerNumberProblem } from '#shared/ids/container-number.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { emptyContent, emptyEvent } from '../empty-content.ts';
import type { ContainerContent, EventContent, LegContent, ShipmentContent } from '../model.ts';
import { courierMilestones } from './courier.ts';
import type { OtherMode } from './mode.ts';
import { profileOf } from './profiles.ts';

/** A time by how sure it is. */
export type EventTimes = { planned: Instant | null; estimated: Instant | null; actual: Instant | null };

/** One thing that is notified of goods: what happened, where and when. */
export type Reported = {
  statusCode: string;
  place: string | null;
  times: EventTimes;
  /** Of which unit, such as a wagon; null: of all of them. */
  unitNo: string | null;
  /** What carried them, and which run of it. */
  carrier: string | null;
  run: string | null;
  /** The word of the source, with its own code. */
  wording: string | null;
};

/** A part of the way with one train or truck. */
export type Section = {
  carrier: string | null;
  run: string | null;
  from: string;
  to: string;
  departs: EventTimes;
  arrives: EventTimes;
};

/** Everything one source says of goods by rail, road or courier. */
export type Consignment = {
  mode: OtherMode;
  number: string | null;
  operator: string;
  origin: string | null;
  destination: string | null;
  pieces: number | null;
  weightKg: number | null;
  /** Numbers of wagons, containers or trucks. */
  units: readonly string[];
  /** Empty where the source tells scans only: the way is made of them. */
  sections: readonly Section[];
  statements: readonly Reported[];
  promised: Instant | null;
  /** When the courier expects the delivery, where that is stated besides the promise. */
  expected?: Instant | null;
  /** The service that was booked, in the words of the courier. */
  service?: string | null;
};

/** Nothing is known. */
export const noTimes: EventTimes = Object.freeze({ planned: null, estimated: null, actual: null });

const actualAt = (at: Instant | null): EventTimes => ({ ...noTimes, actual: at });

type PlaceStay = { place: string; came: Instant | null; left: Instant | null };

/** The way between the places of scans: they left one with the last departure there and came to the next with the first arrival. */
function sectionsOf({ mode, statements }: Consignment): Section[] {
  const profile = profileOf(mode);
  const scans = statements
    .flatMap(({ place, statusCode, times: { actual } }) =>
      place === null || actual === null ? [] : [{ place, statusCode, actual }],
    )
    .toSorted((a, b) => a.actual - b.actual);
  const visits: PlaceStay[] = [];
  for (const { place, statusCode, actual } of scans) {
    let visit = visits.at(-1);
    if (visit?.place !== place) {
      visit = { place, came: null, left: null };
      visits.push(visit);
    }
    if (statusCode === profile?.arrived) visit.came ??= actual;
    if (statusCode === profile?.departed) visit.left = actual;
  }
  return visits.slice(1).map((visit, index) => {
    const before = itemAt(visits, index);
    return {
      carrier: null,
      run: null,
      from: before.place,
      to: visit.place,
      departs: actualAt(before.left),
      arrives: actualAt(visit.came),
    };
  });
}

const toLeg = ({ carrier, run, from, to, departs, arrives }: Section, index: number): LegContent => ({
  sequence: index + 1,
  vesselName: carrier,
  vesselImo: null,
  voyage: run,
  portOfLoading: from,
  portOfDischarge: to,
  etd: departs.estimated ?? departs.planned,
  atd: departs.actual,
  eta: arrives.estimated ?? arrives.planned,
  ata: arrives.actual,
});

/** What the goods are in, where that is one thing: a wagon that carries their only container is not counted beside it. */
function onlyUnit(units: readonly string[]): string | undefined {
  if (units.length <= 1) return units[0];
  const containers = units.filter((unit) => findContainerNumberProblem(unit) !== 'shape');
  return containers.length === 1 ? containers[0] : undefined;
}

const toUnit = (
  containerNo: string,
  { origin, destination, pieces, weightKg, units }: Consignment,
  isWhole = units.length === 0 || onlyUnit(units) === containerNo,
): ContainerContent => ({
  containerNo,
  sealNo: null,
  sizeType: null,
  quantity: isWhole ? pieces : null,
  grossWeightKg: isWhole ? weightKg : null,
  volumeM3: null,
  vesselName: null,
  voyage: null,
  portOfLoading: origin,
  portOfDischarge: destination,
  receivedQuantity: null,
});

/** Milestones in the order of time; repeats of one at a place are numbered, so that each keeps a place of its own. */
function eventsOf({ statements }: Consignment, zoneOf: (place: string) => string | undefined): EventContent[] {
  const seen = new Map<string, number>();
  const timeOf = ({ times: { actual, estimated, planned } }: Reported): number => actual ?? estimated ?? planned ?? 0;
  return statements
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map(({ statusCode, place, times, unitNo, carrier, run, wording }) => {
      const key = `${unitNo ?? ''}|${statusCode}|${place ?? ''}`;
      const occurrence = (seen.get(key) ?? 0) + 1;
      seen.set(key, occurrence);
      return {
        ...emptyEvent(unitNo, statusCode, place),
        ...times,
        occurrence,
        vesselName: carrier,
        voyage: run,
        zone: place === null ? null : (zoneOf(place) ?? null),
        place: wording,
      };
    });
}

/** A courier promises the delivery: the arrival of a parcel is its delivery, not that at the last facility. */
const deliveredAt = (statements: readonly Reported[]): Instant | null =>
  statements.find(({ statusCode, times }) => statusCode === courierMilestones.delivered && times.actual !== null)?.times
    .actual ?? null;

/** Makes the content of goods by rail, road or courier of everything that one source says; `zoneOf` gives the zone of a place. */
export function toConsignmentContent(
  consignment: Consignment,
  zoneOf: (place: string) => string | undefined,
): ShipmentContent {
  const { mode, number, operator, origin, destination, units, promised, expected, service, statements } = consignment;
  const sections = consignment.sections.length > 0 ? consignment.sections : sectionsOf(consignment);
  const [first, last] = [sections[0], sections.at(-1)];
  const isWhole = last !== undefined && last.to === destination;
  const empty = emptyContent(number, null, operator);
  const estimate = isWhole ? (last.arrives.estimated ?? last.arrives.planned) : null;
  return {
    mode,
    ...empty,
    booking: {
      ...empty.booking,
      serviceCode: service ?? null,
      vesselName: first?.carrier ?? null,
      voyage: first?.run ?? null,
      portOfLoading: origin,
      portOfDischarge: destination,
      plannedDeparture: first?.departs.planned ?? null,
      etd: first?.departs.estimated ?? first?.departs.planned ?? null,
      atd: first?.departs.actual ?? null,
      plannedArrival: (isWhole ? last.arrives.planned : null) ?? promised,
      eta: estimate ?? expected ?? promised,
      ata: mode === 'courier' ? deliveredAt(statements) : isWhole ? last.arrives.actual : null,
    },
    legs: sections.map(toLeg),
    containers: (units.length > 0 ? units : number === null ? [] : [number])
      .toSorted()
      .map((unit) => toUnit(unit, consignment)),
    events: eventsOf(consignment, zoneOf),
  };
}
