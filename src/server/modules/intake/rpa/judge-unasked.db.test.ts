import { expect, test } from 'vitest';
import { pipelineDeps } from '#server/parts.ts';
import { processOutcomes } from '#server/modules/intake/collection/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { judgeUnasked } from './judge-unasked.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 1, 16);
const { clock, queue, reference, keys } = await startPipeline(database, { start });
const tenant = await buildTenant(database, { code: 'UNASKED' });
const pipeline = pipelineDeps({ queue, clock, reference, keys });
const deps = { database, clock, queue, log: silentLog, reference: () => reference.current(), pipeline };

/** A shipment of a carrier that has pages only; its page is due at the start. */
async function duePage(): Promise<number> {
  const { id } = await buildSubscription(database, {
    tenantId: tenant.id,
    carrierCode: 'WILL',
    subscribedAt: start - HOUR_MS,
  });
  const { rows } = await database.execute<{ id: number }>(
    `insert into subscription_source (tenant_id, subscription_id, source_id, next_pull_at)
     select $1::bigint, $2::bigint, id, $3::timestamptz from source where code = 'rpa:UNASKED' returning id`,
    [tenant.id, id, new Date(start)],
  );
  return rows[0]?.id as number;
}

const found = () =>
  database.query<{
    type_code: string;
    problem_key: string;
    subscription_id: number | null;
    open: boolean;
    params: object;
  }>(
    'select type_code, problem_key, subscription_id, open, params from shipment_exception where tenant_id = $1 order by id',
    [tenant.id],
  );

test('a source that no robot asks for a day is one problem of the source, until a page is brought', async () => {
  await database.execute(
    `insert into source (code, protocol, source_type, channel, carrier_code, name_cn, name_en, base_url, pull_interval_s)
     values ('rpa:UNASKED', 'rpa', 'RPA', 'SHIPPING_TRACKING_WALI', 'WILL', '网页', 'Web site', '', 1800)`,
  );
  const target = await duePage();
  await duePage();
  clock.set(start + 23 * HOUR_MS);
  await judgeUnasked(deps);
  expect(await found()).toEqual([]);

  clock.set(start + 24 * HOUR_MS);
  await judgeUnasked(deps);
  await judgeUnasked(deps);
  expect(await found()).toEqual([
    {
      type_code: 'SOURCE_FAILING',
      problem_key: 'rpa:UNASKED',
      subscription_id: null,
      open: true,
      params: { source: 'rpa:UNASKED', waitingAt: start, shipments: 2 },
    },
  ]);

  // A robot looks at one of the pages and finds nothing: the source is asked again, and this shipment has no data.
  const outcome = { kind: 'unchanged', subscriptionSourceId: target, askedAt: clock.now() } as const;
  await processOutcomes(pipeline, [outcome], clock.now());
  await judgeUnasked(deps);
  expect(await found()).toMatchObject([
    { type_code: 'SOURCE_FAILING', open: false },
    { type_code: 'NO_DATA', open: true },
  ]);
});
