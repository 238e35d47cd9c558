import { describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { IncidentRow } from '#contract/exceptions/incident.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { foldIncidents, keepIncidentSums } from './fold-incidents.ts';

const database = await testDatabase();
await seedMasterData(database);
const tenants = [await buildTenant(database, { code: 'SUMA' }), await buildTenant(database, { code: 'SUMB' })];
const tenantIds = tenants.map(({ id }) => id);
await buildUser(database, { tenantId: tenantIds[0] ?? 0, userCode: 'wang', name: '王强', menus: menuCodes });
await buildUser(database, { tenantId: tenantIds[0] ?? 0, userCode: 'boss', allTenants: true, menus: menuCodes });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [wang, boss] = [await signedIn('wang'), await signedIn('boss')];
await buildExceptions(database, { tenantIds, count: 700, seed: 'sums', from: Date.UTC(2026, 1, 1) });
// The causes of a tenant: one with 100 exceptions, one with 99, and the others with a few.
await database.execute(
  `insert into incident (tenant_id, kind, cause_key, facts, first_at, last_at)
   select t, 'vessel', 'k' || n, jsonb_build_object('vesselName', 'SUM ' || n, 'voyage', '1W'), now(), '2026-01-01'
   from unnest($1::int8[]) as t, generate_series(1, 12) as n`,
  [tenantIds],
);
const intoIncidents = `
  update shipment_exception e set incident_id = i.id, updated_at = '2026-02-01'
  from (select id, tenant_id, row_number() over (partition by tenant_id order by id) as place from shipment_exception) p
  join incident i on i.tenant_id = p.tenant_id and i.cause_key = $1 where p.id = e.id and p.place between $2 and $3`;
await database.execute(intoIncidents, ['k1', 1, 100]);
await database.execute(intoIncidents, ['k2', 101, 199]);
for (const n of [3, 4, 5, 6, 7]) await database.execute(intoIncidents, [`k${n}`, 200 + n * 4, 202 + n * 4]);

type Page = CallData<'queryIncidents'>;
const list = async (body: Record<string, unknown> = {}, who = wang): Promise<Page> =>
  (await who.call('queryIncidents', { body })).data;
const idsOf = ({ records }: Page): string[] => records.map(({ incidentId }) => incidentId);

describe('the usual order of incidents', () => {
  const sortRules = ['open', 'lastTime'].map((columnName) => ({ columnName, sortType: 'desc' }));
  /** Whether pages of the usual order are the list in the order of its columns, for one tenant, one of all, and all. */
  async function expectSame(): Promise<void> {
    for (const [who, body] of [
      [wang, {}],
      [boss, { tenantCode: 'SUMB' }],
      [boss, {}],
    ] as const) {
      const sorted = await list({ ...body, pageSize: 200, sortRules }, who);
      const whole = await list({ ...body, pageSize: 200 }, who);
      expect([whole.totalRecord, whole.records]).toEqual([sorted.totalRecord, sorted.records]);
      const pages: string[] = [];
      for (let currentPage = 1; currentPage <= 8; currentPage += 1)
        pages.push(...idsOf(await list({ ...body, pageSize: 3, currentPage }, who)));
      expect(pages).toEqual(idsOf(sorted));
    }
  }

  test('is that of its columns, before and after folding, and while members come and go', async () => {
    await expectSame();
    await foldIncidents(database);
    await expectSame();
    expect(await list()).toMatchObject({ totalRecord: 7 });
    await database.execute(`update shipment_exception set open = false where id % 3 = 0`);
    await database.execute(intoIncidents, ['k8', 240, 260]);
    await database.execute(intoIncidents, ['k9', 220, 222]);
    await expectSame();
    await foldIncidents(database);
    await expectSame();
  });
});

describe('what many members add up to', () => {
  const shown = async (): Promise<IncidentRow[]> =>
    (await list({ pageSize: 200 })).records.filter(({ total }) => total === 100 || total === 99);
  async function everyMinute(): Promise<void> {
    await foldIncidents(database);
    expect(await keepIncidentSums(database)).toBe(true);
  }
  const pay = (usd: number): Promise<unknown> =>
    database.execute('update shipment_exception set money_usd = $1, ended = false where incident_id is not null', [
      usd,
    ]);
  const moneyOf = (rows: readonly IncidentRow[]): number[] => rows.map(({ moneyAtRisk }) => moneyAtRisk);

  test('is kept for a minute, or until somebody acts on them', async () => {
    await pay(0);
    const live = await shown();
    expect(live.map(({ total }) => total).toSorted()).toEqual([100, 99].toSorted());
    await everyMinute();
    expect(await shown()).toEqual(live);
    const large = live.findIndex(({ total }) => total === 100);
    await pay(7);
    const soon = moneyOf(await shown());
    expect(soon[large]).toBe(0);
    expect(soon[1 - large]).toBeGreaterThan(0);
    await everyMinute();
    const kept = await shown();
    expect(kept[large]).toEqual({ ...live[large], moneyAtRisk: (live[large]?.bookings ?? 0) * 7 });
    await pay(9);
    const { incidentId } = kept[large] ?? {};
    await wang.call('actOnIncident', { body: { incidentId, action: 'assign', chargeCode: 'wang' } });
    const assigned = (await shown())[large];
    // Who is in charge is no change of the cause.
    const { bookings, lastTime } = live[large] ?? {};
    expect(assigned).toMatchObject({ moneyAtRisk: (bookings ?? 0) * 9, lastTime });
    expect(assigned?.people).toMatchObject([{ chargeCode: 'wang' }]);
    await everyMinute();
    expect((await shown())[large]).toEqual(assigned);
  });

  test('is added up when it is shown, as soon as they are fewer', async () => {
    const one = `(select min(id) from shipment_exception where incident_id =
      (select id from incident where n >= 100 order by tenant_id limit 1))`;
    await database.execute(`delete from shipment_exception where id = ${one}`);
    await everyMinute();
    const kept = await database.query<{ n: number }>(
      'select n::int as n from incident where sums is not null and n < 100',
    );
    expect(kept).toEqual([]);
  });
});
