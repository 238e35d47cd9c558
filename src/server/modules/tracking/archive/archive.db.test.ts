import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runArchive } from '#server/commands/archive.ts';
import type { CommandInput } from '#server/commands/command.ts';
import { checkArchive } from '#server/commands/doctor-database.ts';
import { countCandidates } from '#server/modules/intake/precedence/precedence-queries.ts';
import { confirmArchive } from '#server/platform/archive/index.ts';
import { type Settings, standardRetention } from '#server/platform/config/index.ts';
import { listRanges, rangeGroups } from '#server/platform/db/ranges.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';
import { archiveOverview } from './overview.ts';
import { pauseArchive } from './progress.ts';
import { extendRanges, workOnArchive } from './tasks.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portolan-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const database = await testDatabase({ archiveFolder: folder });
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 1, 12) });
const mine = await buildTenant(database, { code: 'ARCHA' });
const theirs = await buildTenant(database, { code: 'ARCHB' });
await buildUser(database, { tenantId: mine.id, userCode: 'historian', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [client, stranger] = [await signedIn('historian'), await signedIn('stranger')];
const { voyage } = createVoyages(database, pipeline, mine.id);
/** The name by which the aggregator calls the ship. */
let ship = 'AMBER TIDE';
const aggregator = await addAggregator(database, pipeline.keys, (text) => text.replaceAll('Amber Tide', ship));

const [old, running] = [await voyage(), await voyage()];
for (const { subscription } of [old, running])
  await pipeline.subscribe(subscription, aggregator.id, pipeline.clock.now() + 3 * DAY_MS);
const shipmentOf = async ({ subscription }: typeof old) => {
  const [row] = await database.query<{ id: number }>('select id from shipment where subscription_id = $1 and fused', [
    subscription.id,
  ]);
  return row?.id ?? 0;
};
const moments: number[] = [];
for (let step = 0; step < 20; step += 1) {
  ship = ['GOOD HOPE', 'ROUND CAPE', 'KEELSON'][step % 3] ?? ship;
  await pipeline.at(pipeline.clock.now() + 2 * DAY_MS);
  if (step % 5 === 2) moments.push(pipeline.clock.now());
}
await pipeline.at(Date.UTC(2026, 1, 28));
const [bkId, runningId] = [await shipmentOf(old), await shipmentOf(running)];
const now = pipeline.clock.now() + 500 * DAY_MS;

/** What a reader sees of a shipment: each moment, who stated what, and the answers of its sources. */
async function seen(shipmentId: number, { subscription, target, bill }: typeof old) {
  const calls = [
    await client.call('traceMoments', { query: { obmBkId: String(shipmentId) } }),
    ...(await Promise.all(
      moments.map((asOf) => client.call('getTrace', { query: { obmBkId: String(shipmentId), asOf } })),
    )),
    await client.call('traceSource', { query: { obmBkId: String(shipmentId), sourceCode: 'ft' } }),
    await client.call('schedulePlans', { body: { scheduleId: target, currentPage: 1, pageSize: 3 } }),
    await client.call('schedulePlans', { body: { scheduleId: target, currentPage: 2, pageSize: 3 } }),
    await client.call('latestFtRecord', { query: { obmTkSubscribeId: String(subscription.id) } }),
    await client.call('exceptionBusiness', { body: { bkId: shipmentId } }),
    await client.call('exceptionBusiness', { body: { bkId: shipmentId, children: 0 } }),
    await client.call('queryBkBySubscribe', { body: { blNo: bill, isBillNo: 1 } }),
  ];
  expect(calls.map(({ status, msg }) => [status, msg])).toEqual(calls.map(() => [1, expect.anything()]));
  return calls.map(({ data }) => data);
}
let before: unknown[] = [];
let beforeRunning: unknown[] = [];

const deps = {
  database,
  queue: pipeline.queue,
  clock: { ...pipeline.clock, now: () => now },
  log: silentLog,
  retention: standardRetention,
};
const rowsOf = async (table: string, column: string, id: number) =>
  (await database.query<{ n: number }>(`select count(*)::int as n from ${table} where ${column} = $1`, [id]))[0]?.n;
const recordsOf = ({ subscription }: typeof old) =>
  database.query<{ id: number; source_type: string; stored: boolean }>(
    `select id, source_type, content is not null as stored from shipment where subscription_id = $1 and not fused order by id`,
    [subscription.id],
  );
const storedOf = async (shipmentId: number, { subscription }: typeof old) => [
  await rowsOf('shipment_change', 'shipment_id', shipmentId),
  await rowsOf('shipment_said', 'shipment_id', shipmentId),
  await rowsOf('shipment_track', 'shipment_id', shipmentId),
  await rowsOf('raw_answer', 'subscription_id', subscription.id),
];

beforeAll(async () => {
  // Forty shipments that nobody looks at, so that nearly all of the range are over.
  await database.execute(
    `with u as (insert into subscription (tenant_id, subject, bill_no, carrier_code, channel, source_type, subscribed_at, created_at, ended, ended_at)
       select s.tenant_id, s.subject, s.bill_no || n, s.carrier_code, s.channel, s.source_type, s.subscribed_at, s.created_at, true, now()
       from subscription s, generate_series(1, 40) n where s.id = $1 returning id)
     insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, content,
       content_hash, created_at, updated_at)
     select b.tenant_id, u.id, true, b.source_type, b.source_code, b.channel, b.observed_at, b.received_at, b.content, b.content_hash,
       b.created_at, b.updated_at from shipment b, u where b.id = $2`,
    [old.subscription.id, bkId],
  );
  await database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes)
     select tenant_id, id, updated_at, '{}' from shipment s where fused and not exists (select from shipment_change c where c.shipment_id = s.id)`,
  );
  await database.execute(
    `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
     select s.tenant_id, s.id, $1, 'push', now(), '\\x00ff'::bytea, 'identity', '\\x00' from subscription s
     where not exists (select from raw_answer a where a.subscription_id = s.id)`,
    [aggregator.id],
  );
  const ended = new Date(pipeline.clock.now());
  // A moment at which a source only spoke again.
  await database.execute(
    `insert into shipment_said (tenant_id, shipment_id, known_at, said) select tenant_id, id, $1, '{"spoke":{"0":1}}' from shipment where id = any($2)`,
    [ended, [bkId, runningId]],
  );
  await database.execute('update shipment set ended = true, ended_at = $1, updated_at = $1 where id <> $2', [
    ended,
    runningId,
  ]);
  await database.execute('update shipment set ended = false, ended_at = null where id = $1', [runningId]);
  await database.execute(`insert into shipment_track (shipment_id, tenant_id, change_id, format, track)
    select id, tenant_id, 1, 1, 'x' from shipment where fused`);
  // Of no fused shipment, as a row of an earlier version may be.
  await database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes)
     select tenant_id, id, updated_at, '{}' from shipment where not fused order by id limit 1`,
  );
  // Later ones are in the next range.
  for (const table of ['subscription', 'shipment'])
    await database.execute(`select setval(pg_get_serial_sequence($1, 'id'), 20000)`, [table]);
  await voyage();
  await pipeline.at(pipeline.clock.now() + DAY_MS);
  [before, beforeRunning] = [await seen(bkId, old), await seen(runningId, running)];
});

