import { httpModule } from '#server/module/index.ts';
import { afterEach, expect, test } from 'vitest';
import { stopServers } from '#server/connectors/local-servers.ts';
import { platform } from '#server/connectors/trackers/strict-platform.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { source } from './index.ts';

const database = await testDatabase();
await seedMasterData(database);
// Subscriptions are made by the clock of the machine.
const start = Math.floor(Date.now() / 1_000) * 1_000;
const [promised, expected] = [start + 30 * HOUR_MS, start + 36 * HOUR_MS];
/** A time as FedEx writes it, in Arizona, which has no summer time. */
const written = (at: number): string => new Date(at - 7 * HOUR_MS).toISOString().replace('.000Z', '-07:00');
const pipeline = await startPipeline(database, { start });
// The servers of these tests are on this machine, which the product itself would refuse.
const tested = httpModule(source, { keys: pipeline.keys, reference: pipeline.reference.current, allowed: undefined });
const product = await testProductModules(database, { keys: pipeline.keys });
const { signedIn } = await testApp(database, {
  modules: [...product.filter(({ name }) => name !== tested.name), tested],
});
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
afterEach(stopServers);

const number = '100000000003';
const keys = { clientId: 'client-4711', clientSecret: 'secret-4711' };
const phoenix = { city: 'Phoenix', stateOrProvinceCode: 'AZ', countryCode: 'US' };
const parcel = {
  trackingNumberInfo: { trackingNumber: number, trackingNumberUniqueId: `1~${number}~FX` },
  serviceDetail: { description: 'FedEx Priority Overnight' },
  destinationLocation: { locationContactAndAddress: { address: phoenix } },
  standardTransitTimeWindow: { window: { ends: written(promised) } },
  estimatedDeliveryTimeWindow: { window: { ends: written(expected) } },
  scanEvents: [{ eventType: 'AR', eventDescription: 'Arrived', date: written(start - HOUR_MS), scanLocation: phoenix }],
};

/** FedEx, which knows one parcel. */
const fedex = () =>
  platform(({ path, headers, form, body }) => {
    if (path === '/oauth/token')
      return form?.get('client_secret') === keys.clientSecret
        ? [200, { access_token: 'token-of-fedex', expires_in: 3_600 }]
        : [401, { errors: [{ code: 'NOT.AUTHORIZED.ERROR' }] }];
    if (headers.authorization !== 'Bearer token-of-fedex') return [401, {}];
    const asked = JSON.stringify(body).includes(number);
    const error = { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND' };
    return [
      200,
      { output: { completeTrackResults: [{ trackingNumber: number, trackResults: [asked ? parcel : { error }] }] } },
    ];
  });

test('FedEx is tried, connected with keys and asked for a parcel, whose page shows the promise in the time of the place', async () => {
  const { base } = await fedex();
  const where = { profile: 'fedex', baseUrl: base, tokenUrl: `${base}/oauth/token` };
  const wrong = await boss.call('sourceTest', { body: { ...where, values: { ...keys, clientSecret: 'other' } } });
  expect(wrong.data).toMatchObject({ ok: false });
  const tried = await boss.call('sourceTest', { body: { ...where, values: keys, reference: number } });
  expect(tried.data).toMatchObject({ ok: true, shipment: { billNo: number, carrierCode: 'FEDEX' } });
  expect(tried.text).not.toContain('secret-4711');

  const { data: row } = await boss.call('source.insert', {
    body: { sourceCode: 'fx', nameCn: 'FedEx', nameEn: 'FedEx', ...where },
  });
  expect(row).toMatchObject({ protocol: 'fedex' });
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: keys } });
  const tracked = await boss.call('expressSubscribe', { body: { waybills: ['1000 0000 0003'] } });
  expect(tracked.data.results).toMatchObject([{ waybill: number, error: null, noSource: null }]);
  await pipeline.at(start + HOUR_MS);
  const list = await boss.call('expressTrace.list', { body: {} });
  const [found] = list.data.records;
  const trace = (await boss.call('getTrace', { query: { obmBkId: found.obmBkId } })).data;
  expect(trace.places['PHOENIX AZ US'].zone).toBe('America/Phoenix');
  const said = (name: string) => trace.provenance[`booking.${name}`]?.winner;
  expect(said('serviceCode')).toMatchObject({ value: 'FedEx Priority Overnight', sourceNameEn: 'FedEx' });
  expect(said('plannedArrival')?.value).toBe(promised);
  expect(said('eta')?.value).toBe(expected);
});

test('a number that fits two couriers is asked back, and followed with the one that is named', async () => {
  const shared = '9261299900000000000018';
  const body = (waybill: string) => ({ body: { waybills: [waybill] }, headers: { 'x-lang': 'en' } });
  const [asked] = (await boss.call('expressSubscribe', body(shared))).data.results;
  expect(asked.error).toBe(
    `${shared} may be a number of FedEx or USPS: write the code of the courier before it, such as FEDEX ${shared}`,
  );
  const [taken] = (await boss.call('expressSubscribe', body(`USPS ${shared}`))).data.results;
  expect(taken).toMatchObject({ waybill: shared, error: null });
});
