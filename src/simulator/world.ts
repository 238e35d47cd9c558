import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { PlantedCause } from './disorder/causes.ts';
import { buildNetwork } from './network/build-network.ts';
import { WEEK_LIMIT, WEEK_MS, weekOf } from './network/calendar.ts';
import { type Sailings, createSailings } from './network/sailings.ts';
import type { Network, WorldReference } from './network/types.ts';
import { siteOf } from './pages/sites.ts';
import { loadReference } from './reference.ts';
import { toAggregatorRecord } from './reports/aggregator-record.ts';
import type { AggregatorRecord } from './reports/aggregator-types.ts';
import { honestReport } from './reports/carrier-report.ts';
import { type Heard, hear, nextHearing } from './reports/heard.ts';
import { type DisorderedReport, disorderReport } from './reports/report-disorder.ts';
import type { CarrierRecord, CarrierReport } from './reports/types.ts';
import { keyOfBill, keyOfBooking, keyOfContainer, keyOfIndex } from './shipments/numbers.ts';
import { type BookedPlan, bookingsOf } from './shipments/plan.ts';
import { type Registry, createRegistry } from './shipments/registry.ts';
import type { Shipment, ShipmentKey } from './shipments/types.ts';

/** Reports held: those that several sources are asked about at about the same time. */
const REPORTS_KEPT = 800;
/** No shipment lives longer than this after its first ship's round and a half (later legs, waits, the end). */
const LONGEST_REST_MS = 130 * DAY_MS;

/** A reference by which sources are asked. */
export type Reference = { type: 'bill' | 'booking' | 'container'; value: string };

/** The living world of a seed: a pure function of world time, nothing in it is stored. */
export type World = {
  readonly seed: string;
  readonly network: Network;
  readonly sailings: Sailings;
  /** Shipments alive at the moment: from booking to 20 days after the last empty return, by booking time. */
  shipmentsAlive(at: Instant): readonly Shipment[];
  /** The shipment of a bill number, whenever it lives. */
  shipment(billNo: string): Shipment | undefined;
  /** How many bookings the world makes itself on a sailing: those of customers come behind them. */
  bookingsOf(service: number, week: number): number;
  /** The shipment of a key. */
  shipmentOf(key: ShipmentKey): Shipment | undefined;
  /** The shipment of any reference, if it is booked by the moment. */
  find(reference: Reference, at: Instant): Shipment | undefined;
  /** Everything the carrier will ever report of a shipment, oldest first. */
  carrierReport(shipment: Shipment): CarrierReport;
  /** What the carrier has reported by the moment; empty for a reference that is not its own. */
  reportsOf(carrierCode: string, reference: Reference, at: Instant): readonly CarrierRecord[];
  /** The shipment and record of an event number, undefined when there is none. */
  recordOf(shipmentIndex: number, serial: number): { shipment: Shipment; record: CarrierRecord } | undefined;
  /** What the aggregator knows of a shipment at the moment; undefined while it knows nothing. */
  aggregatorRecord(shipment: Shipment, at: Instant): AggregatorRecord | undefined;
  /** What all aggregators know of a shipment at the moment, in nobody's form; undefined while they know nothing. */
  heardOf(shipment: Shipment, at: Instant): Heard | undefined;
  /** When the aggregator hears something new of a shipment after a moment. */
  aggregatorHears(shipment: Shipment, after: Instant): Instant | undefined;
  /** All planted causes of a shipment, those of its reports included. */
  causesOf(shipment: Shipment): readonly PlantedCause[];
  /** Entries held in each cache, to see that they stay bounded. */
  cacheCounts(): Record<'sailings' | 'spans' | 'shipments' | 'reports', number>;
};

/** A report as it is held: its records in order only, as the drafts would take as much memory again. */
type Report = Omit<DisorderedReport, 'records'> & { sorted: CarrierReport };

function sortReport({ records, ...rest }: DisorderedReport): Report {
  const sorted = records
    .map((record, serial) => ({ ...record, serial }))
    .toSorted((a, b) => a.createdAt - b.createdAt || a.serial - b.serial);
  return { ...rest, sorted };
}

/** The records of a sorted report that exist at the moment. */
export function reportedBy(report: CarrierReport, at: Instant): readonly CarrierRecord[] {
  let low = 0;
  let high = report.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const record = report[middle];
    if (record !== undefined && record.createdAt <= at) low = middle + 1;
    else high = middle;
  }
  return report.slice(0, low);
}

