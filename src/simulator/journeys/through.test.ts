import { expect, test } from 'vitest';
import { findAirWaybillProblem } from '#shared/ids/air-waybill.ts';
import { detectCourier } from '#shared/ids/courier-waybill.ts';
import { distanceNm, type LonLat } from '#shared/geo/geodesy.ts';
import { parseAirports, parsePorts, parseRailStations } from '#shared/reference/places.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { createConsignments } from '../air/consignments.ts';
import { ordersOf } from '../commerce/orders.ts';
import { createParcels } from '../land/parcels.ts';
import { createRoadOrders } from '../land/road-orders.ts';
import { createRailLoads } from '../land/trains.ts';
import { readText } from '../reference.ts';
import { endOf, startOf } from '../shipments/route.ts';
import { createWorld } from '../world.ts';
import { throughOf, type ThroughJourney } from './through.ts';

const seed = 'portolan';
const world = createWorld({ seed });
const now = Date.UTC(2026, 10, 24);
const through = throughOf(world);
const journeys = through.alive(now);

const actualOf = ({ shipment }: ThroughJourney, code: string): number[] =>
  shipment.milestones.filter((one) => one.code === code).map(({ actual }) => actual);

test('goods of the world go from truck to train to ship to plane to courier, each after the one before', () => {
  expect(journeys.length).toBeGreaterThan(5);
  expect(journeys.filter(({ parcel }) => parcel !== undefined).length).toBeGreaterThan(3);
  for (const journey of journeys) {
    const { road, rail, air, parcel } = journey;
    const [section] = rail.sections;
    const times = [
      road?.bookedAt,
      road?.round.leaves,
      road?.round.reaches,
      section?.departs.actual,
      section?.arrives.actual,
      Math.min(...actualOf(journey, 'GITM')),
      Math.min(...actualOf(journey, 'DLPT')),
      Math.max(...actualOf(journey, 'DSCH')),
      ...(air === undefined ? [] : [air.statuses.find(({ code }) => code === 'DEP')?.at, air.endsAt]),
      ...(parcel === undefined ? [] : [parcel.bookedAt, parcel.scans.at(-1)?.at]),
    ];
    expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)));
    // The truck unloads where the train begins, the plane leaves from beside the port, and parcels from where it lands.
    expect([road?.truck.row.sites.at(-1), section?.from]).toEqual(['YWDC', 'CNYIX']);
    expect(road?.truck.row.tenant).toBe('ALPHA');
    expect(rail.container).toBe(journey.shipment.containers[0]?.number);
    if (air !== undefined) expect([air.destination, parcel?.origin]).toEqual(['FRA', 'FRA']);
  }
});

/** Where ports, stations and airports are. */
const places = new Map<string, LonLat>([
  ...parsePorts(readText('generated/ports.csv')).map(({ code, lon, lat }) => [code, [lon, lat]] as const),
  ...parseAirports(readText('generated/airports.csv')).map(({ code, lon, lat }) => [code, [lon, lat]] as const),
  ...parseRailStations(readText('seeds/rail-stations.csv')).map(({ code, lon, lat }) => [code, [lon, lat]] as const),
]);
const nmBetween = (from: string, to: string): number =>
  distanceNm(places.get(from) ?? [0, 0], places.get(to) ?? [0, 0]);

test('every ship that comes to a port with an airport beside it is followed by a plane, and each part begins near where the one before ended', () => {
  for (const { shipment, rail, air, parcel } of journeys) {
    const [first, last] = [shipment.legs[0], shipment.legs.at(-1)];
    const load = first === undefined ? '' : startOf(world.sailings, first).port.code;
    const discharge = last === undefined ? '' : endOf(world.sailings, last).port.code;
    expect(nmBetween(rail.sections.at(-1)?.to ?? '', load)).toBeLessThan(60);
    // Not where the ship ended up elsewhere.
    if (shipment.milestones.some(({ code, port }) => code === 'DSCH' && port.code !== discharge)) continue;
    expect(air, `${shipment.orderNo} to ${discharge}`).toBeDefined();
    expect(nmBetween(discharge, air?.origin ?? '')).toBeLessThan(60);
    expect(air?.destination).toBe(parcel?.origin);
  }
});

test('what flies of an order by sea flies between the same regions, and is no part of a longer way', () => {
  const consignments = createConsignments(seed, through.air);
  const byAir = ['ALPHA', 'BETA'].flatMap((tenant) =>
    [0, 7].flatMap((days) =>
      ordersOf(world, consignments, tenant, now - days * DAY_MS).flatMap(({ value }) =>
        value.lines.flatMap(({ mode, references: [number] }) =>
          mode === 'air' && value.lines.length > 1 ? [{ value, flown: consignments.find(number ?? '') }] : [],
        ),
      ),
    ),
  );
  expect(byAir.length).toBeGreaterThan(2);
  for (const { value, flown } of byAir) {
    expect(nmBetween(value.origin, flown?.origin ?? '')).toBeLessThan(450);
    expect(nmBetween(value.destination, flown?.destination ?? '')).toBeLessThan(450);
    expect(through.air.find(flown?.waybill ?? '')).toBeUndefined();
  }
});

test('each part has a number of its own kind, by which its operator finds it', () => {
  const parcels = createParcels(seed, through.parcels);
  const consignments = createConsignments(seed, through.air);
  const [loads, orders] = [createRailLoads(seed, through.rail), createRoadOrders(seed)];
  for (const { road, rail, air, parcel } of journeys) {
    expect(loads.find(rail.waybill, now)).toBe(rail);
    expect(orders.find(road?.orderNo ?? '', now)?.bookedAt).toBe(road?.bookedAt);
    if (air === undefined || parcel === undefined) continue;
    expect(findAirWaybillProblem(air.waybill)).toBeUndefined();
    expect(detectCourier(parcel.waybill)).toEqual({ courier: 'UPS' });
    expect([consignments.find(air.waybill), parcels.find(parcel.waybill)]).toEqual([air, parcel]);
  }
  const between = [now - 60 * DAY_MS, now] as const;
  expect(loads.booked(...between).map(({ waybill }) => waybill)).toEqual(
    expect.arrayContaining(through.rail.booked(...between).map(({ waybill }) => waybill)),
  );
});

test('a waybill with a negative serial is unknown', () => {
  expect(createConsignments(seed).find('784--000001')).toBeUndefined();
});

test('the order names each part once it is booked', () => {
  const consignments = createConsignments(seed);
  const [whole] = journeys.filter(({ parcel }) => parcel !== undefined && parcel.bookedAt <= now);
  const { shipment, road, rail, air, parcel } = whole as ThroughJourney;
  const parts = [
    { at: shipment.bookedAt, reference: shipment.billNo },
    { at: rail.bookedAt, reference: rail.waybill },
    { at: road?.bookedAt ?? 0, reference: road?.orderNo },
    { at: air?.bookedAt ?? 0, reference: air?.waybill },
    { at: parcel?.bookedAt ?? 0, reference: parcel?.waybill },
  ];
  const products = new Set<string | undefined>();
  for (const [index, { at }] of parts.entries()) {
    const [own, ...rest] = ordersOf(world, consignments, 'ALPHA', at).filter(
      ({ value }) => value.orderNo === shipment.orderNo,
    );
    const [line] = own?.value.lines ?? [];
    // An order system lists an order where it was changed last.
    expect([own?.at, rest]).toEqual([at, []]);
    expect(line?.references).toEqual(parts.slice(0, index + 1).map(({ reference }) => reference));
    products.add(line?.productName);
  }
  expect(products.size).toBe(1);
});
