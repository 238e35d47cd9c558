import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { startCargoImp } from '#simulator/air/cargo-imp.ts';
import { createConsignments } from '#simulator/air/consignments.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openCargoImpFolder } from './index.ts';

const start = Date.UTC(2026, 10, 18, 6);
const seed = 'messages';
const database = await testDatabase();
await seedMasterData(database);
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database, { code: 'AIRW' });
const folder = await mkdtemp(join(tmpdir(), 'cargo-imp-world-'));
const consignments = createConsignments(seed);
const partner = startCargoImp({ seed, consignments, folder, now: pipeline.clock.now });
afterAll(async () => {
  await partner.stop();
  await rm(folder, { recursive: true, force: true });
});
const deps = {
  database,
  clock: pipeline.clock,
  log: pino({ level: 'silent' }),
  reference: () => pipeline.reference.current(),
  scheduleProcessing: pipeline.schedulePushed,
};

/** Those booked within the four days that airlines tell of when the world begins. */
const booked = consignments.booked(start - 4 * DAY_MS, start - 2 * DAY_MS);

test('what airlines of the world put into the folder becomes milestones of the shipments, bent messages are counted', async () => {
  const ids = new Map<string, number>();
  for (const { waybill, airline } of booked) {
    const { id } = await buildSubscription(database, {
      tenantId: tenant.id,
      billNo: waybill,
      carrierCode: airline.code,
    });
    await database.execute(`update subscription set mode = 'air' where id = $1`, [id]);
    ids.set(waybill, id);
  }
  const watched = await openCargoImpFolder(deps, folder);
  const take = async (): Promise<void> => {
    await partner.writeNow();
    await watched.look();
    while ((await watched.look()) > 0);
    await pipeline.worker.processAll();
  };
  await take();
  // Hour by hour, as the clock goes on.
  for (let hour = 0; hour < 12; hour += 1) {
    pipeline.clock.advance(6 * HOUR_MS);
    await take();
  }
  const names = await readdir(join(folder, 'done'));
  expect(names.some((name) => name.endsWith('.eml'))).toBe(true);
  expect(names.some((name) => name.endsWith('.txt'))).toBe(true);

  let reported = 0;
  let kept = 0;
  const wrong: string[] = [];
  for (const { waybill, statuses, pieces } of booked) {
    const [row] = await database.query<{ content: ShipmentContent }>(
      'select content from shipment where subscription_id = $1 and fused',
      [ids.get(waybill)],
    );
    const known = statuses.filter(
      ({ code, publishedAt }) =>
        !['BKD', 'MAN', 'AWR'].includes(code) &&
        publishedAt > start - 4 * DAY_MS &&
        publishedAt <= pipeline.clock.now(),
    );
    reported += known.length;
    const events = row?.content.events ?? [];
    kept += known.filter(({ code, at, airport }) =>
      events.some((event) => event.statusCode === code && event.portCode === airport && event.actual === at),
    ).length;
    for (const event of events)
      if (event.actual !== null && !statuses.some(({ code, at }) => code === event.statusCode && at === event.actual))
        wrong.push(`${waybill} ${event.statusCode} ${event.containerNo ?? ''} ${new Date(event.actual).toISOString()}`);
    const whole = row?.content.containers.find(({ containerNo }) => containerNo === waybill);
    if (whole !== undefined) expect(whole.quantity).toBe(pieces);
  }
  expect(reported).toBeGreaterThan(200);
  // Messages that are bent are lost; what is taken is true.
  expect(kept / reported).toBeGreaterThan(0.95);
  expect(wrong).toEqual([]);
  const refusals = await database.query<{ reason: string }>('select distinct reason from refusal');
  expect(refusals.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['bad_enumeration', 'bad_check_digit']));
});

test('the same world writes the same files', async () => {
  const other = await mkdtemp(join(tmpdir(), 'cargo-imp-again-'));
  const again = startCargoImp({ seed, consignments: createConsignments(seed), folder: other, now: () => start });
  await again.writeNow();
  await again.stop();
  const names = (await readdir(other)).filter((name) => !name.startsWith('.'));
  expect(names.length).toBeGreaterThan(20);
  for (const name of names.slice(0, 20))
    expect(await readFile(join(other, name))).toEqual(await readFile(join(folder, 'done', name)));
  await rm(other, { recursive: true, force: true });
});