function createAliveList(network: Network, registry: Registry) {
  let last: { hour: number; list: readonly Shipment[] } | undefined;
  const collect = (from: Instant, to: Instant): Shipment[] => {
    const found: Shipment[] = [];
    for (const service of network.services) {
      const first = Math.max(0, weekOf(from - LONGEST_REST_MS - service.weeks * 1.5 * WEEK_MS));
      // Nothing is booked more than 10 days before it leaves.
      const end = Math.min(WEEK_LIMIT - 1, weekOf(to + 10 * DAY_MS) + 1);
      for (let week = first; week <= end; week += 1) {
        for (const shipment of registry.alive(service.index, week, from, to)) found.push(shipment);
      }
    }
    return found.toSorted((a, b) => a.bookedAt - b.bookedAt || a.billNo.localeCompare(b.billNo, 'en'));
  };
  return (at: Instant): readonly Shipment[] => {
    const hour = Math.floor(at / HOUR_MS);
    if (last?.hour !== hour) last = { hour, list: collect(hour * HOUR_MS, (hour + 1) * HOUR_MS) };
    return last.list.filter((one) => one.aliveFrom <= at && one.aliveTo > at);
  };
}

/** A wrong or foreign number is seen as soon as anything is notified of the container. */
function causesOfIdentity({ disorder, containers, confirmedAt }: Shipment): PlantedCause[] {
  const codes = { checkDigit: ['CTN_INVALID'], leasedContainer: ['CARRIER_MISMATCH'], containerSet: undefined };
  const found = disorder.identity && codes[disorder.identity];
  return disorder.identity === undefined || found === undefined
    ? []
    : [
        {
          kind: disorder.identity,
          codes: found,
          from: confirmedAt,
          to: null,
          containerNo: containers[0]?.number,
        },
      ];
}

/** Creates the world of a seed; reading the seed files and planning the services takes a moment, shipments are built when requested. */
export function createWorld(options: {
  seed: string;
  reference?: WorldReference;
  /** What customers booked, beside what the world books itself. */
  bookedBy?: (key: ShipmentKey) => BookedPlan | undefined;
}): World {
  const { seed } = options;
  const network = buildNetwork(options.reference ?? loadReference());
  const sailings = createSailings(network, seed);
  const registry = createRegistry(sailings, seed, options.bookedBy);
  const reports = createBoundedCache<Report>('world_reports', REPORTS_KEPT, 12_000);
  const shipmentOf = (key: ShipmentKey | undefined): Shipment | undefined =>
    key === undefined || key.service >= network.services.length ? undefined : registry.get(key);
  const reportOf = (shipment: Shipment): Report =>
    reports.get(shipment.billNo, () =>
      sortReport(disorderReport(seed, shipment, honestReport(sailings, seed, shipment))),
    );
  const find = ({ type, value }: Reference, at: Instant): Shipment | undefined => {
    const keyOf = {
      bill: keyOfBill,
      booking: keyOfBooking,
      container: (no: string) => keyOfContainer(network, no),
    };
    const found = shipmentOf(keyOf[type](value));
    if (found === undefined || found.bookedAt > at) return undefined;
    const numbers = {
      bill: [found.billNo],
      booking: [found.bookingNo],
      container: found.containers.map((one) => one.number),
    };
    return numbers[type].includes(value) ? found : undefined;
  };
  const heardOf = (shipment: Shipment, at: Instant): Heard | undefined => {
    const { silence, unheard } = reportOf(shipment);
    return hear(sailings, seed, shipment, { silence, unheard }, at);
  };
  return {
    seed,
    network,
    sailings,
    shipmentsAlive: createAliveList(network, registry),
    shipment: (billNo) => {
      const found = shipmentOf(keyOfBill(billNo));
      return found?.billNo === billNo ? found : undefined;
    },
    find,
    bookingsOf: (service, week) => bookingsOf(sailings.serviceAt(service), seed, week),
    shipmentOf,
    carrierReport: (shipment) => reportOf(shipment).sorted,
    reportsOf(carrierCode, reference, at) {
      const shipment = find(reference, at);
      if (shipment === undefined || shipment.carrier.code !== carrierCode) return [];
      return reportedBy(reportOf(shipment).sorted, at);
    },
    recordOf(index, serial) {
      const shipment = shipmentOf(keyOfIndex(index));
      const record = shipment && reportOf(shipment).sorted.find((one) => one.serial === serial);
      return shipment && record ? { shipment, record } : undefined;
    },
    aggregatorRecord(shipment, at) {
      const heard = heardOf(shipment, at);
      return heard && toAggregatorRecord(shipment, heard);
    },
    heardOf,
    aggregatorHears(shipment, after) {
      const { silence, unheard } = reportOf(shipment);
      return nextHearing(seed, shipment, { silence, unheard }, after);
    },
    causesOf(shipment) {
      const { causes } = reportOf(shipment);
      const reported = siteOf(shipment.carrier.code) === undefined ? heardOf(shipment, shipment.aliveTo) : undefined;
      return [...shipment.causes, ...causes, ...causesOfIdentity(shipment), ...(reported?.causes ?? [])];
    },
    cacheCounts: () => ({ sailings: sailings.held(), reports: reports.count, ...registry.counts() }),
  };
}
