import { readFileSync } from 'node:fs';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { connectors } from '#server/connectors/index.ts';
import { readAnswer, shippedReleases } from '#server/connectors/rpa/index.ts';
import type { Connector } from '#server/connectors/types.ts';
import { parseAirports, parseRailStations } from '#shared/reference/places.ts';
import { parseRoadSites } from '#shared/reference/road.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { createConsignments } from '../../src/simulator/air/consignments.ts';
import { toGraph } from '../../src/simulator/air/wire.ts';
import { toSfAnswer, toUpsAnswer } from '../../src/simulator/land/parcel-wire.ts';
import { createParcels, type Parcel } from '../../src/simulator/land/parcels.ts';
import { createRoadOrders, toFleetAnswer } from '../../src/simulator/land/road-orders.ts';
import { createRailLoads, toRailAnswer } from '../../src/simulator/land/trains.ts';
import { emsPage } from '../../src/simulator/pages/ems-pages.ts';
import { excursionsOf } from './excursions.ts';

/** Something the world did, and the exception that has to be open at some moment of it. */
export type Cause = { code: string; from: Instant; to: Instant };

/** A shipment of the world with what its sources say at a moment, read by the product's own parsers. */
export type Case = {
  number: string;
  mode: OtherMode;
  from: Instant;
  to: Instant;
  causes: readonly Cause[];
  contentsAt: (now: Instant) => readonly ShipmentContent[];
};

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const airports = parseAirports(read('generated/airports.csv'));
/** Names and zones of airports, as the site of a courier shows them. */
const shownPlaces = new Map(airports.map(({ code, name, zone }) => [code, { name, zone: zone ?? 'UTC' }]));

/** IANA zones of airports, stations and sites of the world. */
export const zones = new Map(
  [
    ...airports,
    ...parseRailStations(read('seeds/rail-stations.csv')),
    ...parseRoadSites(read('seeds/road-sites.csv')),
  ].flatMap(({ code, zone }) => (zone === null ? [] : [[code, zone] as const])),
);
/** Countries of airports, which couriers call their facilities by. */
export const countries = new Map(airports.map(({ code, countryCode }) => [code, countryCode]));
const reference = { resolvePort: () => undefined, zoneOf: (code: string) => zones.get(code) };

/** What a connector makes of the answers of a source. */
function parsed(
  protocol: Connector['protocol'],
  billNo: string,
  carrierCode: string,
  bodies: readonly object[],
  receivedAt: Instant,
): ShipmentContent[] {
  if (bodies.length === 0) return [];
  const { content } = connectors[protocol].parse(
    bodies.map((body) => Buffer.from(JSON.stringify(body))),
    { subject: 'bill', billNo, containerNo: null, carrierCode, receivedAt },
    reference,
  );
  return content === null ? [] : [content];
}

const releases = shippedReleases();

/** What is read from the page of the courier that has pages only. */
function readPage(parcel: Parcel, now: Instant): ShipmentContent[] {
  const { content } = readAnswer(
    {
      carrierCode: parcel.courier,
      subject: 'bill',
      subjectNo: parcel.waybill,
      collectedAt: now,
      contentType: 'html',
      parserHint: null,
      text: emsPage(parcel, now, shownPlaces),
    },
    releases,
    reference,
  ).record;
  return content === null ? [] : [content];
}

/** Shipments by air, rail, road and courier that were booked within some days before a moment. */
export function casesOf(seed: string, end: Instant, days: number): Case[] {
  const from = end - days * DAY_MS;
  const air = createConsignments(seed)
    .booked(from, end)
    .map((one): Case => ({
      number: one.waybill,
      mode: 'air',
      from: one.bookedAt,
      to: one.endsAt + DAY_MS,
      causes: one.causes,
      contentsAt: (now) =>
        parsed('onerecord', one.waybill, one.airline.code, [toGraph(seed, 'http://world', one, now)], now),
    }));
  const rail = createRailLoads(seed)
    .booked(from, end)
    .map((one): Case => ({
      number: one.waybill,
      mode: 'rail',
      from: one.bookedAt,
      to: Math.max(...one.events.map(({ publishedAt }) => publishedAt)) + DAY_MS,
      causes: one.causes,
      contentsAt: (now) => parsed('railway', one.waybill, 'CRCT', [toRailAnswer(one, now, zones)], now),
    }));
  const road = createRoadOrders(seed)
    .booked(from, end)
    .map((one): Case => {
      const reported = excursionsOf(seed, one);
      return {
        number: one.orderNo,
        mode: 'road',
        from: one.bookedAt,
        to: one.round.returns + 6 * HOUR_MS,
        causes: one.causes,
        contentsAt: (now) => [
          ...parsed('fleet', one.orderNo, 'HAUL', [toFleetAnswer(one, now)], now),
          ...parsed('coldchain', one.orderNo, 'HAUL', reported(now), now),
        ],
      };
    });
  const couriers = createParcels(seed)
    .booked(from, end)
    .map((one): Case => ({
      number: one.waybill,
      mode: 'courier',
      from: one.bookedAt,
      to: Math.max(...one.scans.map(({ publishedAt }) => publishedAt)) + DAY_MS,
      causes: one.causes,
      contentsAt: (now) => {
        if (one.courier === 'EMS') return readPage(one, now);
        const isSf = one.courier === 'SF';
        return parsed(
          isSf ? 'sf' : 'ups',
          one.waybill,
          one.courier,
          [isSf ? toSfAnswer(seed, one, now, zones) : toUpsAnswer(one, now)],
          now,
        );
      },
    }));
  return [...air, ...rail, ...road, ...couriers];
}
