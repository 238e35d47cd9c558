import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectors } from '#server/connectors/index.ts';
import type { Connector } from '#server/connectors/types.ts';
import { parseAirports, parseRailStations } from '#shared/reference/places.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { parcelStateOf } from '#domain/tracking/journey/parcel-state.ts';
import { readAnswer, shippedReleases } from '#server/connectors/rpa/index.ts';
import { emsPage } from '../pages/ems-pages.ts';
import { createParcels, type Parcel } from './parcels.ts';
import { toSfAnswer, toUpsAnswer } from './parcel-wire.ts';
import { createRoadOrders, toFleetAnswer } from './road-orders.ts';
import { createRailLoads, toRailAnswer } from './trains.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const zones = new Map(
  [...parseAirports(read('generated/airports.csv')), ...parseRailStations(read('seeds/rail-stations.csv'))].map(
    ({ code, zone }) => [code, zone],
  ),
);
const places = new Map(
  parseAirports(read('generated/airports.csv')).map(({ code, name, zone }) => [code, { name, zone }]),
);
const seed = 'land';
const now = Date.UTC(2026, 2, 20);
const parsed = (protocol: Connector['protocol'], billNo: string, carrierCode: string, answer: object) =>
  connectors[protocol].parse(
    [Buffer.from(JSON.stringify(answer))],
    { subject: 'bill', billNo, containerNo: null, carrierCode, receivedAt: now },
    { resolvePort: () => undefined, zoneOf: (code) => zones.get(code) },
  );

test('parcels of the world are read as they were scanned, from both couriers with an interface', () => {
  const parcels = createParcels(seed);
  const all = parcels.booked(now - 12 * DAY_MS, now).filter(({ courier }) => courier !== 'EMS');
  expect(all.length).toBeGreaterThan(30);
  for (const parcel of all) {
    expect(parcels.find(parcel.waybill)?.waybill).toBe(parcel.waybill);
    const isSf = parcel.courier === 'SF';
    const answer = isSf ? toSfAnswer(seed, parcel, now, zones) : toUpsAnswer(parcel, now);
    const { content, refusals } = parsed(isSf ? 'sf' : 'ups', parcel.waybill, parcel.courier, answer);
    expect(refusals).toEqual([]);
    const truth = (one: Parcel) => one.scans.filter(({ publishedAt }) => publishedAt <= now).map(({ at }) => at);
    expect(new Set(content?.events.map(({ actual }) => actual))).toEqual(new Set(truth(parcel)));
    expect(content?.booking).toMatchObject({ billNo: parcel.waybill, portOfDischarge: parcel.destination });
  }
});

test('parcels of the courier with pages only are read from its page as they were scanned', () => {
  const parcels = createParcels(seed);
  const all = parcels.booked(now - 12 * DAY_MS, now).filter(({ courier }) => courier === 'EMS');
  expect(all.length).toBeGreaterThan(15);
  const reference = { resolvePort: () => undefined, zoneOf: (code: string) => zones.get(code) };
  for (const parcel of all) {
    const shown = parcel.scans.filter(({ publishedAt }) => publishedAt <= now);
    const answer = {
      carrierCode: 'EMS',
      subject: 'bill',
      subjectNo: parcel.waybill,
      collectedAt: now,
      contentType: 'html',
      parserHint: null,
      text: emsPage(parcel, now, places),
    } as const;
    const { state, record, parser, events } = readAnswer(answer, shippedReleases(), reference);
    expect([state, parser?.id, events], parcel.waybill).toEqual([
      shown.length === 0 ? 'unknown' : 'parsed',
      'ems-mail',
      shown.length,
    ]);
    if (record.content === null) continue;
    expect(new Set(record.content.events.map(({ actual }) => actual))).toEqual(new Set(shown.map(({ at }) => at)));
    expect(record.content.booking).toMatchObject({
      billNo: parcel.waybill,
      portOfLoading: parcel.origin,
      portOfDischarge: parcel.destination,
    });
    const { grossWeightKg } = record.content.containers[0] ?? {};
    expect([record.content.mode, grossWeightKg]).toEqual(['courier', parcel.weightKg]);
    const delivered = shown.some(({ kind }) => kind === 'delivered');
    expect(parcelStateOf(record.content, now, parcel.bookedAt).main === 'delivered').toBe(delivered);
  }
});

test('goods by rail are read with their trains, border stations and times by the clocks of three railways', () => {
  const loads = createRailLoads(seed);
  const all = loads.booked(now - 30 * DAY_MS, now);
  expect(all.length).toBeGreaterThan(40);
  for (const load of all) {
    const { content, refusals } = parsed('railway', load.waybill, 'CRCT', toRailAnswer(load, now, zones));
    expect(refusals).toEqual([]);
    expect(content?.legs.map(({ atd }) => atd)).toEqual(
      load.sections.map(({ departs }) => (departs.actual <= now ? departs.actual : null)),
    );
    expect(loads.find(load.wagon, now)?.wagon).toBe(load.wagon);
    const borders = content?.events.filter(({ statusCode, actual }) => statusCode === 'RBA' && actual !== null) ?? [];
    const reported = load.events.filter(({ event, publishedAt }) => event === 'BORDER_IN' && publishedAt <= now);
    expect(borders.map(({ actual, portCode }) => [actual, portCode])).toEqual(
      reported.map(({ at, station }) => [at, station]),
    );
  }
});

test('orders of trucks are read stop by stop', () => {
  const orders = createRoadOrders(seed);
  const all = orders.booked(now - 4 * DAY_MS, now);
  expect(all.length).toBeGreaterThan(20);
  for (const order of all) {
    expect(orders.find(order.orderNo, now)?.orderNo).toBe(order.orderNo);
    const { content, refusals } = parsed('fleet', order.orderNo, 'HAUL', toFleetAnswer(order, now));
    expect(refusals).toEqual([]);
    expect(content?.legs.length).toBe(order.truck.row.sites.length - 1);
    const reached = content?.legs.at(-1)?.ata ?? null;
    expect(reached === null ? now < order.round.reaches : Math.abs(reached - order.round.reaches) < MINUTE_MS).toBe(
      true,
    );
  }
});
