import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRecord } from '#shared/values/objects.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { offsetLabel } from '#shared/time/zone.ts';
import { siteOf } from '../pages/sites.ts';
import type { Shipment } from '../shipments/types.ts';
import { findDcsa3Problems, findDcsaProblems } from '#testing/simulator/dcsa-check.ts';
import { faultOf, outageAt } from './faults.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';

const start = Date.UTC(2026, 10, 21, 6);
let now = start;
let simulator: Simulator;

type Event = Record<string, string> & {
  transportCall?: Record<string, string> & { vessel?: Record<string, string> };
};

beforeAll(async () => {
  simulator = await startSimulator({
    seed: 'demo',
    host: '127.0.0.1',
    port: 0,
    now: () => now,
    faults: false,
  });
});

afterAll(() => simulator.stop());

function ask(carrierCode: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${simulator.baseUrl}/carriers/${carrierCode}/v2${path}`, {
    headers: { 'api-key': `${carrierCode}-demo-key`, ...headers },
  });
}

async function events(carrierCode: string, query: string): Promise<Event[]> {
  const response = await ask(carrierCode, `/events?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Event[];
}

function old(filter: (one: Shipment) => boolean = () => true): Shipment {
  const found = simulator.world
    .shipmentsAlive(start)
    .find((one) => filter(one) && one.aliveTo < start + 15 * DAY_MS && simulator.world.causesOf(one).length === 0);
  if (found === undefined) throw new Error('No such shipment');
  return found;
}

