import { expect, test } from 'vitest';
import { standardRetention } from '#server/platform/config/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages, known } from '#testing/voyages.ts';
import { silentLog } from '#testing/database-templates.ts';
import { sweepTables } from '#server/modules/administration/housekeeping/sweep.ts';
import { unpackBody } from './bodies.ts';

import { settleLastAnswers } from './packed-answers.ts';
import { bodyColumns } from './raw-answers.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database);
const { voyage, stateOf } = createVoyages(database, pipeline, tenant.id);
type Voyage = Awaited<ReturnType<typeof voyage>>;

type Stored = { encoding: 'identity' | 'zstd' | 'difference'; body: Buffer; base: Buffer | null; received_at: number };
const stored = ({ subscription }: Voyage) =>
  database.query<Stored>(
    `select ${bodyColumns('a')}, a.received_at from raw_answer a where a.subscription_id = $1 order by a.id`,
    [subscription.id],
  );
const textsOf = (rows: readonly Stored[]): string[] => rows.map((row) => Buffer.from(unpackBody(row)).toString());

/** A carrier whose answer has one more line each day; gives what it answered. */
async function answeredDaily(days: number) {
  const one = await voyage();
  const answered: string[] = [];
  one.source.respond(() => {
    const body = JSON.stringify([...known(one.events, pipeline.clock.now()), { note: pipeline.clock.now() }]);
    answered.push(body);
    return { body };
  });
  const from = pipeline.clock.now();
  for (let day = 0; day < days; day += 1) await pipeline.at(from + day * DAY_MS);
  return { one, answered };
}

test('answers are kept as differences from the first one and read back as received', async () => {
  const { one, answered } = await answeredDaily(6);
  const rows = await stored(one);
  expect(textsOf(rows)).toEqual([...new Set(answered)]);
  expect(rows.map(({ encoding }) => encoding)).toEqual(['zstd', ...Array(rows.length - 1).fill('difference')]);
});

test('what earlier versions kept by itself is read, and the next answer is a difference from it', async () => {
  const { one, answered } = await answeredDaily(1);
  await database.execute('update raw_answer set base_id = null where subscription_id = $1', [one.subscription.id]);
  await pipeline.at(pipeline.clock.now() + DAY_MS);
  const rows = await stored(one);
  expect(rows.map(({ encoding }) => encoding)).toEqual(['zstd', 'difference']);
  expect(textsOf(rows)).toEqual([...new Set(answered)]);
});

test('of a shipment that is over the last answer is kept in full, and stays alone when those before it are old', async () => {
  const { one, answered } = await answeredDaily(4);
  await settleLastAnswers(database, withTenants([one.subscription]));
  const rows = await stored(one);
  expect(textsOf(rows)).toEqual([...new Set(answered)]);
  expect(rows.map(({ encoding }) => encoding)).toEqual(['zstd', 'difference', 'difference', 'zstd']);
  const sweep = async (days: number) => {
    const now = pipeline.clock.now() + days * DAY_MS + HOUR_MS;
    await sweepTables({ database, log: silentLog, days: standardRetention, now: { world: now, machine: now } });
    return textsOf(await stored(one));
  };
  // What others are differences from goes a day after them.
  await sweep(91);
  expect(await sweep(93)).toEqual(answered.slice(-1));
  expect((await stored(one))[0]).toMatchObject({ encoding: 'zstd', base: null });
  expect((await stateOf(one))['raw_answer_id']).toBeGreaterThan(0);
});

test('while a shipment is under way, old answers go and what the last one is the difference from stays', async () => {
  const { one, answered } = await answeredDaily(3);
  const now = pipeline.clock.now() + 100 * DAY_MS;
  for (const machine of [now, now + 2 * DAY_MS])
    await sweepTables({ database, log: silentLog, days: standardRetention, now: { world: now, machine } });
  expect(textsOf(await stored(one))).toEqual([answered[0], answered.at(-1)]);
});
