import { randomUUID } from 'node:crypto';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { httpModule } from '#server/module/index.ts';
import { exporting } from '#server/modules/administration/export/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { outward } from '#server/modules/interfaces/outward/index.ts';
import { exportLists } from '#server/product.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { workRun } from '#server/platform/run/index.ts';
import { analystRole } from '#testing/analyst-role.ts';
import { fillAnalytics } from '#testing/analytics-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { datasets } from './datasets/index.ts';
import { analytics } from './index.ts';
import { keepMoment } from './tokens.ts';

const database = await testDatabase();
const log = pino({ level: 'silent' });
const mine = await buildTenant(database, { code: 'FILA', name: '甲方' });
const theirs = await buildTenant(database, { code: 'FILB', name: '乙方' });
await fillAnalytics(database, mine.id, 5);
await fillAnalytics(database, theirs.id, 2);
const reference = await openReferenceStore(database, log);
afterAll(() => reference.stop());
const queue = createQueue({ database, clock: realClock, log });
const keys = [Buffer.alloc(32, 3)];
const lists = exportLists({ reference, keys, queue, clock: realClock });
const runs = exporting.background?.({ database, clock: realClock, log, exportLists: lists })?.runs ?? [];
const work = (exportId: string) =>
  workRun({ database, clock: realClock, log, runs }, Number(exportId), new AbortController().signal);
const { app, signedIn } = await testApp(database, {
  modules: [
    httpModule(exporting, { exportLists: lists, queue }),
    httpModule(analytics, { exportLists: lists, queue, analyticsAddress: null }),
    httpModule(outward, { keys, allowed: [], schedulePulls: async () => {} }),
  ],
});
await buildUser(database, { tenantId: mine.id, userCode: 'analyst', menus: ['/analytics', '/integrations'] });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: ['/analytics', '/integrations'] });
await buildUser(database, { tenantId: mine.id, userCode: 'clerk', menus: ['/feedback'] });
const [analyst, stranger, clerk] = [await signedIn('analyst'), await signedIn('stranger'), await signedIn('clerk')];

const { asRole } = await analystRole(database, mine.id);

type Row = Record<string, unknown>;

/** The rows of a view as its role reads them. */
const viewed = (name: string): Promise<Row[]> => asRole(`select * from analytics.${name}`);

