import { expect, test } from 'vitest';
import { exampleAnswer, exampleResult } from '#server/connectors/ft/freightower-builders.ts';
import { exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { attachingSubscriptions } from '#server/modules/intake/source/attach-subscriptions.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 1) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'auto', menus: menuCodes });
await database.execute(
  `insert into md_carrier (code, scac, name_en, search_text) values ('MSKT', 'MAET', 'A carrier', '')`,
);
await pipeline.reference.refresh();
const carrierSource = await pipeline.addCarrier('MSKT', (await startScriptedSource()).baseUrl);
const { signedIn } = await productApp(database, pipeline);
const client = await signedIn('auto');
const subscribe = async (blNo: string, carrierCode?: string) => {
  const { data } = await client.call('batchSubscribe', { body: { rows: [{ isBillNo: '1', blNo, carrierCode }] } });
  return data.results[0] as { obmTkSubscribeId: string | null; errors: { field: string; msg: string }[] };
};
const recognised = async (text: string) =>
  ((await client.call('recogniseReferences', { body: { text } })).data as { carrierCode: string | null }[]).map(
    ({ carrierCode }) => carrierCode,
  );
const carrierOf = async (id: string | null): Promise<string | undefined> =>
  (await database.query<{ carrier_code: string }>('select carrier_code from subscription where id = $1', [id]))[0]
    ?.carrier_code;

test('who knows no carrier is asked for it, unless the number tells it', async () => {
  expect((await subscribe('XQZB1234567')).errors).toEqual([{ field: 'carrierCode', msg: '船公司不能为空' }]);
  expect((await subscribe('XQZB1234567', 'AUTO')).errors[0]?.msg).toContain('请选择船公司');
  const byNumber = await subscribe('MAET123456789');
  expect(await carrierOf(byNumber.obmTkSubscribeId)).toBe('MSKT');
  expect(await recognised('MAET123456780, XQZB1234567')).toEqual(['MSKT', null]);
});

test('an aggregator recognises it, and the sources of that carrier are asked from then on', async () => {
  const source = await startScriptedSource();
  const bill = 'XQZB1234567';
  const result = { ...exampleResult(), carrier: { code: 'MSK', scac: 'MAET' } };
  source.respond(() => ({ body: JSON.parse(JSON.stringify(exampleAnswer(result)).replaceAll(exampleBill, bill)) }));
  await database.system
    .insertInto('source')
    .values({
      code: 'ft-auto',
      protocol: 'ft',
      profile: 'freightower-key',
      source_type: 'FT',
      channel: 'CARRIER_DISTRIBUTE',
      name_cn: '飞驼',
      name_en: 'FT',
      base_url: source.baseUrl,
      credential: seal('key', pipeline.keys),
    })
    .execute();
  expect(await recognised(bill)).toEqual(['AUTO']);
  const { obmTkSubscribeId: id } = await subscribe(bill, 'AUTO');
  expect(await carrierOf(id)).toBe('AUTO');
  await pipeline.at(pipeline.clock.now());
  expect(await carrierOf(id)).toBe('MSKT');
  for (const { run } of attachingSubscriptions({
    database,
    clock: pipeline.clock,
    schedulePulls: pipeline.schedulePulls,
  }).chores ?? [])
    await run();
  const targets = await database.query<{ source_id: number }>(
    'select source_id from subscription_source where subscription_id = $1',
    [id],
  );
  expect(targets.map((row) => row.source_id)).toContain(carrierSource);
  const mismatches = await database.query(`select from shipment_exception where type_code = 'CARRIER_MISMATCH'`);
  expect(mismatches).toEqual([]);
});
