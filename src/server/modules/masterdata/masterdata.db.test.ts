import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { seedMasterData } from '#server/modules/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { masterdataModule, openReferenceStore } from './index.ts';

const database = await testDatabase();
await seedMasterData(database);
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'picker', menus: menuCodes });
const store = await openReferenceStore(database, pino({ level: 'silent' }));
const { signedIn } = await testApp(database, { modules: [masterdataModule(store)] });
const client = await signedIn('picker');

const codes = async (call: 'searchPorts' | 'searchCarriers', query: Record<string, unknown>): Promise<string[]> => {
  const answer = await client.call(call, { query });
  expect(answer.status).toBe(1);
  return answer.data.records.map((record: any) => record.portCode ?? record.carrierCode);
};

describe('pickers', () => {
  test.each([
    ['CNSHA', 'CNSHA'],
    ['cnsha', 'CNSHA'],
    ['上海', 'CNSHA'],
    ['shanghai', 'CNSHA'],
    ['ShangHai', 'CNSHA'],
    ['sh', 'CNSHA'],
    ['鹿特丹', 'NLRTM'],
    ['rotter', 'NLRTM'],
    ['lutedan', 'NLRTM'],
    ['ltd', 'NLRTM'],
    ['新加坡', 'SGSIN'],
  ])('%s finds the port %s', async (keyword, code) => {
    expect(await codes('searchPorts', { keyword, pageSize: 100 })).toContain(code);
  });

  test('the port that is meant exactly comes first', async () => {
    for (const code of ['CNSHA', 'NLRTM', 'USLAX', 'DEHAM'])
      expect((await codes('searchPorts', { keyword: code }))[0]).toBe(code);
  });

  test('pages have neither gaps nor doubles', async () => {
    const whole = await codes('searchPorts', { keyword: 'an', pageSize: 100 });
    const parts: string[] = [];
    for (let page = 1; page <= 10; page += 1)
      parts.push(...(await codes('searchPorts', { keyword: 'an', pageSize: 10, currentPage: page })));
    expect(parts).toEqual(whole);
    expect(new Set(parts).size).toBe(parts.length);
  });

  test('given codes are looked up as they are', async () => {
    expect((await codes('searchPorts', { codes: ['CNSHA', 'NLRTM', 'XXXXX'] })).sort()).toEqual(['CNSHA', 'NLRTM']);
  });

  test.each(['%', '_', `'`, '\\', '𝟙'])('the sign %s is only a sign', async (keyword) => {
    expect((await codes('searchPorts', { keyword })).length).toBeLessThan(20);
    expect(await codes('searchCarriers', { keyword: `${keyword}${keyword}` })).toEqual([]);
  });

  test('carriers are found by code and by both names', async () => {
    const [carrier] = [...store.current().carriers.values()];
    for (const keyword of [carrier?.code, carrier?.code.toLowerCase(), carrier?.nameEn, carrier?.nameCn]) {
      expect(await codes('searchCarriers', { keyword, pageSize: 100 })).toContain(carrier?.code);
    }
  });

  test('vessels are found by name, by IMO number and in any case', async () => {
    const [vessel] = (await client.call('searchVessels', { query: {} })).data.records;
    for (const keyword of [vessel.vesselName.toLowerCase(), vessel.imo, vessel.imo.slice(0, 5)]) {
      const found = (await client.call('searchVessels', { query: { keyword, pageSize: 100 } })).data.records;
      expect(found.map((one: any) => one.imo)).toContain(vessel.imo);
    }
  });
});

describe('what the shell keeps', () => {
  test.each(['allPorts', 'allCarriers', 'allStatuses', 'allDict'] as const)(
    '%s is sent again only when it changed',
    async (call) => {
      const first = await client.call(call);
      expect(first.data.length).toBeGreaterThan(4);
      const etag = String(first.headers['etag']);
      const second = await client.call(call, { headers: { 'if-none-match': etag } });
      expect(second).toMatchObject({ http: 304, text: '' });
      await database.transaction(() => store.touch());
      await store.refresh();
      const third = await client.call(call, { headers: { 'if-none-match': etag } });
      expect(third.http).toBe(200);
      expect(third.headers['etag']).not.toBe(etag);
    },
  );

  test('other reference data of a new release is another version', async () => {
    const before = store.current().version;
    await database.execute(`update app_state set value = to_jsonb('other'::text) where key = 'seeded_master_data'`);
    expect((await store.refresh()).version).not.toBe(before);
  });
});

describe('the dictionary', () => {
  const column = (values: Record<string, unknown>) => ({
    propertyName: 'codeType',
    columnName: 'code_type',
    dataType: 'string',
    operation: '=',
    ...values,
  });
  const query = (searchColumns: unknown, more: Record<string, unknown> = {}) =>
    client.call('dictValues', { query: { searchColumns, ...more } });

  test('gives the values of a type, in its order', async () => {
    const answer = await query([column({ value: 'HANDLE_STATUS' })]);
    expect(answer.data.mdCodeDicts.map((row: any) => row.codeValue)).toEqual(['0', '1', '2', '3', '4']);
    expect(answer.data.mdCodeDicts[0]).toMatchObject({
      codeType: 'HANDLE_STATUS',
      displayValueCn: '未处理',
      displayValueEn: 'Untreated',
    });
    for (const operation of ['equal', 'EQ', 'equals'])
      expect((await query([column({ value: 'HANDLE_STATUS', operation })])).data.totalRecord).toBe(5);
  });

  test('gives pages, and everything without a filter', async () => {
    const all = await query(undefined);
    expect(all.data.totalRecord).toBe(store.current().dictionary.length);
    const page = await query([column({ value: 'HANDLE_STATUS' })], { pageSize: 2, currentPage: 3 });
    expect(page.data).toMatchObject({ totalPage: 3, totalRecord: 5, mdCodeDicts: [{ codeValue: '4' }] });
    expect((await query([column({ value: 'NO_SUCH_TYPE' })])).data.totalRecord).toBe(0);
  });

  test.each<[string, unknown]>([
    ['another column', [column({ propertyName: 'password_hash' })]],
    ['another operation', [column({ operation: 'drop table' })]],
    ['no column at all', ['nonsense']],
  ])('%s is refused in words', async (_name, searchColumns) => {
    const answer = await query(searchColumns);
    expect(answer.status).not.toBe(1);
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
  });
});

test('codes are known by name in both languages, for texts', () => {
  const { nameOf } = store.current().rules;
  expect([nameOf?.('port', 'CNSHA', 'zh'), nameOf?.('port', 'CNSHA', 'en')]).toEqual(['上海', 'Shanghai']);
  expect(nameOf?.('failure', 'timeout', 'zh')).toBe('数据源响应超时');
  expect([nameOf?.('port', 'XXXXX', 'zh'), nameOf?.('source', 'x', 'en'), nameOf?.('failure', 'x', 'en')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