test('stops when somebody wants it to', async () => {
  await pauseArchive(database, true);
  expect(await workOnArchive(deps)).toBe(true);
  expect(await archiveOverview(database)).toMatchObject({ paused: true, doing: null });
  await pauseArchive(database, false);
  expect(await storedOf(bkId, old)).not.toContain(0);
});

test('what is over for long leaves the database, what is not stays, and both are shown as before', async () => {
  const stored = await storedOf(runningId, running);
  expect(stored).not.toContain(0);
  const fusedAgain = await countCandidates(database);
  expect(await workOnArchive(deps)).toBe(true);
  expect(await storedOf(bkId, old)).toEqual([0, 0, 0, 0]);
  expect(await storedOf(runningId, running)).toEqual(stored);
  expect(readdirSync(folder).sort()).toEqual([
    'raw_answer',
    'shipment',
    'shipment_change',
    'shipment_record',
    'shipment_said',
  ]);
  expect((await recordsOf(old)).map(({ stored: isStored }) => isStored)).toEqual([false, false]);
  expect((await recordsOf(running)).map(({ stored: isStored }) => isStored)).toEqual([true, true]);
  expect(await seen(bkId, old)).toEqual(before);
  expect(await seen(runningId, running)).toEqual(beforeRunning);
  // A new order of trust concerns those that are not archived.
  expect(await countCandidates(database)).toBe(fusedAgain - 1);
  expect(
    await database.query(
      `select s.fused from shipment_change c join shipment s on s.id = c.shipment_id where not s.fused`,
    ),
  ).toEqual([{ fused: false }]);
  const { tables, paused, doing } = await archiveOverview(database);
  expect([paused, doing]).toEqual([false, null]);
  expect(tables.map(({ name, archived }) => [name, archived.files])).toEqual([
    ['shipment_change', 1],
    ['shipment_said', 1],
    ['shipment_track', 0],
    ['raw_answer', 1],
    ['job_log', 0],
    ['job_artifact', 0],
  ]);
  expect(await stranger.call('traceMoments', { query: { obmBkId: String(bkId) } })).toMatchObject({ status: 0 });
});