describe('a carrier server', () => {
  test('writes every event as the standard does', async () => {
    for (const carrier of simulator.world.network.carriers.filter(({ code }) => siteOf(code) === undefined)) {
      const shipments = simulator.world.shipmentsAlive(now).filter((one) => one.carrier === carrier);
      for (const { billNo } of shipments.slice(0, 12)) {
        for (const event of await events(carrier.code, `transportDocumentReference=${billNo}&limit=1000`)) {
          expect(findDcsaProblems(event), JSON.stringify(event)).toEqual([]);
        }
      }
    }
  });

  test('writes every event of 3.0 with the codes of 3.0', async () => {
    const papers = new Set<string>();
    for (const { billNo, carrier } of simulator.world.shipmentsAlive(now).slice(0, 80)) {
      if (siteOf(carrier.code) !== undefined) continue;
      const url = `${simulator.baseUrl}/carriers/${carrier.code}/v3/events?transportDocumentReference=${billNo}&limit=1000`;
      const response = await fetch(url, { headers: { 'api-key': `${carrier.code}-demo-key` } });
      const body: unknown = await response.json();
      const list: unknown = Array.isArray(body) ? body : asRecord(body)['events'];
      for (const event of (Array.isArray(list) ? list : []).map(asRecord)) {
        expect(findDcsa3Problems(event), JSON.stringify(event)).toEqual([]);
        papers.add(String(/"documentReference":\{"typeCode":"(\w+)"/.exec(JSON.stringify(event))?.[1]));
      }
    }
    expect([...papers]).toEqual(expect.arrayContaining(['CUC', 'DEO', 'BKG']));
  });

  test('gives times in the offset of their place, and nothing of the future', async () => {
    const shipment = old((one) => one.legs.length > 1);
    const found = await events(shipment.carrier.code, `transportDocumentReference=${shipment.billNo}&limit=1000`);
    expect(found.length).toBeGreaterThan(20);
    for (const event of found) {
      expect(Date.parse(String(event['eventCreatedDateTime']))).toBeLessThanOrEqual(now);
      const port = simulator.world.network.ports.get(event.transportCall?.['UNLocationCode'] ?? '');
      const text = String(event['eventDateTime']);
      if (port !== undefined) expect(text.slice(19)).toBe(offsetLabel(Date.parse(text), port.zone));
    }
    const truth = shipment.milestones.find(({ code }) => code === 'BDAR');
    const arrival = found.findLast(
      (one) => one['transportEventTypeCode'] === 'ARRI' && one['eventClassifierCode'] === 'ACT',
    );
    expect(Date.parse(arrival?.['eventDateTime'] ?? '')).toBe(truth?.actual);
  });

  test('is asked by bill, booking and container, and combines filters', async () => {
    const shipment = old((one) => one.containers.length > 1);
    const { code } = shipment.carrier;
    const byBill = await events(code, `transportDocumentReference=${shipment.billNo}&limit=1000`);
    expect(await events(code, `carrierBookingReference=${shipment.bookingNo}&limit=1000`)).toEqual(byBill);
    const container = shipment.containers[1]?.number ?? '';
    const byContainer = await events(code, `equipmentReference=${container}&limit=1000`);
    expect(
      byContainer.every((one) => one['eventType'] !== 'EQUIPMENT' || one['equipmentReference'] === container),
    ).toBe(true);
    expect(byContainer.length).toBeLessThan(byBill.length);
    const loads = await events(
      code,
      `equipmentReference=${container}&equipmentEventTypeCode=LOAD,DISC&eventClassifierCode=ACT`,
    );
    expect(loads.map((one) => one['equipmentEventTypeCode'])).toEqual(shipment.legs.flatMap(() => ['LOAD', 'DISC']));
    const middle = String(byBill[Math.floor(byBill.length / 2)]?.['eventCreatedDateTime']);
    const query = `transportDocumentReference=${shipment.billNo}&limit=1000`;
    const later = await events(code, `${query}&eventCreatedDateTime:gte=${encodeURIComponent(middle)}`);
    const earlier = await events(code, `${query}&eventCreatedDateTime:lt=${encodeURIComponent(middle)}`);
    expect([...earlier, ...later]).toEqual(byBill);
    const other = simulator.world.network.carriers.find((one) => one.code !== code)?.code ?? '';
    expect(await events(other, `transportDocumentReference=${shipment.billNo}`)).toEqual([]);
    expect(await events(code, 'transportDocumentReference=NONE')).toEqual([]);
  });

  test.each(['ASC', 'DESC'])('pages %s by cursor so that each event comes once', async (direction) => {
    const shipment = old();
    const { code } = shipment.carrier;
    const query = `transportDocumentReference=${shipment.billNo}&sort=eventCreatedDateTime:${direction}`;
    const all = await events(code, `${query}&limit=1000`);
    const paged: Event[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = cursor === '' ? `${query}&limit=7` : `cursor=${encodeURIComponent(cursor)}`;
      const response: Response = await ask(code, `/events?${path}`);
      const page = (await response.json()) as Event[];
      expect(page.length).toBeLessThanOrEqual(7);
      expect(response.headers.get('current-page')).toBeTruthy();
      paged.push(...page);
      cursor = response.headers.get('next-page');
      if (cursor !== null) expect(response.headers.get('link')).toContain(cursor);
    }
    expect(paged).toEqual(all);
    expect(new Set(paged.map((one) => one['eventID'])).size).toBe(paged.length);
  });

  test('answers 304 while nothing changed, and again after', async () => {
    const shipment = simulator.world
      .shipmentsAlive(start)
      .find((one) => one.aliveTo > start + 40 * DAY_MS && simulator.world.causesOf(one).length === 0);
    const code = shipment?.carrier.code ?? '';
    const path = `/events?transportDocumentReference=${shipment?.billNo}&limit=1000`;
    const first = await ask(code, path);
    expect(first.headers.get('api-version')).toBe('2.2.0');
    const etag = first.headers.get('etag') ?? '';
    expect((await ask(code, path, { 'if-none-match': etag })).status).toBe(304);
    now = start + 4 * DAY_MS;
    const later = await ask(code, path, { 'if-none-match': etag });
    now = start;
    expect(later.status).toBe(200);
    expect(((await later.json()) as Event[]).slice(0, 3)).toEqual(((await first.json()) as Event[]).slice(0, 3));
  });

  test('gives one event by its id, once it exists', async () => {
    const shipment = old();
    const { code } = shipment.carrier;
    const [event] = await events(code, `transportDocumentReference=${shipment.billNo}`);
    const path = `/events/${event?.['eventID']}`;
    expect(await (await ask(code, path)).json()).toEqual(event);
    now = Date.parse(event?.['eventCreatedDateTime'] ?? '') - MINUTE_MS;
    expect((await ask(code, path)).status).toBe(404);
    now = start;
    expect((await ask(code, '/events/00000000-0000-4000-a000-000000000000')).status).toBe(404);
    expect((await ask(code, '/events/nonsense')).status).toBe(404);
  });

  test.each([
    ['no key', '/events', { 'api-key': '' }, 401],
    ["another carrier's key", '/events', { 'api-key': 'HALC-demo-key' }, 401],
    ['another version', '/events', { 'api-version': '3' }, 400],
    ['an unknown parameter', '/events?billNo=1', {}, 400],
    ['a value outside the standard', '/events?eventType=SHIPMENTS', {}, 400],
    ['a time without offset', '/events?eventCreatedDateTime:gte=2026-01-01T00:00:00', {}, 400],
    ['a foreign cursor', '/events?cursor=abc', {}, 400],
    ['a limit of nothing', '/events?limit=0', {}, 400],
    ['another order', '/events?sort=vesselName:ASC', {}, 400],
  ])('refuses %s in the words of the standard', async (_name, path, headers, status) => {
    const response = await ask('MERI', path, headers as Record<string, string>);
    expect(response.status).toBe(status);
    const body = (await response.json()) as {
      statusCode: number;
      errors: { reason: string; message: string }[];
    };
    expect(body.statusCode).toBe(status);
    expect(body.errors[0]?.message).toBeTruthy();
  });

  test('tells the state of the world', async () => {
    const body = (await (await fetch(`${simulator.baseUrl}/world`)).json()) as Record<string, unknown>;
    expect(body).toMatchObject({ seed: 'demo', now: new Date(start).toISOString(), speed: 1 });
    expect((await ask('NONE', '/events')).status).toBe(404);
  });
});

describe('weak servers', () => {
  test('fail in phases, break JSON and throttle now and then; the others never', () => {
    const { carriers } = simulator.world.network;
    const kinds = (index: number): Set<string> => {
      const carrier = carriers[index] as (typeof carriers)[number];
      const found = new Set<string>();
      for (let i = 1; i < 400; i += 1) {
        const fault = faultOf('demo', carrier, i, start + i * 20 * MINUTE_MS);
        found.add(fault.kind === 'status' ? String(fault.status) : fault.kind);
      }
      return found;
    };
    for (let index = 0; index < 8; index += 1) expect(kinds(index)).toEqual(new Set(['none']));
    expect(kinds(8)).toEqual(new Set(['slow']));
    expect(kinds(9)).toEqual(new Set(['none', 'hang', '500', '503']));
    expect(kinds(10)).toEqual(new Set(['none', 'brokenJson']));
    expect(kinds(11)).toEqual(new Set(['none', '429']));
  });

  test('show their weakness on the wire', async () => {
    let at = start;
    while (outageAt('demo', at) !== 'error') at += 10 * MINUTE_MS;
    const weak = await startSimulator({ seed: 'demo', host: '127.0.0.1', port: 0, now: () => at });
    const codes = weak.world.network.carriers.map(({ code }) => code);
    const get = (code = ''): Promise<Response> =>
      fetch(`${weak.baseUrl}/carriers/${code}/v2/events?transportDocumentReference=X`, {
        headers: { 'api-key': `${code}-demo-key` },
      });
    expect((await get(codes[9])).status).toBeGreaterThanOrEqual(500);
    const statuses = new Set<number>();
    const bodies = new Set<string>();
    for (let i = 0; i < 150; i += 1) {
      statuses.add((await get(codes[11])).status);
      bodies.add(await (await get(codes[10])).text());
    }
    expect(statuses).toEqual(new Set([200, 429]));
    expect([...bodies].map((body) => body === '[]').toSorted()).toEqual([false, true]);
    at += 40 * MINUTE_MS;
    expect((await get(codes[9])).status).toBe(200);
    await weak.stop();
  });
});
