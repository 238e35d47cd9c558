// unscoped: The simulated world is of the whole installation.
import { keepState, readState } from '#server/platform/db/app-state.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { verifyPassword } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { worldLoginCodes, worldPassword } from '#server/modules/world/seed/index.ts';
import { isRecord } from '#shared/values/objects.ts';
import {
  countWorldRows,
  findWorldRows,
  positionTables,
  type WorldPart,
  worldRules,
  worldTables,
} from './world-rows.ts';

const stateKey = 'world_removal';
/** Longest time of one statement: a large world has many rows in a table. */
const LIMIT_MS = 10 * 60_000;

/** What was decided: who removes the world, and whether it is done. */
type Removal = { by: number; byCode: string; requestId: string; ip: string | null; done: boolean };

/** How many rows of each part go and stay. */
export type WorldCounts = Record<WorldPart, { goes: number; stays: number }>;

async function findRemoval(database: Database): Promise<Removal | undefined> {
  const value = await readState(database, stateKey);
  if (!isRecord(value) || typeof value['by'] !== 'number') return undefined;
  const { by, byCode, requestId, ip, done } = value;
  return {
    by,
    byCode: String(byCode),
    requestId: String(requestId),
    ip: typeof ip === 'string' ? ip : null,
    done: done === true,
  };
}

const writeRemoval = (database: Database, removal: Removal) => keepState(database, stateKey, removal);

/** Users whom the world brought and who stay: the one who removes it, and those who have a password of their own. */
async function keptUsers(database: Database, by: number): Promise<number[]> {
  const users = await database.system
    .selectFrom('app_user')
    .select(['id', 'password_hash'])
    .where('user_code', 'in', [...worldLoginCodes])
    .execute();
  const kept = [by];
  for (const { id, password_hash: hash } of users)
    if (hash === null || !(await verifyPassword(worldPassword, hash))) kept.push(id);
  return kept;
}

class Undone extends Error {}

/** What would go and what would stay if this user removed the world now; changes nothing. */
export async function previewRemoval(database: Database, by: number): Promise<WorldCounts> {
  const kept = await keptUsers(database, by);
  let counts: WorldCounts | undefined;
  try {
    await database.transaction(async () => {
      await findWorldRows(database, kept);
      counts = await countWorldRows(database);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone) || counts === undefined) throw error;
  }
  if (counts === undefined) throw new Error('nothing was counted');
  return counts;
}

/** Notes that the world is to be removed, which the next start of the product does. In the caller's transaction, with its audit. */
export async function wantRemoval(ctx: Parameters<typeof writeAudit>[0], by: number): Promise<void> {
  const removal = { by, byCode: ctx.actor.userCode, requestId: ctx.requestId, ip: ctx.ip ?? null, done: false };
  await writeRemoval(ctx.unscoped, removal);
  await writeAudit(ctx, {
    entity: 'world',
    entityId: 'world',
    action: 'remove',
    tenantId: null,
    after: { wanted: true },
  });
}

/** Tables with a tenant, those that refer to others first. */
async function tenantTablesInOrder(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'tenant_id' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace and c.relname <> 'audit_log'`,
  );
  const links = await database.query<{ child: string; parent: string }>(
    `select distinct c.relname as child, p.relname as parent from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relname <> p.relname and c.relnamespace = 'public'::regnamespace`,
  );
  const ordered: string[] = [];
  const waiting = new Set(tables.map(({ name }) => name));
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !links.some(({ child, parent }) => parent === name && waiting.has(child)),
    );
    // A circle cannot be put in order: the rest is taken as it comes, and a row that is still needed is refused by the database.
    for (const name of free.length > 0 ? free : [...waiting]) {
      ordered.push(name);
      waiting.delete(name);
    }
  }
  return ordered;
}

const deleteWhere = (database: Database, table: string, where: string) =>
  database.execute(`delete from ${table} t where ${where}`);

async function deleteRows(database: Database, keepsPositions: boolean): Promise<void> {
  for (const { table, where } of worldRules) await deleteWhere(database, table, where);
  await database.execute(`truncate ${[...worldTables, ...(keepsPositions ? [] : positionTables)].join(', ')}`);
  await database.execute('delete from vehicle_position where vehicle_id not in (select id from vehicle)');
  await deleteWhere(database, 'saved_view', 't.owner_id in (select id from gone_user)');
  await deleteWhere(database, 'app_user', 't.id in (select id from gone_user)');
  await deleteWhere(database, 'edi_file', 't.brought_for_tenant in (select id from gone_tenant)');
  for (const table of await tenantTablesInOrder(database))
    await deleteWhere(database, table, 't.tenant_id in (select id from gone_tenant)');
  await deleteWhere(database, 'tenant', 't.id in (select id from gone_tenant)');
}

/** What stays was timed by the clock of the world, which may have been ahead, and follows what is gone. */
async function settle(database: Database): Promise<void> {
  await database.execute(
    `delete from task where kind like 'world\\_%'
       or kind = 'pull' and not exists (select from subscription_source x where x.id::text = task.singleton_key)`,
  );
  await database.execute(`update task set run_at = least(run_at, clock_timestamp()) where status = 'waiting'`);
  await database.execute(
    `update subscription_source set etag = null, answer_hash = null,
       next_pull_at = case when next_pull_at is null then null else least(next_pull_at, clock_timestamp()) end`,
  );
  await database.execute(
    `delete from app_state where key = 'world_clock' or key like 'world\\_past%' or key like 'booking\\_feed\\_%' or key like 'order\\_feed\\_%'`,
  );
}

/** A user with the password that is printed for everyone has to enter another one. */
async function demandPassword(database: Database, userId: number): Promise<void> {
  const user = await database.system
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.password_hash == null || !(await verifyPassword(worldPassword, user.password_hash))) return;
  await database.system.updateTable('app_user').set({ must_change_password: true }).where('id', '=', userId).execute();
}

/**
 * Removes the simulated world from these data if that was decided, in one transaction: killed on the way, nothing of it is done
 * and the next start does it again. Gives whether this installation goes on without the world.
 */
export async function removeWorldIfWanted(database: Database, keepsPositions: boolean): Promise<boolean> {
  const wanted = await findRemoval(database);
  if (wanted === undefined) return false;
  if (wanted.done) return true;
  const remove = async (): Promise<void> => {
    await lockName(database, 'world removal');
    if ((await findRemoval(database))?.done === true) return;
    const kept = await keptUsers(database, wanted.by);
    await findWorldRows(database, kept);
    const counts = await countWorldRows(database);
    await deleteRows(database, keepsPositions);
    await settle(database);
    await demandPassword(database, wanted.by);
    await writeRemoval(database, { ...wanted, done: true });
    await writeAudit(
      {
        actor: { kind: 'system', userCode: wanted.byCode },
        origin: 'Manual',
        requestId: wanted.requestId,
        unscoped: database,
        ip: wanted.ip,
      },
      {
        entity: 'world',
        entityId: 'world',
        action: 'removed',
        tenantId: null,
        before: Object.fromEntries(Object.entries(counts).map(([part, { goes }]) => [part, goes])),
        after: { at: realClock.now() },
      },
    );
  };
  await database.patient(LIMIT_MS, () => database.transaction(remove));
  return true;
}