test('is done once', async () => {
  const files = await database.query('select * from archive_file order by id');
  expect(await workOnArchive(deps)).toBe(true);
  expect(await database.query('select * from archive_file order by id')).toEqual(files);
});

test('an arrival is copied to a record in the archive, and from one', async () => {
  const ids = [(await recordsOf(old))[0]?.id, (await recordsOf(running))[0]?.id].map(String);
  // Only what a robot read is copied.
  const setType = (type: string) =>
    database.execute('update shipment set source_type = $2 where id = any($1)', [ids, type]);
  await setType('RPA');
  for (const [from, to] of [ids, ids.toReversed()]) {
    const body = { templateBkId: from, otherBkIdList: [to], preview: 1 as const };
    const { status, data } = await client.call('copyArrival', { body });
    expect({ status, row: data.rows[0] }).toMatchObject({ status: 1, row: { obmBkId: to, after: expect.any(Number) } });
  }
  await setType('CARRIER');
});

test('a correction of a shipment in the archive leaves all other values as they were', async () => {
  const trace = async () => (await client.call('getTrace', { query: { obmBkId: String(bkId) } })).data;
  const { provenance: known } = await trace();
  const field = { tableName: 'OBM_BK', tableKeyId: String(bkId), columnName: 'CUST_VOYAGE', isDelete: 1 };
  const saved = await client.call('saveOverride', { body: { ...field, newValue: '901E' } });
  expect(saved).toMatchObject({ status: 1, msg: expect.anything() });
  const { provenance } = await trace();
  expect(provenance['booking.voyage']?.winner).toMatchObject({ value: '901E' });
  const others = (all: typeof known) => Object.entries(all).filter(([name]) => !name.includes('voyage'));
  expect(others(provenance)).toEqual(others(known));
  expect((await recordsOf(old)).slice(0, 2).map(({ stored: isStored }) => isStored)).toEqual([false, false]);
});

test('a record in the archive that is chosen has its content in the database again', async () => {
  const [record, ...others] = await recordsOf(old);
  const { subscription } = await voyage();
  const chosen = await client.call('updateSubscribeInfo', {
    body: { obmTkSubscribeId: subscription.id, bkId: record?.id ?? 0, recordVersion: 1 },
  });
  expect(chosen).toMatchObject({ status: 1, data: { bkId: String(record?.id) } });
  expect(await recordsOf(old)).toEqual([{ ...record, stored: true }, ...others]);
});

