import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { seedCommerceSources } from './commerce-sources.ts';
import { seedFreight } from './index.ts';
import { priceRates } from './price-rates.ts';
import { refreshExchangeRates } from './refresh-exchange-rates.ts';
import { refreshOffers } from './refresh-offers.ts';
import { takeOffers } from './take-offers.ts';

let now: Instant = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const menus = ['/agent-price-index', '/today-ecommerce-freight', '/freight-rate-management', '/surcharge-management'];
const [own, other] = [await buildTenant(database, { code: 'ALPHA' }), await buildTenant(database)];
await buildUser(database, { tenantId: own.id, userCode: 'buyer', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const [buyer, stranger] = [await signedIn('buyer'), await signedIn('stranger')];

const simulator = await startSimulator({ seed: 'prices', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(() => simulator.stop());
const carriers = simulator.world.network.carriers.slice(0, 5).map(({ code }) => code);
const deps = { database, clock, log: silentLog, keys, baseUrl: simulator.baseUrl };

const sourcesDue = async (): Promise<number> =>
  (
    await database.query<{ n: number }>('select count(*)::int as n from commerce_source where next_at <= $1', [
      new Date(now),
    ])
  )[0]?.n ?? 0;

/** Everything that is asked and worked out in a day. */
async function liveOn(): Promise<void> {
  await refreshExchangeRates(deps);
  while ((await sourcesDue()) > 0) await refreshOffers(deps);
  while ((await priceRates(deps)) > 0);
}

beforeAll(async () => {
  await seedFreight(database, carriers, now);
  await seedCommerceSources(
    database,
    carriers.map((carrierCode) => ({
      carrierCode,
      baseUrl: `${simulator.baseUrl}/carriers/${carrierCode}`,
      credential: seal(`${carrierCode}-demo-key`, keys),
    })),
    now,
  );
  await liveOn();
  now += DAY_MS;
  await liveOn();
}, 120_000);

type Line = { perContainer: string | null };

describe('prices of agents and carriers', () => {
  test('stand side by side, the cheapest of a lane first, and belong to their tenant', async () => {
    const { data } = await buyer.call('agentPrice.list', {
      body: { polCode: ['CNSHA'], podCode: ['USLAX'], containerType: ['40HQ'] },
    });
    const totals = data.records.map((row: { totalUsd: number }) => row.totalUsd);
    expect(totals).toHaveLength(7);
    expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b));
    expect(new Set(data.records.map((row: { supplierType: string }) => row.supplierType))).toEqual(
      new Set(['AGENT', 'CARRIER']),
    );
    expect(await stranger.call('agentPrice.list', { body: {} })).toMatchObject({ data: { totalRecord: 0 } });
    const [{ ratePriceId }] = data.records;
    expect(await stranger.call('agentPriceGet', { query: { ratePriceId } })).toMatchObject({ status: 0 });
  });

  test('are opened up to the cent, with the exchange rates of the day', async () => {
    const { data } = await buyer.call('agentPrice.list', { body: { podCode: ['NLRTM'], containerType: ['40HQ'] } });
    const [row] = data.records;
    const opened = (await buyer.call('agentPriceGet', { query: { ratePriceId: row.ratePriceId } })).data;
    const cents = (text: string | null): number => Math.round(Number(text) * 100);
    const sum = opened.price.lines.reduce((all: number, { perContainer }: Line) => all + cents(perContainer), 0);
    expect(sum + cents(opened.price.freight)).toBe(cents(opened.price.total));
    expect(Number(opened.price.total)).toBe(row.totalUsd);
    expect(opened.price.rates).toEqual([
      { currency: 'CNY', usdPerUnit: expect.any(Number), validFrom: '2026-05-05' },
      { currency: 'EUR', usdPerUnit: expect.any(Number), validFrom: '2026-05-05' },
    ]);
    // Exchange rates moved since yesterday, and nothing else did.
    expect(Math.abs(row.changeUsd)).toBeGreaterThan(0);
    expect(Math.abs(row.changeUsd)).toBeLessThan(row.totalUsd * 0.05);
  });

  test('follow what people change', async () => {
    const list = async () =>
      (
        await buyer.call('agentPrice.list', {
          body: { polCode: ['CNSHA'], podCode: ['SGSIN'], containerType: ['40HQ'], supplierType: ['AGENT'] },
        })
      ).data.records;
    const [before] = await list();
    const find = async () =>
      (await list()).find(({ freightRateId }: { freightRateId: string }) => freightRateId === before.freightRateId);
    const rate = (await buyer.call('freightRate.get', { query: { freightRateId: before.freightRateId } })).data;
    await buyer.call('freightRate.update', { body: { ...rate, price40hq: rate.price40hq + 100 } });
    await priceRates(deps);
    // The freight and the bunker factor of it: 12.5 %.
    expect((await find()).totalUsd - before.totalUsd).toBeCloseTo(112.5, 1);
    const removed = await buyer.call('freightRate.delete', { body: { freightRateId: before.freightRateId } });
    expect(removed.status).toBe(1);
    expect(await find()).toBeUndefined();
  });
});

describe('spot prices', () => {
  test('come from the carriers once a day, with their change since yesterday', async () => {
    const { data } = await buyer.call('spotOffer.list', { body: { pageSize: 100 } });
    expect(data.totalRecord).toBeGreaterThan(20);
    expect(data.records.every(({ departureTime }: { departureTime: number }) => departureTime > now)).toBe(true);
    const changed = data.records.filter(({ previousUsd }: { previousUsd: number | null }) => previousUsd !== null);
    expect(changed.length).toBeGreaterThan(10);
    for (const { previousDay, changeUsd, totalUsd, previousUsd } of changed) {
      expect(previousDay).toBe('2026-05-04');
      expect(changeUsd).toBeCloseTo(totalUsd - previousUsd, 2);
    }
    expect(await sourcesDue()).toBe(0);
    const opened = await buyer.call('spotOfferGet', { query: { spotOfferId: data.records[0].spotOfferId } });
    expect(opened.data.market).toHaveLength(2);
  });

  test('make the market that prices are compared with', async () => {
    const [lane] = await database.query<{ pol_code: string; pod_code: string }>(
      `select pol_code, pod_code from spot_offer where current and container_type = '40HQ' and space <> 'SOLD_OUT'
       group by pol_code, pod_code having count(*) >= 3 order by count(*) desc limit 1`,
    );
    const { data } = await buyer.call('agentPrice.list', {
      body: { polCode: [lane?.pol_code], podCode: [lane?.pod_code], containerType: ['40HQ'] },
    });
    for (const { marketPlace, marketLow, marketHigh, totalUsd } of data.records)
      expect(marketPlace).toBe(totalUsd < marketLow ? 'below' : totalUsd > marketHigh ? 'above' : 'within');
  });

  test('of a currency without a rate have no total, and the rest of the answer is taken', async () => {
    const charge = (currency: string) => [
      { code: 'OFR', name: null, basis: 'CONTAINER' as const, currency, amount: '100.00' },
    ];
    const offer = (ref: string, currency: string) => ({
      ref,
      serviceCode: null,
      vesselName: 'TEST',
      voyage: '1E',
      departsAt: now + DAY_MS,
      arrivesAt: now + 9 * DAY_MS,
      space: 'OPEN' as const,
      equipments: [{ isoCode: '22G1', charges: charge(currency) }],
    });
    const lane = { carrierCode: 'TEST', polCode: 'CNSHA', podCode: 'JPTYO', at: now };
    await takeOffers(database, { ...lane, offers: [offer('A', 'USD'), offer('B', 'XAU')] });
    const ask = async () =>
      (await buyer.call('spotOffer.list', { body: { podCode: ['JPTYO'] } })).data.records.map(
        ({ totalUsd }: { totalUsd: number | null }) => totalUsd,
      );
    expect((await ask()).toSorted()).toEqual([100, null]);
    await takeOffers(database, { ...lane, offers: [offer('B', 'USD')] });
    expect(await ask()).toEqual([100]);
    // A carrier that stays silent leaves its offers, and they say that they are not of today.
    const stale = async () =>
      (await buyer.call('spotOffer.list', { body: { podCode: ['JPTYO'] } })).data.records.map(
        (row: { stale: number }) => row.stale,
      );
    expect(await stale()).toEqual([0]);
    await database.execute(`update spot_offer set quoted_on = quoted_on - 1 where carrier_code = 'TEST' and current`);
    expect(await stale()).toEqual([1]);
  });
});
