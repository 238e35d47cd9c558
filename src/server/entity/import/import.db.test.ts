import { httpModule } from '#server/module/index.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { entities } from '#entities/index.ts';
import { importRoutes } from '#server/entity/index.ts';
import { configuration, entityExport } from '#server/modules/administration/configuration/index.ts';
import { entityServices } from '#server/product.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { importedFields, matchHeadings, readCells } from '#shared/entity/read-cells.ts';
import { maxImportRows } from '#shared/entity/import-limits.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import { silentLog } from '#testing/database-templates.ts';
import { type FileRow, sendRows, testImportWork } from '#testing/imports.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { writtenFile } from '#testing/written-file.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const services = entityServices({ reference, keys: [randomBytes(32)] });
const { queue, worker } = testImportWork(database, services);
const { signedIn } = await testApp(database, {
  modules: [
    httpModule(configuration, { services: services }),
    { name: 'import', routes: importRoutes({ services, queue }) },
  ],
});
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'other', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'reader', menus: ['/exception-manage'] });
const boss = await signedIn('boss');

type Row = FileRow;

async function run(importId: string, client = boss) {
  const ordered = await client.call('importRun', { body: { importId } });
  expect(ordered).toMatchObject({ status: 1 });
  await worker.processAll();
  const { data } = await client.call('importGet', { query: { importId } });
  expect(data.state).toBe('done');
  return data.outcomes as Record<string, number>;
}

let serial = 100_000;
const nextImo = (): string => {
  const six = String((serial += 1));
  return `${six}${imoCheckDigit(six)}`;
};
const vesselRow = (values: Row = {}): Row => ({ vesselName: 'importa', imo: nextImo(), teu: '1200', ...values });
const vessels = () => database.system.selectFrom('md_vessel');

