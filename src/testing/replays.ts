import { exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { exampleAnswer } from '#server/connectors/ft/freightower-builders.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildTenant, buildUser } from './people.ts';
import { pipelineApp } from './pipeline-app.ts';
import { startPipeline } from './pipeline.ts';
import { startScriptedSource } from './scripted-source.ts';
import { createVoyages } from './voyages.ts';
import type { TestAnswer } from './test-app.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Two tenants, the people of both, voyages of one, and an aggregator that is asked for them too. */
export async function replays(database: Database) {
  const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20) });
  const [mine, theirs] = [await buildTenant(database, { code: 'REPA' }), await buildTenant(database, { code: 'REPB' })];
  await buildUser(database, { tenantId: mine.id, userCode: 'replayer', name: '赵重放', menus: menuCodes });
  await buildUser(database, { tenantId: theirs.id, userCode: 'outsider', menus: menuCodes });
  await pipeline.reference.refresh();
  const { signedIn } = await pipelineApp(database, pipeline);
  const [client, outsider] = [await signedIn('replayer'), await signedIn('outsider')];
  const { voyage, stateOf, pullTaskOf, rowsOf } = createVoyages(database, pipeline, mine.id);
  const { clock } = pipeline;

  const aggregator = await startScriptedSource();
  const { id: ftId } = await database.system
    .insertInto('source')
    .values({
      code: 'ft',
      protocol: 'ft',
      profile: 'freightower-key',
      source_type: 'FT',
      channel: 'CARRIER_DISTRIBUTE',
      name_cn: '聚合平台',
      name_en: 'Aggregator',
      base_url: `${aggregator.baseUrl}/ft`,
      credential: seal('key', pipeline.keys),
      pull_interval_s: 1800,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  // A voyage that the aggregator is requested too.
  async function withFt() {
    const one = await voyage();
    aggregator.respond(() => ({
      body: JSON.parse(JSON.stringify(exampleAnswer()).replaceAll(exampleBill, one.bill)),
    }));
    const ftTarget = await pipeline.subscribe({ ...one.subscription, tenantId: mine.id }, ftId, clock.now());
    await pipeline.at(clock.now());
    return { ...one, ftTarget, id: one.subscription.id };
  }

  const act = (name: 'activatePullRecords' | 'cancelPullRecords' | 'queryPullRecords', ids: number[], who = client) =>
    who.call(name, { body: ids.map(String) });
  const states = ({ data }: Pick<TestAnswer, 'data'>) =>
    (data as { dataType: string }[]).map(({ dataType }) => dataType);
  return {
    act,
    aggregator,
    client,
    clock,
    mine,
    outsider,
    pipeline,
    pullTaskOf,
    rowsOf,
    stateOf,
    states,
    voyage,
    withFt,
  };
}
