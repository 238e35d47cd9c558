import { httpModule } from '#server/module/index.ts';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { masterdata, openReferenceStore } from './index.ts';

const database = await testDatabase();
await seedMasterData(database);
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'picker', menus: menuCodes });
const store = await openReferenceStore(database, pino({ level: 'silent' }));
const { signedIn } = await testApp(database, { modules: [httpModule(masterdata, { reference: store.current })] });
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

  test.each([
    // Inland places, which are no ports: by the airport of the same code, by the station, by the one zone of the country.
    ['USJOT', 'America/Chicago'],
    ['USFTW', 'America/Chicago'],
    ['RUMOW', 'Europe/Moscow'],
    ['BRSAO', 'America/Sao_Paulo'],
    ['USSYR', 'America/New_York'],
    ['USDEN', 'America/Denver'],
    ['CNSIA', 'Asia/Shanghai'],
    ['DEXYZ', 'Europe/Berlin'],
    ['PLWAW', 'Europe/Warsaw'],
    ['USQQQ', undefined],
    ['XXABC', undefined],
    ['Depot', undefined],
  ])('the zone of %s is %s', (code, zone) => expect(store.current().rules.zoneOf(code)).toBe(zone));

  test('rules go by no code and no prefix of a carrier that is unverified', () => {
    const { carriers, rules } = store.current();
    expect(carriers.get('NOS')).toMatchObject({ isScacVerified: false, arePrefixesVerified: false });
    expect([rules.containerPrefixesOf('NOS'), rules.carrierOfPrefix?.('NSSU')]).toEqual([[], undefined]);
    expect(['NSRU', 'MAEU', 'MSK', 'NONE'].map((code) => rules.carrierOfCode?.(code))).toEqual([
      null,
      'MSK',
      'MSK',
      undefined,
    ]);
    expect(rules.carrierOfPrefix?.('MSKU')).toBe('MSK');
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

describe('pickers of the air', () => {
  test.each([
    ['pvg', 'PVG'],
    ['ZSPD', 'PVG'],
    ['上海浦东', 'PVG'],
    ['shpd', 'PVG'],
    ['pudong', 'PVG'],
    ['heathrow', 'LHR'],
  ])('%s finds the airport %s', async (keyword, code) => {
    const { data } = await client.call('searchAirports', { query: { keyword } });
    expect(data.records.map((record: { airportCode: string }) => record.airportCode)).toContain(code);
  });

  test('an airline is found by the digits of its waybills, and comes first', async () => {
    const { data } = await client.call('searchAirlines', { query: { keyword: '999' } });
    expect(data.records[0]).toMatchObject({ airlineCode: 'CA', airlineNameCn: '中国国际航空' });
  });
});

describe('what a person changed stays', () => {
  const seedAgain = async (): Promise<void> => {
    await database.execute(`delete from app_state where key = 'seeded_master_data'`);
    expect(await seedMasterData(database)).toBe(true);
  };

  test('an edited row as edited, a deleted one deleted', async () => {
    await database.execute(`update md_port set name_cn = '改过的名字' where code = 'ZACPT'`);
    await database.execute(`delete from md_airport where code = 'LHR'`);
    await database.execute(`delete from md_code_dict where code_type = 'SEX' and code_value = '1'`);
    const before = await database.query('select count(*)::int as n from md_port_alias');
    await seedAgain();
    expect(await database.query(`select name_cn from md_port where code = 'ZACPT'`)).toEqual([
      { name_cn: '改过的名字' },
    ]);
    expect(await database.query(`select 1 from md_airport where code = 'LHR'`)).toEqual([]);
    expect(await database.query(`select 1 from md_code_dict where code_type = 'SEX' and code_value = '1'`)).toEqual([]);
    expect(await database.query('select count(*)::int as n from md_port_alias')).toEqual(before);
  });
});

describe('what the shell keeps', () => {
  test.each(['allPorts', 'allCarriers', 'allOperators', 'allStatuses', 'allDict'] as const)(
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

describe('where there are many', () => {
  test('only what the tenants of the caller use is sent, with a fingerprint of it', async () => {
    const [used, alias] = ['NLRTM', 'CNSGH'];
    const subscription = await database.execute<{ id: number }>(
      `insert into subscription (tenant_id, subject, carrier_code, bill_no, source_type, channel, subscribed_at, created_at)
       values ($1, 'bill', 'MSK', 'MANY1', 'x', 'x', now(), now()) returning id`,
      [tenant.id],
    );
    await database.execute(
      `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at,
         port_of_loading, port_of_discharge, vessel_name, content, content_hash, created_at, updated_at)
       values ($1, $2, true, 'x', 'x', 'x', now(), now(), $3, $4, 'MANY STAR', '{}', '', now(), now())`,
      [tenant.id, subscription.rows[0]?.id, alias, used],
    );
    await database.execute(
      `insert into md_port (code, name, search_text)
       select 'Q' || chr(65 + n / 676) || chr(65 + n / 26 % 26) || chr(65 + n % 26) || 'Q', 'Many ' || n, 'many ' || n
       from generate_series(0, 2100) as n`,
    );
    await database.execute(
      `insert into md_vessel (imo, name, search_text)
       select (2000000 + n)::text, case n when 7 then 'MANY STAR' else 'MANY ' || n end, 'many ' || n
       from generate_series(0, 2100) as n`,
    );
    await store.refresh();
    const ports = await client.call('allPorts');
    const portCodes = ports.data.map((port: { portCode: string }) => port.portCode);
    expect(portCodes.sort()).toEqual(['CNSHA', used]);
    const vessels = await client.call('allVessels');
    expect(vessels.data.map((vessel: { vesselName: string }) => vessel.vesselName)).toEqual(['MANY STAR']);
    for (const [name, first] of [
      ['allPorts', ports],
      ['allVessels', vessels],
    ] as const)
      expect(await client.call(name, { headers: { 'if-none-match': String(first.headers['etag']) } })).toMatchObject({
        http: 304,
        text: '',
      });
  });

  test('a keyword that fits thousands gives pages without gaps and doubles, and counts no further than a thousand', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 6; page += 1) {
      const { data } = await client.call('searchVessels', { query: { keyword: 'many', currentPage: page } });
      expect(data).toMatchObject({ totalRecord: 1000, totalPage: 50 });
      seen.push(...data.records.map((vessel: { imo: string }) => vessel.imo));
    }
    expect(new Set(seen).size).toBe(120);
    const rare = await client.call('searchVessels', { query: { keyword: 'any 2050' } });
    expect(rare.data).toMatchObject({ totalRecord: 1, records: [{ imo: '2002050' }] });
  });
});

test('a source made while the product runs has its name at once, and its new name after a change', async () => {
  const quick = await openReferenceStore(database, pino({ level: 'silent' }), 20);
  const nameOf = (): string | undefined => quick.current().sources.get('edi:LATE')?.nameEn;
  try {
    expect(nameOf()).toBeUndefined();
    await database.execute(
      `insert into source (code, protocol, source_type, channel, name_cn, name_en, base_url, asked)
       values ('edi:LATE', 'edifact', 'EDI', 'SHIPPING_TRACKING', '后来的码头', 'Late terminal', '', false)`,
      [],
    );
    await expect.poll(nameOf).toBe('Late terminal');
    await database.execute(`update source set name_en = 'Later terminal' where code = 'edi:LATE'`, []);
    await expect.poll(nameOf).toBe('Later terminal');
  } finally {
    await quick.stop();
  }
});

test('operators of every mode have a name, once per code', async () => {
  const { data } = await client.call('allOperators');
  const of = (code: string) => data.find((one: any) => one.operatorCode === code);
  expect(of('CZ')).toMatchObject({ mode: 'air', operatorNameCn: '中国南方航空' });
  expect(of('CRCT')).toMatchObject({ mode: 'rail', operatorName: 'China Railway Container Transport' });
  expect(of('HAUL')).toMatchObject({ mode: 'road' });
  expect(of('SF')).toMatchObject({ mode: 'courier' });
  expect(of('SABL')).toMatchObject({ mode: 'sea' });
  expect(new Set(data.map((one: any) => one.operatorCode)).size).toBe(data.length);
});
