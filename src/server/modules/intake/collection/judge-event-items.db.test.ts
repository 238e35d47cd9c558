import { expect, test } from 'vitest';
import { pipelineDeps } from '#server/parts.ts';
import { fieldPaths } from '#shared/event/field-paths.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';
import { fillValueSources } from '#server/modules/exceptions/event/index.ts';
import { judgeEventItems } from './judge-event-items.ts';
import { recomputeSubscriptions } from './process-outcomes.ts';

const start = Date.UTC(2026, 0, 2);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start });
const { id: tenantId } = await buildTenant(database, { code: 'JUDG' });
const { voyage } = createVoyages(database, pipeline, tenantId);
const { clock, queue, reference, keys } = pipeline;
const deps = pipelineDeps({ queue, clock, reference, keys });

/** One event item for each field that there is, of which a shipment has an event when the field has a value. */
async function addItems(): Promise<void> {
  const paths = [
    ...Object.keys(fieldPaths),
    'milestone.LOBD.hoursSince',
    'milestone.LOBD.actual',
    'milestone.DSCH.planned',
  ];
  const [type] = await database.query<{ id: number }>('select id from event_item_type order by id limit 1');
  for (const [index, path] of paths.entries()) {
    const field = `F${index}`;
    await database.execute(
      `insert into event_field (code, name_cn, name_en, data_path, field_type, enabled) values ($1, $1, $1, $2, 'text', true)`,
      [field, path],
    );
    await database.execute(
      `insert into event_item (tenant_id, code, name_cn, name_en, type_id, severity, rule, due_hours, enabled)
       values ($1, $2, $2, $2, $3, 'low', $4, 24, true)`,
      [
        tenantId,
        field,
        type?.id,
        JSON.stringify({ match: 'all', conditions: [{ field, operator: 'known', values: [] }] }),
      ],
    );
  }
}

const events = () =>
  database.query(
    `select i.code, e.subscription_id, e.present, e.severity, e.params, e.evidence, e.stage, e.port_code, e.planned_at, e.actual_at,
       e.delay_hours, e.vessel_name, e.bill_no, e.opened_at, e.record_version
     from shipment_event e join event_item i on i.id = e.item_id order by e.subscription_id, i.code`,
  );

test('event items alone find of stored shipments what a full judgement finds, whatever field they read', async () => {
  const voyages = [await voyage(), await voyage()];
  const ids = voyages.map(({ subscription }) => subscription.id);
  for (const day of [0, 1, 9, 30]) await pipeline.at(start + day * DAY_MS + HOUR_MS);
  // One that no source has reported anything of.
  const silent = await buildSubscription(database, { tenantId, billNo: 'SILENT1', subscribedAt: start });
  ids.push(silent.id);
  await addItems();

  const first = await judgeEventItems(deps, ids, clock.now());
  const found = await events();
  expect(first.opened).toBe(found.length);
  expect(new Set(found.map(({ subscription_id: id }) => id)).size).toBe(2);
  expect(found.length).toBeGreaterThan(20);
  await recomputeSubscriptions(deps, ids, clock.now());
  expect(await events()).toEqual(found);

  await database.execute(`update event_item set enabled = false where tenant_id = $1 and code < 'F2'`, [tenantId]);
  const second = await judgeEventItems(deps, ids, clock.now());
  const left = await events();
  expect(second.resolved).toBe(left.filter(({ present }) => present === false).length);
  expect(second.resolved).toBeGreaterThan(0);
  await recomputeSubscriptions(deps, ids, clock.now());
  expect(await events()).toEqual(left);
});

test('an event knows which source reported its values: from its judgement, or looked up where stored shipments were judged', async () => {
  const reported = () =>
    database.query<{
      id: number;
      code: string;
      said: { cause: Record<string, { sourceCode: string }>; shown: object } | null;
    }>(
      `select e.id, i.code, e.said from shipment_event e join event_item i on i.id = e.item_id where e.present order by e.id`,
    );
  await voyage();
  await pipeline.at(start + 32 * DAY_MS);
  const judged = (await reported()).filter(({ said: statement }) => statement !== null);
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.flatMap(({ said: statement }) => Object.keys(statement?.cause ?? {})).length).toBeGreaterThan(0);

  await database.execute('update shipment_event set said = null');
  expect(await fillValueSources(database)).toBe(true);
  const filled = new Map((await reported()).map(({ id, said: statement }) => [id, statement]));
  expect([...filled.values()].every((statement) => statement !== null)).toBe(true);
  for (const { id, code, said: statement } of judged.filter((one) => one.said?.cause[one.code] !== undefined))
    expect(filled.get(id)?.cause[code]?.sourceCode).toBe(statement?.cause[code]?.sourceCode);
});