/** The rows of a file as another reader gives them, in the form of `viewed`. */
async function readRows(bytes: ArrayBuffer): Promise<Row[]> {
  const rows = await parquetReadObjects({ file: bytes, utf8: true });
  const plain = (value: unknown): unknown =>
    typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.getTime() : (value ?? null);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
const order = (body: object, client = analyst) =>
  client.call('analyticsFileOrder', { body: { tenantId: String(mine.id), clientKey: randomUUID(), ...body } });

async function bytesOf(exportId: string, client = analyst): Promise<ArrayBuffer> {
  const response = await app.inject({
    url: `/api/product/export/download?exportId=${exportId}`,
    headers: { cookie: client.cookie, source: 'Manual' },
  });
  expect([response.statusCode, response.payload.slice(0, 4)]).toEqual([200, 'PAR1']);
  return new Uint8Array(response.rawPayload).buffer;
}

/** Orders a file, has it written, and reads it. */
async function written(dataset: string, since = 'all') {
  const { data } = await order({ dataset, since });
  await work(data.exportId);
  const listed = (await analyst.call('analyticsFileQuery')).data as (typeof data)[];
  const file = listed.find(({ exportId }) => exportId === data.exportId);
  expect(file).toMatchObject({ dataset, state: 'done', problem: null });
  const bytes = await bytesOf(data.exportId);
  return { file, bytes, rows: await readRows(bytes) };
}

describe('a data file', () => {
  test.each(datasets)('of $name has the rows and values of the view', async ({ name, columns }) => {
    const { rows, file, bytes } = await written(name);
    const expected = await viewed(name);
    expect(expected.length).toBeGreaterThan(0);
    const dates = Object.entries(columns).flatMap(([column, { type }]) => (type === 'date' ? [column] : []));
    const compared = expected.map((row) => ({
      ...row,
      ...Object.fromEntries(dates.map((column) => [column, Date.parse(`${String(row[column])}T00:00:00Z`)])),
    }));
    expect(sorted(rows)).toEqual(sorted(compared));
    expect(file.rows).toBe(rows.length);
    const { schema } = parquetMetadata(bytes);
    expect(schema.slice(1).map((element) => element.name)).toEqual(Object.keys(columns));
  });

  test('says its types: instants in UTC, exact decimals, days, texts with dictionaries', async () => {
    const { bytes } = await written('rate');
    const { schema } = parquetMetadata(bytes);
    const typeOf = (name: string) => schema.find((element) => element.name === name);
    expect(typeOf('freight_20gp')).toMatchObject({ type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 });
    expect(typeOf('valid_from')).toMatchObject({ type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' });
    const { bytes: shipments } = await written('shipment');
    const metadata = parquetMetadata(shipments);
    expect(metadata.schema.find(({ name }) => name === 'actual_departure')).toMatchObject({
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    });
    const carrier = metadata.row_groups[0]?.columns.find(({ meta_data: m }) => m?.path_in_schema[0] === 'carrier_code');
    expect(carrier?.meta_data?.encodings).toContain('RLE_DICTIONARY');
    expect(carrier?.meta_data?.codec).toBe('SNAPPY');
  });

  test('without rows is a file all the same', async () => {
    let before = await written('shipment');
    let next = before;
    // A transaction in another database of the server makes rows come once more.
    await expect
      .poll(async () => {
        [before, next] = [next, await written('shipment', next.file.token)];
        return next.rows;
      })
      .toEqual([]);
    expect(next.file).toMatchObject({ rows: 0, since: before.file.token });
  });
});

describe('what changed', () => {
  const billOf = ({ bill_no: no }: Row): unknown => no;
  const touch = (no: number) =>
    database.execute(`update subscription set order_no = $1 where bill_no = $2`, [
      randomUUID(),
      `T${mine.id}-${String(no).padStart(7, '0')}`,
    ]);

  test('is in the next file and not for ever, also by a table that is joined', async () => {
    await written('shipment', 'last');
    await touch(1);
    await database.execute(`update shipment set voyage = '002W' where bill_no = $1`, [`T${mine.id}-0000002`]);
    const { rows, file } = await written('shipment', 'last');
    expect(rows.map(billOf)).toEqual(expect.arrayContaining([`T${mine.id}-0000001`, `T${mine.id}-0000002`]));
    expect(file.since).not.toBeNull();
    await expect.poll(async () => (await written('shipment', 'last')).rows).toEqual([]);
  });

  test.skipIf(database.kind === 'embedded')('before a file but committed after it is in the next one', async () => {
    let commit = (): void => {};
    const late = new Promise<void>((resolve) => (commit = resolve));
    let begun = (): void => {};
    const writing = new Promise<void>((resolve) => (begun = resolve));
    const transaction = database.detached(() =>
      database.transaction(async () => {
        await touch(3);
        begun();
        await late;
      }),
    );
    await writing;
    // Later ones are committed before the file, so that the highest number of a transaction would be no mark.
    await touch(4);
    const first = await written('shipment', 'last');
    expect(first.rows.map(billOf)).toContain(`T${mine.id}-0000004`);
    expect(first.rows.map(billOf)).not.toContain(`T${mine.id}-0000003`);
    commit();
    await transaction;
    const next = await written('shipment', 'last');
    expect(next.rows.map(billOf)).toContain(`T${mine.id}-0000003`);
  });

  test('since a time is complete again where nothing is known of that time', async () => {
    const { rows, file } = await written('shipment', '2020-01-01T00:00:00Z');
    expect([rows.length, file.since]).toEqual([6, null]);
    await keepMoment(database, Date.now());
    await touch(5);
    const after = await written('shipment', new Date(Date.now() + 1).toISOString());
    expect(after.rows.map(billOf)).toContain(`T${mine.id}-0000005`);
    expect(after.rows.length).toBeLessThan(6);
  });

  test('since a token of another database is everything', async () => {
    const { file } = await written('shipment', 'last');
    const foreign = String(file.token).replace(/-\d+\./, '-1.');
    expect((await written('shipment', foreign)).rows).toHaveLength(6);
    const future = String(file.token).replace(/\d+$/, '99999999999');
    expect((await written('shipment', future)).rows).toHaveLength(6);
  });

  test('is asked for in a form that is known', async () => {
    for (const since of ['yesterday', '2026-01-01', '1-2-3', '2026-01-01T00:00:00'])
      expect((await order({ dataset: 'shipment', since })).msg).toContain('ISO 8601');
  });
});

describe('a data file belongs to its tenant', () => {
  test('and is refused to others', async () => {
    expect((await order({ dataset: 'shipment' }, stranger)).status).toBe(0);
    expect((await order({ dataset: 'app_user' })).status).toBe(0);
    expect((await order({ dataset: 'shipment' }, clerk)).http).toBe(403);
    const generic = { list: 'analytics.shipment', query: { tenantId: mine.id, after: null, since: null } };
    const csv = await analyst.call('exportOrder', { body: { ...generic, kind: 'csv', clientKey: randomUUID() } });
    expect(csv.status).toBe(0);
    const { data } = await order({ dataset: 'shipment' });
    await work(data.exportId);
    expect((await stranger.call('exportDownload', { query: { exportId: data.exportId } })).status).toBe(0);
    expect((await stranger.call('analyticsFileQuery')).data).toEqual([]);
  });
});

describe('a program with a key', () => {
  const base = '/api/data-center/files/v1';
  const ask = (key: string, url: string, payload?: object, headers: Record<string, string> = {}) =>
    app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `${base}${url}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const keyOf = async (client: typeof analyst, tenantId: number, scopes: string[]): Promise<string> =>
    (await client.call('apiKeyInsert', { body: { tenantId: String(tenantId), name: 'lake', scopes } })).data.key;

  test('orders, waits for, downloads and continues files', async () => {
    const key = await keyOf(analyst, mine.id, ['files']);
    const described = (await ask(key, '/datasets')).json();
    expect(described.map(({ dataset }: { dataset: string }) => dataset)).toEqual(datasets.map(({ name }) => name));
    const ordered = await ask(key, '/files', { dataset: 'exception' }, { 'idempotency-key': 'monday' });
    expect(ordered.statusCode).toBe(202);
    const { exportId } = ordered.json();
    const again = await ask(key, '/files', { dataset: 'exception' }, { 'idempotency-key': 'monday' });
    expect(again.json().exportId).toBe(exportId);
    expect((await ask(key, `/files/${exportId}/content`)).statusCode).toBe(400);
    await work(exportId);
    const file = (await ask(key, `/files/${exportId}`)).json();
    expect(file).toMatchObject({ state: 'done', rows: 5, since: null });
    const content = await ask(key, `/files/${exportId}/content`);
    expect(content.headers['content-type']).toBe('application/vnd.apache.parquet');
    expect(content.headers['content-disposition']).toBe("attachment; filename*=UTF-8''exception.parquet");
    expect(await readRows(new Uint8Array(content.rawPayload).buffer)).toHaveLength(5);
    const next = await ask(key, '/files', { dataset: 'exception', since: file.token });
    await work(next.json().exportId);
    expect((await ask(key, `/files/${next.json().exportId}`)).json()).toMatchObject({
      state: 'done',
      since: file.token,
    });
    const audited = await database.query(
      `select action, client from audit_log where entity = 'export' and entity_id = $1 order by id`,
      [exportId],
    );
    expect(audited).toEqual([
      { action: 'export', client: 'lake' },
      { action: 'download', client: 'lake' },
    ]);
  });

  test('gets nothing without the scope, of other tenants, or by numbers of others', async () => {
    const events = await keyOf(analyst, mine.id, ['events', 'read', 'act']);
    expect((await ask(events, '/files')).statusCode).toBe(401);
    expect((await app.inject({ url: `${base}/files` })).statusCode).toBe(401);
    const key = await keyOf(analyst, mine.id, ['files']);
    const foreign = await keyOf(stranger, theirs.id, ['files']);
    const { exportId } = (await ask(key, '/files', { dataset: 'rate' })).json();
    await work(exportId);
    for (const url of [`/files/${exportId}`, `/files/${exportId}/content`, '/files/0', '/files/x', '/nothing'])
      expect((await ask(foreign, url)).statusCode, url).toBe(404);
    expect((await ask(foreign, '/files')).json()).toEqual([]);
    const wrong = await ask(key, '/files', { dataset: 'rate', since: 'monday' });
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, expect.stringContaining('ISO 8601')]);
    // The key sees what its creator may see, and no more once that ends.
    await database.execute(
      `delete from user_menu where menu_code = '/analytics' and user_id = (select id from app_user where user_code = 'analyst')`,
    );
    expect((await ask(key, '/files', { dataset: 'rate' })).statusCode).toBe(403);
    await database.execute(
      `insert into user_menu (user_id, menu_code) select id, '/analytics' from app_user where user_code = 'analyst'`,
    );
  });
});