describe('what becomes of rows', () => {
  test('new rows are added, found, and kept in the audit with who imported them', async () => {
    const rows = [vesselRow({ vesselName: 'Brave Horizon', carrierCode: 'msk' }), vesselRow({ flag: 'hk' })];
    const { importId, judged } = await sendRows(boss, 'vessel', rows);
    expect(judged.map(({ plan }) => plan)).toEqual(['insert', 'insert']);
    expect(await run(importId)).toMatchObject({ insert: 2, refused: 0 });
    const row = await vessels().selectAll().where('imo', '=', String(rows[0]?.['imo'])).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: 'BRAVE HORIZON', carrier_code: 'MSK', teu: 1200 });
    const audit = await database.system
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'vessel')
      .where('entity_id', '=', String(row.id))
      .execute();
    expect(audit).toMatchObject([{ action: 'insert', actor_code: 'boss' }]);
    const found = await boss.call('vessel.pick', { body: { keyword: 'horizon' } });
    expect(found.data.records).toContainEqual(
      expect.objectContaining({ vesselName: 'BRAVE HORIZON', carrierCode: 'MSK' }),
    );
  });

  test('each wrong cell is told by its field, in both languages, and nothing of that row is written', async () => {
    const rows = [
      vesselRow({ imo: '1234560' }),
      vesselRow({ teu: 'many', lengthM: '-3', carrierCode: 'NOBODY' }),
      vesselRow({ vesselName: ' ' }),
      { vesselName: 'no number' },
    ];
    const { importId, judged } = await sendRows(boss, 'vessel', rows);
    expect(judged.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['imo'],
      ['carrierId', 'teu', 'lengthM'],
      ['vesselName'],
      ['imo'],
    ]);
    expect(judged[1]?.problems[0]?.message).toBe('经营人“NOBODY”不存在');
    expect(await run(importId)).toEqual({ insert: 0, update: 0, same: 0, refused: 4 });
    const english = await boss.call('importResult', {
      query: { importId, outcome: 'refused' },
      headers: { 'x-lang': 'en' },
    });
    expect(english.data.totalRecord).toBe(4);
    expect(english.data.records[2].problems[0].message).toBe('Vessel cannot be empty');
  });

  test('rows that repeat earlier ones of the file are refused, across the parts in which they were sent', async () => {
    const first = vesselRow();
    const rows = [first, ...Array.from({ length: 500 }, () => vesselRow()), { ...first, vesselName: 'again' }, first];
    const { importId, judged } = await sendRows(boss, 'vessel', rows, { mode: 'addAndUpdate' });
    expect(judged.filter(({ plan }) => plan === 'refused').map(({ row }) => row)).toEqual([502, 503]);
    // What they say of the same thing is told beside what the first one says.
    const repeats = { field: 'imo', message: '与文件中前面的行重复' };
    const contradicts = { field: 'vesselName', message: '与文件中前面同一数据的行矛盾：该行的船名为“importa”' };
    expect(judged.slice(501).map(({ problems }) => problems)).toEqual([[contradicts, repeats], [repeats]]);
    expect(await run(importId)).toEqual({ insert: 501, update: 0, same: 0, refused: 2 });
    expect((await vessels().select('name').where('imo', '=', String(first['imo'])).execute()).length).toBe(1);
  });

  test('a cell that could not be read refuses its row: what is stored is not emptied', async () => {
    const row = vesselRow({ teu: '800', carrierCode: 'MSK' });
    await run((await sendRows(boss, 'vessel', [row])).importId);
    const unread = (field: string, reason: string, text: string) => ({
      imo: row['imo'],
      [field]: { unread: reason, text },
    });
    const rows = [
      unread('teu', 'error', '#N/A'),
      unread('carrierCode', 'formula', '=B2'),
      unread('imo', 'error', '#REF!'),
    ];
    const { judged } = await sendRows(boss, 'vessel', rows.slice(0, 1), { mode: 'addAndUpdate' });
    expect(judged[0]?.problems).toEqual([
      { field: 'teu', message: '箱位（TEU）的单元格是错误值 #N/A，请先在表格中更正' },
    ]);
    const all = await sendRows(boss, 'vessel', rows.slice(1), { mode: 'addAndUpdate' });
    expect(all.judged.map(({ plan, problems }) => [plan, problems.map(({ field }) => field)])).toEqual([
      ['refused', ['carrierId']],
      ['refused', ['vesselName', 'imo']],
    ]);
    expect(await run(all.importId)).toMatchObject({ refused: 2 });
    expect(await vessels().select('teu').where('imo', '=', String(row['imo'])).execute()).toEqual([{ teu: 800 }]);
  });

  test('a tenant is named by its code or by either of its names, and rows that name one in two ways are one', async () => {
    const named = await buildTenant(database, { name: '远航贸易', name_en: 'Far Trade' });
    const { id } = await database.system
      .insertInto('asset')
      .values({ asset_type: 'GATE_X', asset_desc: 'x', value_type: 'TEXT' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const words = ['远航贸易', 'far trade', named.code];
    const rows = words.map((tenantName) => ({ tenantName, assetType: 'GATE_X', assetValue: 'v' }));
    const { importId, judged } = await sendRows(boss, 'tenantAsset', rows);
    expect(judged.map(({ plan, problems }) => [plan, ...problems.map(({ field }) => field)])).toEqual([
      ['insert'],
      ['refused', 'tenantId'],
      ['refused', 'tenantId'],
    ]);
    expect(await run(importId)).toMatchObject({ insert: 1, refused: 2 });
    const linked = await database.system
      .selectFrom('tenant_asset')
      .select('tenant_id')
      .where('asset_id', '=', id)
      .execute();
    expect(linked).toEqual([{ tenant_id: named.id }]);
  });

  test('adding only leaves rows that exist alone; updating changes what the file brings and nothing else', async () => {
    const row = vesselRow({ vesselName: 'STAYS', flag: 'SG', teu: '800' });
    await run((await sendRows(boss, 'vessel', [row])).importId);
    const { imo } = row;
    const again = await sendRows(boss, 'vessel', [{ ...row, teu: '900' }]);
    expect(again.judged).toMatchObject([{ plan: 'refused', problems: [{ field: 'imo' }] }]);
    const changed = await sendRows(boss, 'vessel', [{ imo, teu: '900' }], { mode: 'addAndUpdate' });
    expect(changed.judged).toMatchObject([{ plan: 'update', problems: [] }]);
    expect(await run(changed.importId)).toMatchObject({ update: 1 });
    expect(await vessels().selectAll().where('imo', '=', String(imo)).execute()).toMatchObject([
      { name: 'STAYS', flag: 'SG', teu: 900, record_version: 2 },
    ]);
    const same = await sendRows(boss, 'vessel', [{ imo, teu: '900', vesselName: 'stays' }], { mode: 'addAndUpdate' });
    expect(same.judged).toMatchObject([{ plan: 'same' }]);
    expect(await run(same.importId)).toMatchObject({ same: 1, update: 0 });
  });

  test('what is imported is what the running product works with', async () => {
    await run(
      (await sendRows(boss, 'port', [{ portCode: 'cnzzz', portName: 'Test Haven', portNameCn: '测试港' }])).importId,
    );
    expect(reference.current().ports.get('CNZZZ')).toMatchObject({ name: 'Test Haven', nameCn: '测试港' });
    await run((await sendRows(boss, 'portAlias', [{ aliasCode: 'CNYYY', portCode: 'CNZZZ' }])).importId);
    expect(reference.current().rules.resolvePort('CNYYY')).toBe('CNZZZ');
    for (const keyword of ['测试港', 'ceshigang', 'csg', 'haven']) {
      const { data } = await boss.call('port.pick', { body: { keyword } });
      expect(data.records.map((port: Row) => port['portCode'])).toContain('CNZZZ');
    }
  });
});

