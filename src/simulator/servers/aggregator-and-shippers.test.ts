import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import type { AggregatorRecord } from '../reports/aggregator-types.ts';
import type { Shipment } from '../shipments/types.ts';
import { AGGREGATOR_ACCOUNT, signAggregatorRequest } from './aggregator-routes.ts';
import type { ShipperBooking } from './shipper-routes.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';

const start = Date.UTC(2026, 10, 21, 6);
let now = start;
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ seed: 'demo', host: '127.0.0.1', port: 0, now: () => now });
});

afterAll(() => simulator.stop());

type Answer<T> = { code: string; msg: string; data: T };

async function post<T>(path: string, value: unknown, change: Record<string, string> = {}): Promise<Answer<T>> {
  const body = JSON.stringify(value);
  const { appKey, appSecret } = AGGREGATOR_ACCOUNT;
  const timestamp = String(now);
  const response = await fetch(`${simulator.baseUrl}/ft/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      appKey,
      timestamp,
      sign: signAggregatorRequest(appKey, appSecret, timestamp, body),
      ...change,
    },
    body,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer<T>;
}

function question(shipment: Shipment | undefined): object {
  return { referenceType: 'BL', referenceNo: shipment?.billNo, carrierCd: shipment?.carrier.code };
}

function healthy(filter: (one: Shipment) => boolean): Shipment | undefined {
  return simulator.world.shipmentsAlive(start).find((one) => filter(one) && simulator.world.causesOf(one).length === 0);
}

describe('the aggregator', () => {
  test('takes a subscription and answers with nodes in local time', async () => {
    const shipment = healthy((one) => one.legs.length > 1 && one.aliveTo < start + 15 * DAY_MS);
    const { code, data } = await post<{ subscribeId: string }>('subscribe', question(shipment));
    expect(code).toBe('0');
    const record = (await post<AggregatorRecord>('query', { subscribeId: data.subscribeId })).data;
    expect(record.billNo).toBe(shipment?.billNo);
    expect(record.endFlag).toBe('Y');
    expect(record.vessels.length).toBe(shipment?.legs.length);
    for (const [i, container] of record.containers.entries()) {
      expect(container.containerNo).toBe(shipment?.containers[i]?.number);
      for (const node of container.nodes) {
        expect(node.occurTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
        const truth = shipment?.milestones.filter(
          (one) => one.code === node.nodeCd && (one.container < 0 || one.container === i),
        );
        const told = fromLocalText(node.occurTime, node.timeZone) ?? 0;
        expect(truth?.some(({ actual }) => Math.abs(actual - told) <= HOUR_MS / 4 + 1_000)).toBe(true);
      }
    }
    const latest = await post<{ containers: { node: { nodeCd: string } }[] }>('latest-record', question(shipment));
    expect(latest.data.containers.map(({ node }) => node.nodeCd)).toEqual(record.containers.map(() => 'RCVE'));
    const box = shipment?.containers[0]?.number;
    const byBox = await post<AggregatorRecord>('query', {
      ...question(shipment),
      referenceType: 'CTN',
      referenceNo: box,
    });
    expect(byBox.data.containers.map(({ containerNo }) => containerNo)).toEqual([box]);
  });

  test('hears of things 1 to 12 hours after they happened', async () => {
    const shipment = healthy((one) => one.aliveTo > start + 30 * DAY_MS);
    const departed = shipment?.milestones.find(({ code }) => code === 'DLPT')?.actual ?? 0;
    const atdAt = async (at: number): Promise<string | null | undefined> => {
      now = at;
      const answer = await post<AggregatorRecord>('query', question(shipment));
      now = start;
      return answer.data.vessels[0]?.atd;
    };
    expect(await atdAt(departed + HOUR_MS / 2)).toBeNull();
    expect(await atdAt(departed + 13 * HOUR_MS)).toMatch(/^\d{4}-/);
  });

  test('says what is wrong in a code, not a status', async () => {
    const shipment = healthy(() => true);
    expect((await post('query', question(shipment), { appKey: 'x' })).code).toBe('A0301');
    expect((await post('query', question(shipment), { sign: 'x' })).code).toBe('A0302');
    expect((await post('query', question(shipment), { timestamp: String(start + 1) })).code).toBe('A0302');
    expect((await post('query', { referenceType: 'XX' })).code).toBe('A0400');
    expect((await post('query', { ...question(shipment), referenceNo: 'NONE' })).code).toBe('B0404');
    expect((await post('query', { ...question(shipment), carrierCd: 'NONE' })).code).toBe('B0404');
    now = (shipment?.confirmedAt ?? 0) + HOUR_MS / 2;
    expect((await post('query', question(shipment))).code).toBe('B0202');
    now = start;
  });
});

describe('the order systems', () => {
  type Page = { bookings: ShipperBooking[]; next: string | null; hasMore: boolean };

  async function page(tenant: string, after: string | null, limit: number): Promise<Page> {
    const query = new URLSearchParams({ limit: String(limit), ...(after === null ? {} : { after }) });
    const response = await fetch(`${simulator.baseUrl}/shippers/${tenant}/bookings?${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Page;
  }

  async function drain(tenant: string, from: string | null): Promise<{ all: ShipperBooking[]; next: string | null }> {
    const all: ShipperBooking[] = [];
    let after = from;
    for (;;) {
      const { bookings, next, hasMore } = await page(tenant, after, 97);
      all.push(...bookings);
      after = next;
      if (!hasMore) return { all, next: after };
    }
  }

  test('give all living shipments once, in order, and only new ones after', async () => {
    const seen: ShipperBooking[] = [];
    for (const tenant of ['ALPHA', 'BETA', 'GAMMA']) {
      const { all, next } = await drain(tenant, null);
      expect(all.map(({ bookedAt }) => bookedAt)).toEqual(all.map(({ bookedAt }) => bookedAt).toSorted());
      expect((await drain(tenant, next)).all).toEqual([]);
      now = start + 3 * DAY_MS;
      const later = (await drain(tenant, next)).all;
      now = start;
      expect(later.length).toBeGreaterThan(0);
      expect(later.every(({ bookedAt }) => Date.parse(bookedAt) > start)).toBe(true);
      seen.push(...all);
    }
    const alive = simulator.world.shipmentsAlive(start).map(({ billNo }) => billNo);
    expect(seen.map(({ billNo }) => billNo).toSorted()).toEqual(alive.toSorted());
    const byContainer = seen.filter((one) => one.byContainer);
    expect(byContainer.length / seen.length).toBeCloseTo(0.15, 1);
    expect(new Set(seen.map(({ dataType }) => dataType))).toEqual(new Set(['CARRIER', 'FT', 'RPA', 'EDI']));
    expect(seen.filter(({ dataType }) => dataType === 'CARRIER').length / seen.length).toBeGreaterThan(0.5);
    expect(
      byContainer.every(({ vesselName, voyage }) => vesselName !== null && /^\d{3}[NESW]$/.test(voyage ?? '')),
    ).toBe(true);
  });

  test('refuse foreign cursors, limits and tenants', async () => {
    const status = async (path: string): Promise<number> =>
      (await fetch(`${simulator.baseUrl}/shippers/${path}`)).status;
    expect(await status('ALPHA/bookings?after=zzz')).toBe(400);
    expect(await status('ALPHA/bookings?limit=x')).toBe(400);
    expect(await status('NONE/bookings')).toBe(404);
  });
});
