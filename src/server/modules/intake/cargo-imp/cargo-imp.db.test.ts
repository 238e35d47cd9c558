import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { sampleFsu, sampleWaybill } from '#testing/air-samples.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openCargoImpFolder } from './index.ts';
import { tieMessages } from './tasks.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 11) });
const [mine, other] = [await buildTenant(database, { code: 'FSUA' }), await buildTenant(database, { code: 'FSUB' })];
const folder = await mkdtemp(join(tmpdir(), 'cargo-imp-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const deps = {
  database,
  clock: pipeline.clock,
  log: pino({ level: 'silent' }),
  reference: () => pipeline.reference.current(),
  scheduleProcessing: pipeline.schedulePushed,
};
const watched = await openCargoImpFolder(deps, folder);

const track = async (tenantId: number) => {
  const { id } = await buildSubscription(database, { tenantId, billNo: sampleWaybill, carrierCode: 'CZ' });
  await database.execute(`update subscription set mode = 'air' where id = $1`, [id]);
  return id;
};
const put = async (name: string, text: string): Promise<void> => {
  await writeFile(join(folder, name), text);
  await watched.look();
  expect(await watched.look()).toBe(1);
  await pipeline.worker.processAll();
};
const codesOf = async (subscriptionId: number): Promise<string[]> => {
  const [row] = await database.query<{ content: ShipmentContent }>(
    'select content from shipment where subscription_id = $1 and fused',
    [subscriptionId],
  );
  return [...new Set(row?.content.events.map(({ statusCode }) => statusCode))].sort();
};
const refused = () =>
  database.query<{ reason: string; code: string }>(
    'select r.reason, s.code from refusal r join source s on s.id = r.source_id order by r.id',
  );

test('messages in a file and in a mail become events of the shipment; one that comes again changes nothing', async () => {
  const id = await track(mine.id);
  await put('fsu.txt', sampleFsu.slice(0, 4).join('\r\n'));
  expect(await codesOf(id)).toEqual(expect.arrayContaining(['DIS', 'RCS']));
  const mail = [
    'From: cargo@airline.example',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Dear customer, please find the status attached.',
    '--b',
    'Content-Type: application/octet-stream; name=fsu.txt',
    'Content-Disposition: attachment; filename=fsu.txt',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(sampleFsu.slice(3).join('\n')).toString('base64'),
    '--b--',
  ];
  await put('status.eml', mail.join('\r\n'));
  expect(await codesOf(id)).toEqual(expect.arrayContaining(['ARR', 'DEP', 'RCF']));
  const kept = 'select count(*)::int as n from raw_answer where subscription_id = $1';
  const before = await database.query(kept, [id]);
  expect(before).toEqual([{ n: sampleFsu.length }]);
  await put('again.txt', sampleFsu.join('\n'));
  expect(await database.query(kept, [id])).toEqual(before);
  expect((await readdir(join(folder, 'done'))).sort()).toEqual(['again.txt', 'fsu.txt', 'status.eml']);
});

test('a waybill that is tracked later gets what was reported before', async () => {
  await tieMessages(deps);
  const id = await track(other.id);
  expect(await tieMessages(deps)).toBeGreaterThan(0);
  await pipeline.worker.processAll();
  expect(await codesOf(id)).toEqual(expect.arrayContaining(['ARR', 'DEP', 'RCF']));
  expect(await tieMessages(deps)).toBe(0);
});

test('what cannot be taken is counted with its reason, and the rest of the file is taken', async () => {
  const head = (waybill: string) => `FSU/14\n${waybill}PVGFRA/T10K200\n`;
  const text = [
    `${head('784-12345674')}RCS/09MAR1200/PVG/T10K200\n`,
    `${head('000-00000011')}RCS/09MAR1200/PVG/T10K200\n`,
    `${head('784-00000011')}RCS/09MAR1200/PVG/T10X200\n`,
    `${head('784-00000011')}ZZZ/09MAR1200/PVG/P2K40\n`,
    'FSU/14\nRCS/09MAR1200/PVG/T10K200\n',
  ].join('');
  await put('bent.txt', text);
  expect((await refused()).map(({ reason, code }) => `${code} ${reason}`).sort()).toEqual([
    'cargoimp bad_check_digit',
    'cargoimp bad_reference',
    'cargoimp malformed_event',
    'cargoimp:CZ bad_enumeration',
    'cargoimp:CZ bad_enumeration',
  ]);
  await put('letter.txt', 'Dear all, there is nothing here');
  expect(await readdir(join(folder, 'failed'))).toEqual(['letter.txt']);
});
