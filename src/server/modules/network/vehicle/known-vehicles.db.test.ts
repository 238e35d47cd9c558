import { expect, test } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { keepPlans } from './known-vehicles.ts';

const database = await testDatabase();

test('a vehicle that is added while plans are read is known with its sites, or not yet', async () => {
  const tenant = await buildTenant(database);
  const added = { vehicleId: 0, tenantId: tenant.id, plateNo: '沪A1', protocol: 'JT808' as const };
  const add = async (): Promise<void> => {
    await database.execute(
      `insert into road_site (tenant_id, code, name_cn, lon, lat, radius_m) values ($1, 'S', 'S', 121, 31, 1000)`,
      [tenant.id],
    );
    const { rows } = await database.execute<{ id: number }>(
      `insert into vehicle (tenant_id, plate_no, protocol, terminal_no, device_id, enabled)
       values ($1, '沪A1', 'JT808', '13900000001', '1', true) returning id`,
      [tenant.id],
    );
    added.vehicleId = rows[0]?.id ?? 0;
  };
  // One statement after the other, with the site and the vehicle made after the first.
  let statements = 0;
  let last: Promise<unknown> = Promise.resolve();
  const slow: Database = {
    ...database,
    execute: (text, values) => {
      const run = last.then(async () => {
        const answer = await database.execute<never>(text, values);
        statements += 1;
        if (statements === 1) await add();
        return answer;
      });
      last = run;
      return run;
    },
  };
  const plans = keepPlans(slow);
  await plans.refresh();
  await plans.prepare([added]);
  expect(plans.deviceOf(added)).toMatchObject({ terminalNo: '13900000001' });
  expect(plans.planOf(added).sites).toHaveLength(1);
});

test('what an earlier refresh read does not replace what a later one has read', async () => {
  const held = Promise.withResolvers<void>();
  let statements = 0;
  const slow: Database = {
    ...database,
    execute: async (text, values) => {
      statements += 1;
      const isFirst = statements === 1;
      const answer = await database.execute<never>(text, values);
      if (isFirst) await held.promise;
      return answer;
    },
  };
  const plans = keepPlans(slow);
  const earlier = plans.refresh();
  const { rows } = await database.execute<{ id: number; tenant_id: number }>(
    `insert into vehicle (tenant_id, plate_no, protocol, terminal_no, device_id, enabled)
     select id, '沪A2', 'JT808', '13900000002', '1', true from tenant limit 1 returning id, tenant_id`,
  );
  const vehicle = {
    vehicleId: rows[0]?.id ?? 0,
    tenantId: rows[0]?.tenant_id ?? 0,
    plateNo: '沪A2',
    protocol: 'JT808' as const,
  };
  await plans.refresh();
  held.resolve();
  await earlier;
  expect(plans.deviceOf(vehicle)).toMatchObject({ terminalNo: '13900000002' });
});