test('rows that are written after a shipment was archived are shown together with those of the archive', async () => {
  await database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes) values ($1, $2, $3, $4)`,
    [mine.id, bkId, new Date(pipeline.clock.now()), JSON.stringify({ 'booking.voyage': ['777W', 'expert:historian'] })],
  );
  const [changes] = await seen(bkId, old);
  expect(changes).toHaveLength((before[0] as unknown[]).length + 1);
});

test('the command shows, pauses and resumes, which is audited', async () => {
  const run = async (...options: string[]): Promise<string> => {
    const lines: string[] = [];
    const input = { name: 'archive', operand: undefined, options, answers: {}, inProduct: false };
    const settings = { archiveFolder: folder } as Settings;
    const withDatabase: CommandInput['withDatabase'] = (work) => work(database);
    expect(await runArchive({ ...input, settings, withDatabase, say: (...said) => void lines.push(...said) })).toBe(0);
    return lines.join('\n');
  };
  expect(await run()).toMatch(/shipment_said: 2 ranges; [1-9]\d* rows in 1 files archived/);
  expect(await run('pause')).toContain('Paused');
  expect(await run('resume')).not.toContain('Paused');
  const actions = await database.query(`select action from audit_log where entity = 'archive' order by id`);
  expect(actions).toEqual([{ action: 'pause' }, { action: 'resume' }]);
});

test('without its folder the product does not start, and doctor says what is missing', async () => {
  await expect(confirmArchive({ ...database, archiveFolder: null })).rejects.toThrow('ARCHIVE_FOLDER');
  await expect(confirmArchive(database)).resolves.toBeUndefined();
  const settings = { archiveFolder: folder } as Settings;
  const levels = async (given = settings) => (await checkArchive(database, given)).map(({ level }) => level);
  expect(await levels()).toEqual(['ok']);
  expect(await levels({ ...settings, archiveFolder: null })).toEqual(['fault']);
  expect(await levels({ ...settings, archiveFolder: tmpdir() })).toEqual(['fault']);
});

test('an archive that cannot be read is named to the user', async () => {
  renameSync(folder, `${folder}-away`);
  try {
    expect(await client.call('traceMoments', { query: { obmBkId: String(bkId) } })).toMatchObject({
      status: 0,
      msg: expect.stringContaining('归档目录暂时无法读取'),
    });
  } finally {
    renameSync(`${folder}-away`, folder);
  }
});

test('a file that was damaged before its rows left is written again', async () => {
  await pipeline.at(pipeline.clock.now() + DAY_MS);
  const later = { ...deps, clock: { ...deps.clock, now: () => now + 900 * DAY_MS } };
  // Now all that has rows is over.
  await database.execute('delete from shipment_change c using shipment s where s.id = c.shipment_id and not s.fused');
  await database.execute('update shipment set ended = true, ended_at = updated_at where id = $1', [runningId]);
  const damaged = path.join(folder, 'shipment_change', '000000000000-000000020000-1.parquet');
  let isDamaged = false;
  const meddling: typeof database = {
    ...database,
    execute: (text, values) => {
      if (!isDamaged && text.includes('into archive_file') && values?.[0] === 'shipment_said') {
        isDamaged = true;
        appendFileSync(damaged, 'x');
      }
      return database.execute(text, values);
    },
  };
  expect(await workOnArchive({ ...later, database: meddling })).toBe(false);
  expect(isDamaged).toBe(true);
  expect((await storedOf(runningId, running))[0]).toBeGreaterThan(0);
  expect(await workOnArchive(later)).toBe(true);
  expect(await storedOf(runningId, running)).toEqual([0, 0, 0, 0]);
  expect((await seen(runningId, running)).slice(0, -7)).toEqual(beforeRunning.slice(0, -7));
});

test('ranges are added before they are needed, also behind one that is filled already', async () => {
  const [group] = rangeGroups;
  const bounds = async () =>
    (await listRanges(database, 'shipment_said')).map(({ lowest, uppermost }) => [lowest, uppermost]);
  await expect.poll(() => extendRanges(deps)).toBe(true);
  const [first, second, third] = await bounds();
  expect([first, second?.[0], third?.[1]]).toEqual([[null, 20000], 20000, null]);
  // Far more than was expected.
  await database.execute(`select setval(pg_get_serial_sequence('shipment', 'id'), 5000000)`);
  await voyage();
  await pipeline.at(pipeline.clock.now() + DAY_MS);
  expect(group?.of).toBe('shipment');
  await expect.poll(() => extendRanges(deps)).toBe(true);
  const ranges = await bounds();
  expect(ranges.slice(0, 2)).toEqual([first, second]);
  expect(ranges[2]?.[1]).toBeGreaterThan(5_000_000);
  expect(ranges.at(-1)).toEqual([ranges[2]?.[1], null]);
});

test('a deletion of a chosen record that is undone after it was archived shows its content again', async () => {
  const [record] = await recordsOf(old);
  const id = record?.id ?? 0;
  const { subscription } = await voyage();
  const link = { obmTkSubscribeId: subscription.id, bkId: id, recordVersion: 1 };
  expect(await client.call('updateSubscribeInfo', { body: link })).toMatchObject({ status: 1 });
  const { data } = await client.call('deleteBusinessData', { body: [String(id)] });
  await database.execute('update shipment set content = null where id = $1', [id]);
  const body = { changeId: String(data.changeIds[0]) };
  expect(await client.call('undoBusinessData', { body })).toMatchObject({ status: 1 });
  expect((await recordsOf(old))[0]).toEqual({ ...record, stored: true });
  const { data: shown } = await client.call('getBusinessData', { query: { obmBkId: String(id) } });
  expect(shown.obmBk.blNo).toBe(old.bill);
});