describe('who may', () => {
  test('whoever has not the page of an entity cannot import it, nor see the import of somebody else', async () => {
    const reader = await signedIn('reader');
    const body = { entity: 'vessel', mode: 'add', fileName: 'x.csv', total: 1, clientKey: randomUUID() };
    expect((await reader.call('importOpen', { body })).status).toBe(0);
    const { importId } = await sendRows(boss, 'vessel', [vesselRow()]);
    const other = await signedIn('other');
    for (const client of [reader, other]) {
      for (const answer of [
        await client.call('importGet', { query: { importId } }),
        await client.call('importResult', { query: { importId } }),
        await client.call('importRun', { body: { importId } }),
        await client.call('importRows', { body: { importId, first: 1, rows: [vesselRow()] } }),
      ])
        expect(answer.status).toBe(0);
    }
    for (const entity of ['feedback', 'user', 'nothing', '__proto__'])
      expect((await boss.call('importOpen', { body: { ...body, entity } })).status).toBe(0);
  });

  test('too many rows, rows beyond the announced ones and an incomplete file are refused', async () => {
    const body = {
      entity: 'vessel',
      mode: 'add',
      fileName: 'x.csv',
      total: maxImportRows + 1,
      clientKey: randomUUID(),
    };
    expect((await boss.call('importOpen', { body })).status).toBe(0);
    const { data } = await boss.call('importOpen', { body: { ...body, total: 2 } });
    const { importId } = data;
    expect(
      (await boss.call('importRows', { body: { importId, first: 2, rows: [vesselRow(), vesselRow()] } })).status,
    ).toBe(0);
    await boss.call('importRows', { body: { importId, first: 1, rows: [vesselRow()] } });
    expect((await boss.call('importRun', { body: { importId } })).msg).toBe('只收到 2 行中的 1 行，请重新上传文件');
  });
});

describe('what was exported changes nothing when it is imported, in whichever language', () => {
  const importable = Object.values(entities as Readonly<Record<string, Entity>>).filter(
    (entity) => entity.importBy !== undefined && entity.tenantField === undefined && entity.table !== 'tenant',
  );
  const names = (dict: string): Map<string, string[]> =>
    new Map(
      reference
        .current()
        .dictionary.filter(({ codeType }) => codeType === dict)
        .map(({ codeValue, displayCn, displayEn }) => [
          codeValue,
          [displayCn, displayEn].filter((name) => name !== null),
        ]),
    );
  test.each(importable.map((entity) => [entity.name, entity] as const))('%s', async (name, entity) => {
    const fields = importedFields(entity).map(([field]) => field);
    for (const lang of ['zh', 'en'] as const) {
      const list = entityExport(services, () => reference.current(), entity);
      const asked = { scope: { kind: 'all' }, lang, columns: fields } as const;
      const [titles = [], ...lines] = await writtenFile(list, { database, clock: realClock }, asked);
      const headings = titles.map(String);
      expect(matchHeadings(entity, headings)).toEqual(fields);
      const rows = lines.slice(0, 1000).map((cells) =>
        readCells(
          entity,
          { columns: fields, headings },
          cells.map((cell) => ({ text: String(cell ?? '') })),
          names,
          { zone: 'Asia/Tokyo' },
        ),
      );
      if (rows.length === 0) return;
      const { judged } = await sendRows(boss, name, rows, { mode: 'addAndUpdate' });
      expect(judged.filter(({ plan }) => plan !== 'same').slice(0, 3)).toEqual([]);
    }
  });
});
