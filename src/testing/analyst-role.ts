import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';

/** A role of the database that sees what analysts of a tenant see; `asRole` runs a statement as it. Removed after the tests of a file. */
export async function analystRole(database: Database, tenantId: number) {
  const role = `portolan_${randomBytes(10).toString('hex')}`;
  await database.execute(`create role ${role} nologin`);
  await database.execute(`grant usage on schema analytics to ${role}`);
  await database.execute(`grant select on all tables in schema analytics to ${role}`);
  await database.execute(`grant ${role} to current_user`);
  await database.execute(
    `insert into analytics_role (tenant_id, role_name, name, created_at, created_by) values ($1, $2, 'test', now(), 'test')`,
    [tenantId, role],
  );
  // Roles are of a server and stay when a database is dropped.
  afterAll(async () => {
    await database.execute(`drop owned by ${role}`);
    await database.execute(`drop role ${role}`);
  });
  const asRole = (text: string): Promise<Record<string, unknown>[]> =>
    database.transaction(async () => {
      await database.execute(`set local role ${role}`);
      const { rows } = await database.execute(text);
      await database.execute('reset role');
      return rows;
    });
  return { role, asRole };
}
