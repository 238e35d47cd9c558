import { describe, expect, test } from 'vitest';
import { listExport, type ListInput, type ListSource, type ListWords, queryList } from '#server/list/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { subscriptionsSource } from '#server/modules/tracking/subscription/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { loadCallShapes } from '#server/platform/http/call-shapes.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exceptionsSource } from './exceptions-source.ts';

// A statement with places that is compiled once, and one made for the values of each question, find the same rows; so do kept totals.

await loadCallShapes();
const database = await testDatabase();
await seedMasterData(database);
const tenants = [await buildTenant(database, { code: 'COMPA' }), await buildTenant(database, { code: 'COMPB' })];
const from = Date.UTC(2026, 1, 1);
const samples = await buildExceptions(database, {
  tenantIds: tenants.map(({ id }) => id),
  count: 120,
  seed: 'compiled',
  from,
});
await database.execute(`update shipment_exception set handle_remark = null, resolution = 'departed' where id % 5 = 0`);
const reference = await openReferenceStore(database, silentLog);
reference.stop();
const scope = { kind: 'all' };
const actor = { kind: 'user', userCode: 'admin', userType: 'admin', tenantId: tenants[0]?.id };
const at = { lang: 'en', zone: 'UTC', clock: realClock };
const ctx = { ...at, actor, scope, unscoped: database, db: database.system } as unknown as Ctx;

const bills = samples.flatMap(({ bill_no }) => bill_no ?? []);
const containers = samples.flatMap(({ container_no }) => container_no ?? []);
const shared: Record<string, unknown>[] = [
  {},
  { tenantCode: ['COMPA'] },
  { tenantCode: ['COMPA', 'COMPB'], isBillNo: 1 },
  { tenantCode: ['NONE'] },
  { isBillNo: 0, bizSourceType: ['FT', 'CARRIER'] },
  { blNo: bills[0] },
  { blNo: bills.slice(0, 5).join(' ') },
  { ctnNo: containers.slice(0, 3) },
  { carrierCode: ['BORE'] },
  { vesselName: 'meri' },
  { voyage: '101w', processType: ['EXPERT'] },
  { subscribeTimeFrom: '2026-02-03', subscribeTimeTo: '2026-02-09' },
  { obmTkSubscribeId: String(samples[3]?.subscription_id) },
  { obmTkSubscribeId: 'abc' },
];
const ofExceptions: Record<string, unknown>[] = [
  { handleStatus: ['0', '1', '4'], endFlag: 0 },
  { handleStatus: ['2'] },
  { handleStatus: ['2', '3', 'x'], endFlag: 1, tenantCode: ['COMPB'] },
  { handleRemark: '联系' },
  { handleRemark: 'depart' },
  { chargeCode: ['li'] },
  { chargeCode: [NOBODY] },
  { chargeCode: [NOBODY, 'li', 'wang'] },
  { severity: ['high'], testPurpose: ['HOLD', 'ROLLED'] },
  { createTimeFrom: '2026-02-05', reason: ['new'] },
  { polCode: ['CNSHA'], etaTo: '2026-03-01' },
  { obmAutotestResultId: samples[2]?.id },
];

const idsOf = async (source: ListSource, input: ListInput): Promise<number[]> => {
  const { ids } = listExport(source, () => ({ lang: 'en', zone: 'UTC' }) as ListWords).prepare(ctx, input, ['blNo']);
  if (typeof ids === 'function') throw new Error('its statement is known at once');
  return (await database.query<{ id: number }>(ids.sql, ids.parameters)).map(({ id }) => Number(id));
};

describe.each([
  ['exceptions', exceptionsSource(reference.current), [...shared, ...ofExceptions]],
  ['subscriptions', subscriptionsSource(reference.current), [...shared, { noSource: 1 }, { noSource: 0 }]],
] as const)('the list of %s', (name, source, questions) => {
  const { compiled: _compiled, keptTotal: _kept, page: _page, shown: _shown, ...plain } = source;

  test.each(questions)('finds the same for %j', async (filters) => {
    for (const sortRules of [[], [{ columnName: 'carrierCode', sortType: 'desc' as const }]]) {
      const input = { currentPage: 1, pageSize: 500, sortRules, ...filters };
      const [fast, slow] = [await queryList(source, ctx, input), await queryList(plain, ctx, input)];
      expect(fast.totalRecord).toBe(slow.totalRecord);
      const part = name === 'exceptions' ? 'obmAutotestResult' : 'obmTkSubscribe';
      const id = name === 'exceptions' ? 'obmAutotestResultId' : 'obmTkSubscribeId';
      const idOf = (row: Record<string, any>): number => Number(row[part][id]);
      const ids = fast.records.map(idOf);
      expect(ids).toHaveLength(fast.totalRecord);
      expect(ids.toSorted((a, b) => a - b)).toEqual(slow.records.map(idOf).toSorted((a, b) => a - b));
      // Files are in the order of the page.
      expect(await idsOf(source, input)).toEqual(ids);
      // Asked again, the compiled statement is used with the same values.
      expect((await queryList(source, ctx, input)).records).toEqual(fast.records);
    }
  });

  test('leaves out nothing and repeats nothing from page to page', async () => {
    const all = await idsOf(source, { currentPage: 1, pageSize: 10 });
    const pages: number[] = [];
    for (let currentPage = 1; pages.length < all.length; currentPage += 1) {
      const { records } = await queryList(source, ctx, { currentPage, pageSize: 50, parts: [] });
      if (records.length === 0) break;
      const [part, id] =
        name === 'exceptions' ? ['obmAutotestResult', 'obmAutotestResultId'] : ['obmTkSubscribe', 'obmTkSubscribeId'];
      pages.push(...records.map((row: any) => Number(row[part ?? ''][id ?? ''])));
    }
    expect(pages).toEqual(all);
  });
});
