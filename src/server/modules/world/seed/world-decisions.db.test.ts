import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { pipelineDeps } from '#server/parts.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';
import { seedWorld } from './seed-world.ts';
import { workInWorld } from './world-work.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 1, 3) });
await seedWorld(database, { baseUrl: 'http://127.0.0.1:1', secretKey: [randomBytes(32)], carriers: [] });
await pipeline.reference.refresh();
const log = pino({ level: 'silent' });
const work = { database, clock: pipeline.clock, log, pipeline: pipelineDeps(pipeline) };

test('of two sources that contradict each other a colleague finds out who is right, and the exception resolves by itself', async () => {
  const { id: alpha } = await database.system
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', 'ALPHA')
    .executeTakeFirstOrThrow();
  const { voyage, rowsOf } = createVoyages(database, pipeline, alpha);
  const early = await addAggregator(
    database,
    pipeline.keys,
    (text) => text.replaceAll('2026-01-10 19:30:00', '2026-01-07 19:30:00'),
    'ft:early',
  );
  // Colleagues leave one of five exceptions to those who sign in.
  const ships = [await voyage(), await voyage(), await voyage()];
  for (const one of ships) await pipeline.subscribe(one.subscription, early.id, pipeline.clock.now());
  await pipeline.at(pipeline.clock.now());
  const conflicts = async () =>
    (await Promise.all(ships.map((one) => rowsOf('shipment_exception', one))))
      .flat()
      .filter((row) => row['type_code'] === 'TIME_CONFLICT');
  const before = await conflicts();
  expect(before.length).toBeGreaterThanOrEqual(3);
  expect(before.every((row) => row['open'] && row['assignee_code'] === null)).toBe(true);

  await workInWorld(work);
  const taken = (await conflicts()).filter((row) => Number(row['id']) % 5 < 4);
  expect(taken.length).toBeGreaterThan(0);
  for (const row of taken) {
    expect(row).toMatchObject({ open: false, assignee_code: expect.stringMatching(/^(chenlan|zhouqi)$/) });
    expect(Number(row['created_at'])).toBeLessThan(pipeline.clock.now() - 86_400_000);
    const values = await database.query<{ path: string; entered_by: string; active: boolean }>(
      'select path, entered_by, active from field_override where subscription_id = $1',
      [Number(row['subscription_id'])],
    );
    expect(values).toContainEqual({ path: row['evidence'][0].path, entered_by: row['assignee_code'], active: true });
  }
  const kinds = await database.query<{ kind: string }>(
    'select kind from exception_event where exception_id = $1 order by id',
    [Number(taken[0]?.['id'])],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['opened', 'assigned', 'resolved']));
});
