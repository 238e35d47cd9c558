import type { Database } from '#server/platform/db/database.ts';

/** Where the version of the master data is kept. */
export const masterDataVersionKey = 'master_data_version';
/** Where processes hear that it is another one. */
export const masterDataChannel = 'master_data';

/** Notes in the current transaction that master data changed; every process reads them again once it is committed. */
export async function noteMasterDataChange(database: Database): Promise<void> {
  await database.execute(
    `insert into app_state (key, value) values ($1, to_jsonb(gen_random_uuid()::text))
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [masterDataVersionKey],
  );
  database.afterCommit(() => database.notify(masterDataChannel));
}
