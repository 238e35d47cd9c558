import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();

test('exceptions of single containers are folded into one of the bill; worked on ones stay, ended ones close', async () => {
  const tenant = await buildTenant(database);
  const subscription = await buildSubscription(database, { tenantId: tenant.id });
  const insert = (key: string, container: string, status: number, more: { ended?: boolean; type?: string } = {}) =>
    database.execute(
      `insert into shipment_exception (tenant_id, subscription_id, type_code, problem_key, params, handle_status, subject, ended, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'bill', $7, now(), now())`,
      [
        tenant.id,
        subscription.id,
        more.type ?? 'HOLD',
        key,
        JSON.stringify({ containerNo: container }),
        status,
        more.ended === true,
      ],
    );
  await insert('A|CUIP|NLRTM', 'A', 0);
  await insert('B|CUIP|NLRTM', 'B', 1);
  await insert('C|CUIP|NLRTM', 'C', 0);
  await insert('D|CUIP|NLRTM', 'D', 1);
  await insert('', '', 0, { type: 'ETA_SLIP', ended: true });
  await database.transaction(async () => {
    const sql = readFileSync('migrations/0088_one_row_per_problem.sql', 'utf8');
    await database.execute('drop index exception_source');
    for (const statement of sql.split(/;\s*\n/).filter((part) => part.replaceAll(/--.*/g, '').trim() !== ''))
      await database.execute(statement);
  });
  const rows = await database.query(
    `select problem_key, open, handle_status, resolution, params ->> 'boxNos' as boxes from shipment_exception order by id`,
  );
  expect(rows).toEqual([
    { problem_key: 'A|CUIP|NLRTM', open: false, handle_status: 2, resolution: 'merged', boxes: null },
    { problem_key: 'CUIP|NLRTM', open: true, handle_status: 1, resolution: null, boxes: 'B D A C' },
    { problem_key: 'C|CUIP|NLRTM', open: false, handle_status: 2, resolution: 'merged', boxes: null },
    { problem_key: 'D|CUIP|NLRTM', open: true, handle_status: 1, resolution: null, boxes: null },
    { problem_key: '', open: false, handle_status: 2, resolution: 'ended', boxes: null },
  ]);
  const events = await database.query(`select detail ->> 'note' as note from exception_event order by id`);
  expect(events.map((event: any) => event.note).sort()).toEqual(['ended', 'merged', 'merged']);
});
