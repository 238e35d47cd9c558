import { expect, test } from 'vitest';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { startWorldThread } from '#testing/world-thread.ts';
import { seedWorld } from './index.ts';
import { worldInterface } from './world-interfaces.ts';

const start = Date.UTC(2026, 4, 4);

type Content = {
  events: { statusCode: string; containerNo: string | null; portCode: string; actual: number | null }[];
};

test('a source of an older world is asked by the standard and goes on; so does what it reported when it is given a profile', async () => {
  const database = await testDatabase();
  const { world, simulator, clock, subscribe, workAll, keys } = await startWorldThread(database, { start });
  const carriers = [{ code: 'AZUR', nameCn: '碧海航运', nameEn: 'Azure Strait', pushes: false }];
  // As it was seeded before there were profiles, by a simulator that listened elsewhere.
  await database.system
    .updateTable('source')
    .set({
      profile: null,
      access_url: null,
      base_url: 'http://127.0.0.1:1/carriers/AZUR',
      credential: seal('AZUR-demo-key', keys),
    })
    .where('code', '=', 'dcsa:AZUR')
    .execute();
  await seedWorld(database, { baseUrl: simulator.baseUrl, secretKey: keys, carriers });
  const shipment = world
    .shipmentsAlive(start)
    .find(
      (one) =>
        one.carrier.code === 'AZUR' &&
        world.causesOf(one).length === 0 &&
        one.milestones.some(({ code, actual }) => code === 'DLPT' && actual < start - 3 * DAY_MS) &&
        one.milestones.every(({ code, actual }) => code !== 'BDAR' || actual > start + 5 * DAY_MS),
    );
  if (shipment === undefined) throw new Error('no such shipment in this world');
  const [tenant] = await database.query<{ id: number }>(`select id from tenant where code = 'ALPHA'`);
  await subscribe([{ tenantId: tenant?.id ?? 0, shipment }], start);
  const reported = async (): Promise<Content['events']> => {
    expect((await workAll()).failed).toBe(0);
    const [row] = await database.query<{ content: Content; last_error: string | null }>(
      `select s.content, ss.last_error from shipment s join subscription_source ss on ss.subscription_id = s.subscription_id
       join source o on o.id = ss.source_id and o.code = s.source_code where s.source_code = 'dcsa:AZUR'`,
    );
    expect(row?.last_error).toBeNull();
    return row?.content.events.filter(({ actual }) => actual !== null) ?? [];
  };
  const before = await reported();
  expect(before.length).toBeGreaterThan(4);

  const own = worldInterface('AZUR', `${simulator.baseUrl}/carriers/AZUR`);
  await database.system
    .updateTable('source')
    .set({ profile: own.profile.name, access_url: own.tokenUrl, credential: seal(own.credential, keys) })
    .where('code', '=', 'dcsa:AZUR')
    .execute();
  clock.set(start + HOUR_MS);
  const after = await reported();
  expect(after.slice(0, before.length)).toEqual(before);
  const [{ n } = { n: 0 }] = await database.query<{ n: number }>(
    `select count(*)::int as n from source_tolerance t join source s on s.id = t.source_id
     where s.code = 'dcsa:AZUR' and t.tolerance = 'localTimeAsUtc'`,
  );
  expect(n).toBe(1);
});
