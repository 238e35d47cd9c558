import { describe, expect, test } from 'vitest';
import { pipelineDeps } from '#server/parts.ts';
import { defaultOrderFor } from '#domain/intake/fusion/precedence-orders.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import { precedenceWork } from '#server/modules/intake/precedence/precedence-work.ts';
import { recomputations } from '#server/modules/intake/recompute/index.ts';
import { type RunPartition, workOnRun, workRun } from '#server/platform/run/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20) });
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'truster', name: '钱信', menus: menuCodes, allTenants: true });
await buildUser(database, { tenantId: theirs.id, userCode: 'tenantsown', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [client, tenantsOwn] = [await signedIn('truster'), await signedIn('tenantsown')];
const { voyage, rowsOf } = createVoyages(database, pipeline, mine.id);
const ft = await addAggregator(database, pipeline.keys);
const { clock } = pipeline;

/** A shipment that the carrier and the aggregator speak about. */
async function withFt() {
  const one = await voyage();
  await pipeline.subscribe({ ...one.subscription, tenantId: mine.id }, ft.id, clock.now());
  await pipeline.at(clock.now());
  return one;
}
const [first, second] = [await withFt(), await withFt()];
const alone = await voyage();
await pipeline.at(clock.now());

const before = (type: SourceType, other: SourceType, attribute: string): SourceType[] => {
  const order = defaultOrderFor(attribute).filter((one) => one !== type);
  order.splice(order.indexOf(other), 0, type);
  return order;
};
const ftFirst = before('FT', 'CARRIER', 'standard');
const versionNow = async (): Promise<number> => (await client.call('precedenceGet')).data.version;
const save = async (orders: Record<string, readonly string[]>, version?: number, who = client) =>
  who.call('precedenceSave', { body: { version: version ?? (await versionNow()), orders } });
const fusedOf = async (one: typeof first) => (await rowsOf('shipment', one)).find((row) => row['fused']) ?? {};
const etaOf = async (one: typeof first): Promise<unknown> => (await fusedOf(one))['content'].booking.etd;
const lastRun = async () => (await client.call('precedenceGet')).data.run;

describe('the order of sources', () => {
  test('is the default until somebody changes it', async () => {
    const { data } = await client.call('precedenceGet');
    expect(data).toMatchObject({ version: 0, writable: 1, run: null });
    const ata = data.attributes.find((row: any) => row.attribute === 'booking.ata');
    expect(ata).toMatchObject({ own: 1, order: ata.defaultOrder });
    expect(data.attributes[0]).toMatchObject({ attribute: 'standard' });
  });

  test('is previewed on stored shipments, and saving does just that', async () => {
    const stored = await fusedOf(first);
    const preview = (await client.call('precedencePreview', { body: { orders: { standard: ftFirst } } })).data;
    expect(await fusedOf(first)).toEqual(stored);
    // The shipment of one source cannot change.
    expect(preview).toMatchObject({ candidates: 2, examined: 2, changedShipments: 2, rewritten: 2 });
    const values = preview.shipments[0].values;
    expect(values.length).toBeGreaterThan(0);
    expect(values.some((value: any) => value.after.sourceCode === 'ft' && value.before.sourceCode !== 'ft')).toBe(true);
    const saved = await save({ standard: ftFirst });
    expect(saved).toMatchObject({ status: 1, data: { version: 1, run: { state: 'running', total: 2 } } });
    const untouched = await fusedOf(alone);
    const statement = async ({ obmBkId }: { obmBkId: string }): Promise<Map<string, unknown[]>> => {
      const { data } = await client.call('getTrace', { query: { obmBkId } });
      return new Map(
        Object.entries(data.provenance).map(([path, { winner }]: any) => [path, [winner.value, winner.sourceCode]]),
      );
    };
    const shownBefore = new Map<string, Map<string, unknown[]>>();
    for (const shipment of preview.shipments) shownBefore.set(shipment.obmBkId, await statement(shipment));
    await pipeline.worker.processAll();
    expect(await lastRun()).toMatchObject({ state: 'done', done: 2, changed: preview.rewritten, failed: 0 });
    expect(await fusedOf(alone)).toEqual(untouched);
    // Value by value: what was announced is shown now, was shown otherwise before, and nothing else has changed.
    for (const shipment of preview.shipments) {
      const [shown, now] = [shownBefore.get(shipment.obmBkId) ?? new Map(), await statement(shipment)];
      for (const { path, before: was, after } of shipment.values) {
        expect([path, shown.get(path)]).toEqual([path, [was.value, was.sourceCode]]);
        expect([path, now.get(path)]).toEqual([path, [after.value, after.sourceCode]]);
      }
      const changed = [...now.keys()].filter((path) => shown.get(path)?.[0] !== now.get(path)?.[0]);
      expect(changed.toSorted()).toEqual(shipment.values.map(({ path }: any) => path).toSorted());
      expect([...now.keys()].toSorted()).toEqual([...shown.keys()].toSorted());
    }
    const again = (await client.call('precedencePreview', { body: { orders: { standard: ftFirst } } })).data;
    expect(again).toMatchObject({ changedShipments: 0, rewritten: 0, shipments: [] });
  });

  test('that somebody else has changed meanwhile is not overwritten, and the same is not saved again', async () => {
    expect(await save({}, 0)).toMatchObject({ status: 0, msg: expect.stringContaining('已被他人修改') });
    expect(await save({ standard: ftFirst })).toMatchObject({ status: 0 });
    expect(await versionNow()).toBe(1);
  });

  test('of an earlier version comes back, with what it made', async () => {
    const changed = await etaOf(first);
    const restored = await client.call('precedenceRestore', { body: { version: 1, restore: 0 } });
    expect(restored).toMatchObject({ status: 1, data: { version: 2 } });
    await pipeline.worker.processAll();
    expect(await etaOf(first)).not.toEqual(changed);
    const { data } = await client.call('precedenceHistory');
    expect(data).toMatchObject([
      { version: 2, restoredFrom: 0, savedByName: '钱信', run: { state: 'done', changed: 2 } },
      {
        version: 1,
        restoredFrom: null,
        changes: expect.arrayContaining([expect.objectContaining({ after: ftFirst })]),
      },
    ]);
    const [audit] = await database.query<{ action: string; entity_id: string }>(
      `select action, entity_id from audit_log where entity = 'fusionPrecedence' order by id desc limit 1`,
    );
    expect(audit).toMatchObject({ action: 'restore', entity_id: '2' });
  });

  test.each([
    [{ 'booking.nothing': ftFirst }, 'booking.nothing'],
    [{ 'booking.eta': ['EXPERT', 'FT'] }, 'booking.eta'],
  ])('that is none is refused: %o', async (orders, attribute) => {
    const answer = await save(orders);
    expect(answer).toMatchObject({ status: 0, msg: expect.stringContaining(attribute) });
  });

  test('is the platform’s: a tenant looks at its own shipments and saves nothing', async () => {
    const preview = await tenantsOwn.call('precedencePreview', { body: { orders: { standard: ftFirst } } });
    expect(preview.data).toMatchObject({ candidates: 0, shipments: [] });
    expect(await save({ standard: ftFirst }, 2, tenantsOwn)).toMatchObject({ status: 0 });
    expect((await tenantsOwn.call('precedenceGet')).data).toMatchObject({ version: 2, writable: 0 });
  });
});

describe('a run', () => {
  const { queue, reference, keys } = pipeline;
  const work = precedenceWork(pipelineDeps({ queue, clock, reference, keys }), clock);
  type Work = typeof work.work;
  type Run = Parameters<Work>[0];
  const depsOf = (own: Partial<typeof work>) => {
    const runs = [workOnRun(recomputations.precedence, { ...work, ...own })];
    return { database, clock, log: queue.log, runs };
  };
  /** One shipment a step, made by whatever is given. */
  const deps = (own: Work) => depsOf({ step: 1, work: own });

  test('goes on where a killed worker left it, and counts nothing twice', async () => {
    const { data } = await save({ 'booking.etd': ftFirst });
    const runId = Number(data.run.runId);
    const kill = new AbortController();
    let steps = 0;
    const dying = deps(async (...step) => {
      const write = await work.work(...step);
      return async () => {
        const result = await write();
        // The second step is undone as a whole, as a kill would leave it.
        if (++steps === 2) kill.abort();
        kill.signal.throwIfAborted();
        return result;
      };
    });
    await expect(workRun(dying, runId, kill.signal)).rejects.toThrow();
    expect(await lastRun()).toMatchObject({ state: 'running', done: 1, changed: 1 });
    const { signal } = new AbortController();
    await workRun(deps(work.work), runId, signal);
    expect(await lastRun()).toMatchObject({ state: 'done', done: 2, changed: 2, failed: 0 });
    await workRun(deps(work.work), runId, signal);
    expect(await lastRun()).toMatchObject({ done: 2, changed: 2 });
  });

  test('makes every shipment once, each in one of its partitions', async () => {
    const { data } = await client.call('precedenceRefuse');
    const made: { index: number; id: number }[] = [];
    const next = async (run: Run, partition: RunPartition) => {
      const items = await work.next(run, partition, 1);
      made.push(...items.map(({ id }) => ({ index: partition.index, id })));
      return items;
    };
    const { signal } = new AbortController();
    await workRun(depsOf({ next }), Number(data.runId), signal);
    const wanted = [first, second].map(({ subscription: { id } }) => ({ index: id % 2, id }));
    expect(made.sort((a, b) => a.id - b.id)).toEqual(wanted.sort((a, b) => a.id - b.id));
    expect(await lastRun()).toMatchObject({ state: 'done', done: 2 });
  });

  test('leaves out a shipment that cannot be made again, counts it, and makes the others', async () => {
    const { data } = await client.call('precedenceRefuse');
    const odd = depsOf({
      work: async (run, items, signal) => {
        if (items.some(({ id }) => id === first.subscription.id)) throw new Error('odd');
        return work.work(run, items, signal);
      },
    });
    await workRun(odd, Number(data.runId), new AbortController().signal);
    expect(await lastRun()).toMatchObject({ state: 'done', done: 2, failed: 1 });
  });

  test('that is cancelled leaves the rest as it was and can be started over', async () => {
    await client.call('precedenceRestore', { body: { version: await versionNow(), restore: 0 } });
    const { runId } = await lastRun();
    const cancelled = await client.call('refusionCancel', { body: { runId } });
    expect(cancelled).toMatchObject({ status: 1, data: { state: 'cancelled' } });
    const stored = await fusedOf(second);
    await pipeline.worker.processAll();
    expect(await fusedOf(second)).toEqual(stored);
    expect(await client.call('refusionCancel', { body: { runId } })).toMatchObject({ status: 0 });
    await client.call('precedenceRefuse');
    await pipeline.worker.processAll();
    expect(await lastRun()).toMatchObject({ state: 'done', changed: 2 });
  });
});
