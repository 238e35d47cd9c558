import type { Database } from '#server/platform/db/database.ts';
import { normalCronOrNull } from '#shared/time/cron-normal.ts';

const mostAtOnce = 500;

/** The table of an expression that people write. */
type Table = 'schedule' | 'package_version' | 'package_version_package';
type Written = { table: Table; id: number; cron: string };

/** Expressions without their one form, of all tables. */
const unread = `
  (select 'schedule' as "table", id, own_cron as cron from schedule where own_cron <> '' and cron_normal is null limit ${mostAtOnce})
  union all (select 'package_version', id, cron_expression from package_version
    where cron_expression <> '' and cron_normal is null limit ${mostAtOnce})
  union all (select 'package_version_package', id, cron_expression from package_version_package
    where cron_expression <> '' and cron_normal is null limit ${mostAtOnce})`;

/** Keeps the one form of expressions that earlier versions stored without it. False where there may be more. */
export async function fillNormalCron(database: Database): Promise<boolean> {
  const rows = await database.query<Written>(unread);
  for (const { table, id, cron } of rows)
    await database.system
      .updateTable(table)
      .set({ cron_normal: normalCronOrNull(cron) ?? cron })
      .where('id', '=', id)
      .execute();
  return rows.length < mostAtOnce;
}
