import { buildAirWaybill } from '#shared/ids/air-waybill.ts';
import { buildCourierWaybill } from '#shared/ids/courier-waybill.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { valueFor } from '#shared/values/items.ts';
import { buildOnwardConsignment, type Consignment } from '../air/consignments.ts';
import { airlines } from '../air/flights.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import type { Booked, ExtraBookings } from '../land/daily.ts';
import { buildOnwardParcel, type Parcel } from '../land/parcels.ts';
import { createRoadOrders, type RoadOrder } from '../land/road-orders.ts';
import { buildRailToPort, type RailLoad } from '../land/trains.ts';
import { keyOfIndex, shipmentIndex } from '../shipments/numbers.ts';
import { endLegs, endOf, startOf } from '../shipments/route.ts';
import type { MilestoneCode, Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** Goods that go by truck, rail, sea, air and courier: what is booked of their way, one after the other. */
export type ThroughJourney = {
  shipment: Shipment;
  road: RoadOrder | undefined;
  rail: RailLoad;
  /** From where the ship lets them go on by air; not where she ended up elsewhere. */
  air: Consignment | undefined;
  parcel: Parcel | undefined;
};

/** The trains that bring goods of this tenant from its inland station to ports. */
const tenantCode = 'ALPHA';
const station = 'CNYIX';
const portStations = new Map([
  ['CNNGB', { station: 'CNBLP', hours: 9 }],
  ['CNSHA', { station: 'CNSHM', hours: 12 }],
]);
/** Airports beside ports where goods by sea change to the air, and where all of them fly. */
const gateways: Readonly<Record<string, string>> = { AEJEA: 'DWC', SGSIN: 'SIN' };
const flownTo = 'FRA';
/** Facilities of the courier that takes parcels on from there. */
const courierWay = ['FRA', 'CGN', 'LHR'] as const;
/** Numbers below are those of what is booked by the day. */
const FIRST_SERIAL = 2_000_000;
const KEPT = 200;

const serialOf = (shipment: Shipment): number => FIRST_SERIAL + shipmentIndex(shipment.key);

function isThrough(world: World, { tenantCode: tenant, byContainer, domestic, legs }: Shipment): boolean {
  if (tenant !== tenantCode || byContainer || domestic) return false;
  const [first, last] = endLegs(legs);
  return (
    portStations.has(startOf(world.sailings, first).port.code) &&
    gateways[endOf(world.sailings, last).port.code] !== undefined
  );
}

/** First or last time of a milestone over all containers. */
function timesOf({ milestones }: Shipment, code: MilestoneCode, pick: (...times: Instant[]) => number) {
  const found = milestones.filter((one) => one.code === code);
  return {
    port: found[0]?.port.code ?? '',
    planned: pick(...found.map(({ planned }) => planned)),
    actual: pick(...found.map(({ actual }) => actual)),
  };
}

type Trucks = ReturnType<typeof createRoadOrders>;

function build(world: World, shipment: Shipment, trucks: Trucks): ThroughJourney {
  const { seed } = world;
  const serial = serialOf(shipment);
  const gate = timesOf(shipment, 'GITM', Math.min);
  const { station: to, hours } = valueFor(portStations, gate.port);
  const [container] = shipment.containers;
  const rail = buildRailToPort(seed, {
    serial,
    tenantCode,
    bookedAt: shipment.bookedAt + HOUR_MS,
    container: container?.number ?? '',
    weightKg: container?.grossWeightKg ?? 0,
    from: station,
    to,
    hours,
    handedOver: { planned: gate.planned - HOUR_MS, actual: gate.actual - 30 * MINUTE_MS },
  });
  const discharged = timesOf(shipment, 'DSCH', Math.max);
  const gateway = gateways[discharged.port];
  const air =
    gateway === undefined
      ? undefined
      : buildOnwardConsignment(seed, {
          serial,
          tenantCode,
          bookedAt: discharged.actual,
          from: gateway,
          to: flownTo,
          ready: timesOf(shipment, 'STCS', Math.max).actual + 20 * HOUR_MS,
        });
  return {
    shipment,
    road: trucks.toStation(Math.min(...rail.events.map(({ at }) => at))),
    rail,
    air,
    parcel: air && buildOnwardParcel(seed, { serial, way: courierWay, bookedAt: air.endsAt + HOUR_MS, tenantCode }),
  };
}

/** The long ways of the world's goods over all modes. */
export type ThroughJourneys = {
  /** Those whose goods are in the world at a moment. */
  alive(at: Instant): readonly ThroughJourney[];
  rail: ExtraBookings<RailLoad>;
  air: ExtraBookings<Consignment>;
  parcels: ExtraBookings<Parcel>;
  road: ExtraBookings<RoadOrder>;
};

/** How far back order systems tell of these ways when they are first asked: longer than any of them takes. */
export const THROUGH_BACK_MS = 90 * DAY_MS;

function createThroughJourneys(world: World): ThroughJourneys {
  const built = createBoundedCache<ThroughJourney>('world_journeys', KEPT, 20_000);
  const trucks = createRoadOrders(world.seed);
  const journeyOf = (shipment: Shipment): ThroughJourney =>
    built.get(shipment.billNo, () => build(world, shipment, trucks));
  let last: { hour: number; list: readonly ThroughJourney[] } | undefined;
  const alive = (at: Instant): readonly ThroughJourney[] => {
    const hour = Math.floor(at / HOUR_MS);
    if (last?.hour !== hour)
      last = {
        hour,
        list: world
          .shipmentsAlive(at)
          .filter((one) => isThrough(world, one))
          .map(journeyOf),
      };
    return last.list;
  };
  const ofSerial = (serial: number): ThroughJourney | undefined => {
    const key = serial < FIRST_SERIAL ? undefined : keyOfIndex(serial - FIRST_SERIAL);
    const shipment = key && world.shipmentOf(key);
    return shipment && isThrough(world, shipment) ? journeyOf(shipment) : undefined;
  };
  const extra = <T extends Booked>(
    part: (journey: ThroughJourney) => T | undefined,
    find: ExtraBookings<T>['find'],
  ): ExtraBookings<T> => ({
    find,
    booked: (from, to) =>
      alive(to)
        .flatMap((journey) => part(journey) ?? [])
        .filter(({ bookedAt }) => bookedAt >= from && bookedAt <= to),
  });
  return {
    alive,
    rail: extra(
      ({ rail }) => rail,
      (number) => (/^RWB\d{9}$/.test(number) ? ofSerial(Number(number.slice(3)))?.rail : undefined),
    ),
    air: extra(
      ({ air }) => air,
      (number) => {
        const serial = Number(number.slice(4, 11));
        const isOwnAirline = airlines.some(({ prefix }) => number === buildAirWaybill(prefix, serial));
        const found = isOwnAirline ? ofSerial(serial)?.air : undefined;
        return found?.waybill === number ? found : undefined;
      },
    ),
    parcels: extra(
      ({ parcel }) => parcel,
      (number) => {
        const serial = Number(number.slice(10, 17));
        return buildCourierWaybill('UPS', serial) === number ? ofSerial(serial)?.parcel : undefined;
      },
    ),
    road: extra(
      ({ road }) => road,
      () => undefined,
    ),
  };
}

/** The long ways of a world; the same ones for all its servers. */
export const throughOf: (world: World) => ThroughJourneys = oncePer((world) => createThroughJourneys(world));
