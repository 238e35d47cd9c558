import { afterAll, expect, test } from 'vitest';
import { pipelineDeps } from '#server/parts.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages, known } from '#testing/voyages.ts';
import { processOutcomes } from './process-outcomes.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database);
const { voyage } = createVoyages(database, pipeline, tenant.id);

/** The database as another process has it: nothing in memory yet; the texts it runs are noted. */
function asOtherProcess(): { database: Database; texts: string[] } {
  const texts: string[] = [];
  const noted = <T extends (text: string, values?: readonly unknown[]) => unknown>(run: T): T =>
    ((text, values) => {
      texts.push(text);
      return run(text, values);
    }) as T;
  const system = database.system.withPlugin({
    transformQuery: ({ node }) => {
      texts.push(database.system.getExecutor().compileQuery(node, { queryId: '0' }).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    texts,
    database: { ...database, system, execute: noted(database.execute), query: noted(database.query) },
  };
}

const dayMs = 86_400_000;

/** A worker process of its own: it hears of no changes but by what its batches read. */
async function otherWorker() {
  const { database: own, texts } = asOtherProcess();
  const deaf = { ...own, listen: async () => async () => {} };
  const reference = await openReferenceStore(deaf, pipeline.queue.log, dayMs);
  afterAll(() => reference.stop());
  const deps = pipelineDeps({ ...pipeline, reference, queue: { ...pipeline.queue, database: own } });
  type One = Awaited<ReturnType<typeof voyage>>;
  return {
    reference,
    /** Takes in what carriers say now, in one batch; gives the statements that took. */
    take: async (...voyages: One[]): Promise<string[]> => {
      texts.length = 0;
      pipeline.clock.advance(dayMs);
      const at = pipeline.clock.now();
      const answers = voyages.map(({ target, events }) => {
        const body = Buffer.from(JSON.stringify(known(events, at)));
        return { kind: 'answer', subscriptionSourceId: target, requestedAt: at, body, etag: null } as const;
      });
      await processOutcomes(deps, answers, at);
      return [...texts];
    },
    /** Takes in that a carrier does not answer; gives whether that is an open exception of its source, which has no other shipment. */
    isFailing: async ({ target }: One): Promise<boolean> => {
      pipeline.clock.advance(60_000);
      const at = pipeline.clock.now();
      const failure = { kind: 'failure', reason: 'timeout', detail: '', retryAfterMs: null } as const;
      await processOutcomes(deps, [{ ...failure, subscriptionSourceId: target, requestedAt: at }], at);
      const rows = await database.query(
        `select 1 from shipment_exception e join source s on s.code = e.problem_key
           join subscription_source ss on ss.source_id = s.id
          where ss.id = $1 and e.type_code = 'SOURCE_FAILING' and e.open`,
        [target],
      );
      return rows.length > 0;
    },
  };
}

const set = (enabled: boolean) =>
  database.execute(
    `insert into rule_setting (tenant_id, rule_code, enabled) values ($1, 'SOURCE_FAILING', $2)
     on conflict do nothing`,
    [tenant.id, enabled],
  );

test('a batch looks once at the versions and reads what people decided only when it is new to the process', async () => {
  const one = await voyage();
  const worker = await otherWorker();
  const decided = (texts: readonly string[]) =>
    texts.filter((text) =>
      /from (rule_setting|md_exception_type|fusion_precedence|md_port)\b|decision_version/.test(text),
    ).length;
  // Versions and, in a new process, rule settings; nobody has saved a precedence.
  expect(decided(await worker.take(one))).toBe(2);
  const second = await worker.take(one);
  expect(decided(second)).toBe(1);
  expect(second.length).toBeLessThanOrEqual(20);
  const unchanged = await worker.take(one);
  expect(decided(unchanged)).toBe(1);
  expect(unchanged.length).toBeLessThanOrEqual(12);
});

test('a burst of updates takes as many statements as one update', async () => {
  const one = await voyage();
  const many = [await voyage(), await voyage(), await voyage(), await voyage(), await voyage(), await voyage()];
  const worker = await otherWorker();
  await worker.take(one, ...many);
  const single = await worker.take(one);
  const burst = await worker.take(...many);
  expect(burst.length).toBeGreaterThan(5);
  expect(burst.length).toBeLessThanOrEqual(Math.max(20, single.length));
  const fused = await database.query('select 1 from shipment where fused and subscription_id = any($1)', [
    many.map(({ subscription }) => subscription.id),
  ]);
  expect(fused).toHaveLength(many.length);
});

test('what one process sets counts from the next batch of every other', async () => {
  const one = await voyage();
  const workers = [await otherWorker(), await otherWorker()] as const;
  const inTurns = async () => [await workers[0].isFailing(one), await workers[1].isFailing(one)];
  await inTurns();
  await inTurns();
  expect(await inTurns()).toEqual([true, true]);
  await set(false);
  expect(await inTurns()).toEqual([false, false]);
  await database.execute(`update rule_setting set enabled = true where rule_code = 'SOURCE_FAILING'`);
  expect(await inTurns()).toEqual([true, true]);
  await database.execute(`update md_exception_type set enabled = false where code = 'SOURCE_FAILING'`);
  expect(await inTurns()).toEqual([false, false]);
  await database.execute(`update md_exception_type set enabled = true where code = 'SOURCE_FAILING'`);
  await database.execute(`delete from rule_setting where rule_code = 'SOURCE_FAILING'`);
  expect(await inTurns()).toEqual([true, true]);
});

test('what was taken back before it was there never counts', async () => {
  const one = await voyage();
  const worker = await otherWorker();
  for (let i = 0; i < 4; i += 1) await worker.isFailing(one);
  await expect(
    database.transaction(async () => {
      await set(false);
      expect(await worker.isFailing(one)).toBe(false);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(await worker.isFailing(one)).toBe(true);
});

test('master data and precedence of another process count from the next batch', async () => {
  const one = await voyage();
  const worker = await otherWorker();
  await worker.take(one);
  await database.transaction(async () => {
    await database.execute(
      `insert into md_port_alias (alias, port_code, port_id) select 'CNZZZ', code, id from md_port where code = 'CNSHA'`,
    );
    await pipeline.reference.touch();
  });
  expect(worker.reference.current().aliases.get('CNZZZ')).toBeUndefined();
  const read = await worker.take(one);
  expect(worker.reference.current().aliases.get('CNZZZ')).toBe('CNSHA');
  expect(read.some((text) => text.includes('md_port'))).toBe(true);
  const save = (version: number) =>
    database.execute(
      `insert into fusion_precedence (version, orders, saved_by, saved_by_name, saved_at) values ($1, '{}', 'x', 'x', now())`,
      [version],
    );
  await save(1);
  const orders = (texts: readonly string[]) => texts.filter((text) => text.includes('then orders end')).length;
  expect([orders(await worker.take(one)), orders(await worker.take(one))]).toEqual([1, 0]);
  await save(2);
  expect([orders(await worker.take(one)), orders(await worker.take(one))]).toEqual([1, 0]);
});
