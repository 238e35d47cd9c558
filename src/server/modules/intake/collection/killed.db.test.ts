import { expect, test } from 'vitest';
import { unpackHistory } from '#server/modules/tracking/shipment/index.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { mortalTestDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';

const start = Date.UTC(2026, 0, 28);
/** Voyages of a test are distinguished by a letter each. */
const maxKills = 20;

const { database, dieAfter, revive } = await mortalTestDatabase();
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database);
const { voyage } = createVoyages(database, pipeline, tenant.id);

/** Every effect on one subscription, without ids and moments. */
async function effectsOf(one: Awaited<ReturnType<typeof voyage>>): Promise<string> {
  const texts = [
    "select encode(hash, 'hex') from raw_answer where subscription_id = $1",
    'select fused, source_type, content, ended from shipment where subscription_id = $1 order by fused',
    'select type_code, problem_key, open from shipment_exception where subscription_id = $1 order by 1, 2',
    `select e.type_code, v.kind from exception_event v join shipment_exception e on e.id = v.exception_id
     where e.subscription_id = $1 order by 1, v.id`,
    `select count(*) from live_event l, jsonb_array_elements_text(l.payload -> 'subscriptionIds') as i(id)
     where l.topic = 'shipment' and i.id::bigint = $1`,
    `select count(*) from task t join subscription_source x on x.id::text = t.singleton_key
     where t.kind = 'pull' and t.status = 'waiting' and x.subscription_id = $1`,
  ];
  const rows = await Promise.all(texts.map((text) => database.query(text, [one.subscription.id])));
  const changes = await database.query<{ packed: Buffer; plain: null }>(
    `select c.packed, c.changes as plain from shipment_change c join shipment s on s.id = c.shipment_id
     where s.subscription_id = $1`,
    [one.subscription.id],
  );
  return JSON.stringify([...rows, changes.map((row) => unpackHistory(row))])
    .replaceAll(one.bill, 'BILL')
    .replaceAll(one.code, 'CODE')
    .replaceAll(/"hash":"[^"]*"/g, '');
}

/** Answers name the bill, so that only their number can be compared. */
const comparable = (effects: string): string => effects.replaceAll(/"encode":"[0-9a-f]+"/g, '"encode":"x"');

test('a worker that is killed, wherever it is, leaves no loss and no double effect', { timeout: 120_000 }, async () => {
  const undisturbed = await voyage();
  dieAfter(Infinity);
  await pipeline.at(start);
  const steps = revive();
  const expected = comparable(await effectsOf(undisturbed));
  expect(steps).toBeGreaterThan(10);
  expect(JSON.parse(expected)[1]).toHaveLength(2);
  for (let at = 0; at < steps; at += Math.ceil(steps / maxKills)) {
    const one = await voyage();
    dieAfter(at);
    await pipeline.worker.processAll().catch(() => {});
    revive();
    // Its lease runs out, or its sign of life is gone: another worker goes on.
    await database.execute("update task set lease_until = '2000-01-01' where status = 'running'");
    await database.execute(
      "update task set run_at = $1 where kind = 'pull' and singleton_key = $2 and last_error is not null",
      [new Date(start), String(one.target)],
    );
    await pipeline.worker.processAll();
    expect(comparable(await effectsOf(one)), `killed after ${at} of ${steps} statements`).toBe(expected);
  }
});
