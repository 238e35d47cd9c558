import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import type { AggregatorRecord } from '../reports/aggregator-types.ts';
import type { Shipment } from '../shipments/types.ts';
import { AGGREGATOR_ACCOUNT, MAX_CALLS, tokenUntil } from './aggregator-access.ts';
import type { ShipperBooking } from './shipper-routes.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';

const start = Date.UTC(2026, 10, 21, 6);
let now = start;
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ seed: 'demo', host: '127.0.0.1', port: 0, now: () => now });
});

afterAll(() => simulator.stop());

type Answer = { statusCode: number; message: string; data: { result: AggregatorRecord | null } | null };

async function post<T = Answer>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`${simulator.baseUrl}/ft/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // What is wrong is stated in the body.
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const { clientId, secret, apiKey } = AGGREGATOR_ACCOUNT;
const tokenOf = async (account: object): Promise<{ statusCode: number; access_token?: string; expires_in?: number }> =>
  post('auth/api/token', account);
const ask = (question: unknown, bearer: string = apiKey): Promise<Answer> =>
  post('application/v1/query', question, { authorization: `Bearer ${bearer}` });
const resultOf = async (question: object): Promise<AggregatorRecord | null | undefined> =>
  (await ask(question)).data?.result;

const questionOf = (shipment: Shipment | undefined): { billNo: string; carrierCode: string } => ({
  billNo: shipment?.billNo ?? '',
  carrierCode: shipment?.carrier.code ?? '',
});

function healthy(filter: (one: Shipment) => boolean): Shipment | undefined {
  return simulator.world.shipmentsAlive(start).find((one) => filter(one) && simulator.world.causesOf(one).length === 0);
}

describe('the aggregator', () => {
  test('answers a query with places, routes and nodes in local time', async () => {
    const shipment = healthy((one) => one.legs.length > 1 && one.aliveTo < start + 15 * DAY_MS);
    const record = await resultOf(questionOf(shipment));
    expect(record).toMatchObject({
      billNo: shipment?.billNo,
      isBillNo: true,
      billCategory: 'BL',
      statusCategory: 'COMPLETE',
    });
    expect(record?.routes.length).toBe(shipment?.legs.length);
    expect(record?.places.map(({ type }) => type)).toEqual([
      1,
      ...Array(record?.routes.length ?? 1)
        .fill(4)
        .slice(1),
      5,
    ]);
    const zoneOf = (code: string): string => simulator.world.network.ports.get(code)?.zone ?? 'Asia/Shanghai';
    for (const [i, container] of (record?.containers ?? []).entries()) {
      expect(container.containerNo).toBe(shipment?.containers[i]?.number);
      expect(container.currentStatusCode).toBe('RCVE');
      for (const node of container.status) {
        expect(node.eventTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
        expect(node.portTimeZone).toMatch(/^[+-]\d{2}:\d{2}$/);
        const code = node.eventCode === 'PCAB' ? 'AVPU' : node.eventCode;
        const truth = shipment?.milestones.filter(
          (one) => one.code === code && (one.container < 0 || one.container === i),
        );
        const reported = fromLocalText(node.eventTime, zoneOf(node.portCode)) ?? 0;
        expect(truth?.some(({ actual }) => Math.abs(actual - reported) <= HOUR_MS / 4 + 1_000)).toBe(true);
      }
    }
    const unit = shipment?.containers[0]?.number ?? '';
    const byContainer = await resultOf({ containerNo: unit, carrierCode: 'AUTO' });
    expect([byContainer?.billNo, byContainer?.containers.map(({ containerNo }) => containerNo)]).toEqual([
      shipment?.billNo,
      [unit],
    ]);
    expect(byContainer?.carrier.code).toBe(shipment?.carrier.code);
    const byBooking = await resultOf({ ...questionOf(shipment), billNo: shipment?.bookingNo });
    expect(byBooking).toMatchObject({ billNo: shipment?.bookingNo, billCategory: 'BK' });
  });

  test('hears of things 1 to 12 hours after they happened', async () => {
    const shipment = healthy((one) => one.aliveTo > start + 30 * DAY_MS);
    const departed = shipment?.milestones.find(({ code }) => code === 'DLPT')?.actual ?? 0;
    const atdAt = async (at: number): Promise<string | null | undefined> => {
      now = at;
      const record = await resultOf(questionOf(shipment));
      now = start;
      return record?.routes[0]?.modeDetails.polAtd;
    };
    expect(await atdAt(departed + HOUR_MS / 2)).toBeNull();
    expect(await atdAt(departed + 13 * HOUR_MS)).toMatch(/^\d{4}-/);
  });

  test('gives tokens to its customer, which end', async () => {
    const token = await tokenOf({ clientId, secret });
    expect(token).toMatchObject({ statusCode: 20_000, expires_in: 7_200 });
    const question = questionOf(healthy(() => true));
    expect((await ask(question, token.access_token)).statusCode).toBe(20_000);
    expect(await tokenOf({ clientId, secret: 'x' })).toEqual({
      statusCode: 40_101,
      message: expect.any(String),
      data: null,
    });
    expect((await ask(question, tokenUntil(Date.now() - 1, 1))).statusCode).toBe(40_100);
    const forged = `${tokenUntil(Date.now() + 1_000, 1)}x`;
    for (const bearer of ['', forged, '1.2.3']) expect((await ask(question, bearer)).statusCode).toBe(40_100);
    expect((await ask(question, 'another')).statusCode).toBe(40_101);
  });

  test('says what is wrong in a code, not a status', async () => {
    const question = questionOf(healthy(() => true));
    const codeOf = async (value: unknown): Promise<number> => (await ask(value)).statusCode;
    expect(await codeOf({})).toBe(40_020);
    expect(await codeOf('{')).toBe(40_000);
    expect(await codeOf({ ...question, carrierCode: '' })).toBe(40_000);
    expect(await codeOf({ ...question, portCode: 'CNSHA' })).toBe(40_000);
    expect(await codeOf({ ...question, billNo: 7 })).toBe(40_000);
    expect(await codeOf({ ...question, billNo: 'NONE' })).toBe(20_001);
    expect(await codeOf({ ...question, carrierCode: 'NONE' })).toBe(20_001);
    const shipment = healthy(() => true);
    now = (shipment?.confirmedAt ?? 0) + HOUR_MS / 2;
    expect(await codeOf(questionOf(shipment))).toBe(20_001);
    now = start;
  });

  test('answers so many calls in 10 seconds, and no more', async () => {
    now = start + HOUR_MS;
    const question = questionOf(healthy(() => true));
    const codes: number[] = [];
    for (let call = 0; call < MAX_CALLS + 2; call += 1) codes.push((await ask(question)).statusCode);
    expect(codes.indexOf(42_900)).toBe(MAX_CALLS);
    expect(codes.slice(MAX_CALLS)).toEqual([42_900, 42_900]);
    now += 10_000;
    expect((await ask(question)).statusCode).not.toBe(42_900);
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
