import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database, TenantScope } from '#server/platform/db/database.ts';
import type { Condition } from '#server/platform/http/search-columns.ts';
import type { Instant } from '#shared/time/instant.ts';
import { containingPattern } from '#server/platform/search/index.ts';

/** A user as signing in needs it. */
export type Account = {
  id: number;
  user_code: string;
  tenant_id: number;
  password_hash: string | null;
  oidc_subject: string | null;
  password_weak: boolean;
  /** Secret of two-step verification, sealed. */
  totp_sealed: string | null;
  /** Since when a code is demanded; null: never. */
  totp_since: Instant | null;
};

const accountColumns = [
  'u.id',
  'u.user_code',
  'u.tenant_id',
  'u.password_hash',
  'u.oidc_subject',
  'u.password_weak',
  'u.totp_sealed',
  'u.totp_since',
] as const;

const accounts = (database: Database) =>
  database.system
    .selectFrom('app_user as u')
    .innerJoin('tenant as t', (join) => join.onRef('t.id', '=', 'u.tenant_id').on('t.active', '=', true))
    .select(accountColumns)
    .where('u.removed_at', 'is', null);

/** A user of an active tenant by code, whatever the case of its letters. */
export const findAccount = (database: Database, userCode: string): Promise<Account | undefined> =>
  accounts(database)
    .where(sql<string>`lower(u.user_code)`, '=', userCode.toLowerCase())
    .executeTakeFirst();

/** A user by the subject that the identity provider knows. */
export const findAccountBySubject = (database: Database, subject: string): Promise<Account | undefined> =>
  accounts(database).where('u.oidc_subject', '=', subject).executeTakeFirst();

/** Binds a user to the subject of the identity provider; false when another subject was bound meanwhile. */
export async function bindSubject(database: Database, userId: number, subject: string): Promise<boolean> {
  const { numUpdatedRows } = await database.system
    .updateTable('app_user')
    .set({ oidc_subject: subject })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('oidc_subject', 'is', null), eb('oidc_subject', '=', subject)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps whether the password that was just used is weak. */
export async function markWeakPassword(database: Database, userId: number, weak: boolean): Promise<void> {
  await database.system.updateTable('app_user').set({ password_weak: weak }).where('id', '=', userId).execute();
}

/** Sets a new password that meets the rule. */
export async function setPassword(
  database: Database,
  userId: number,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await database.system
    .updateTable('app_user')
    .set((eb) => ({
      password_hash: passwordHash,
      password_weak: false,
      must_change_password: mustChange,
      record_version: eb('record_version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where('id', '=', userId)
    .execute();
}

/** Does a user see tenants that are not of the scope? */
export async function seesBeyond(database: Database, userId: number, scope: TenantScope): Promise<boolean> {
  if (scope.kind === 'all') return false;
  const found = await database.system
    .selectFrom('app_user as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('u.all_tenants', '=', true),
        eb.exists(
          eb
            .selectFrom('user_tenant as m')
            .select('m.tenant_id')
            .whereRef('m.user_id', '=', 'u.id')
            .where(sql<SqlBool>`m.tenant_id <> all(${[...scope.tenantIds]})`),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Tenants of a scope by code. */
export const listTenants = (database: Database, scope: TenantScope) =>
  database.system
    .selectFrom('tenant')
    .select(['id', 'code', 'name', 'name_en'])
    .where('active', '=', true)
    .$if(scope.kind === 'tenants', (query) =>
      query.where('id', '=', sql<number>`any(${scope.kind === 'tenants' ? [...scope.tenantIds] : []})`),
    )
    .orderBy('code')
    .execute();

/** A user as the choice of a responsible person shows it. */
export type UserRow = {
  id: number;
  user_code: string;
  name_cn: string;
  tenant_name: string;
  tenant_name_en: string | null;
};

/** What the user list may be narrowed by. */
export type UserColumn = 'userCode' | 'userNameCn' | 'userType' | 'tenantId' | 'tenantName' | 'wlUserId' | 'email';

const userColumns = {
  userCode: sql<string>`u.user_code`,
  userNameCn: sql<string>`u.name_cn`,
  userType: sql<string>`u.user_type`,
  tenantId: sql<string>`u.tenant_id::text`,
  tenantName: sql<string>`t.name`,
  wlUserId: sql<string>`u.id::text`,
  email: sql<string>`u.email`,
} as const satisfies Record<UserColumn, unknown>;

function columnSql(condition: Condition<UserColumn>, column: Expression<string | null>): Expression<SqlBool> {
  if (condition.operation === 'in') return sql<SqlBool>`${column} = any(${condition.values.map(String)})`;
  if (condition.operation === 'between')
    return sql<SqlBool>`${column} between ${String(condition.from)} and ${String(condition.to)}`;
  return condition.operation === 'like'
    ? sql<SqlBool>`${column} ilike ${containingPattern(String(condition.value))}`
    : sql<SqlBool>`${column} = ${String(condition.value)}`;
}

/** A tenant is found by its name in either language. */
const conditionSql = (condition: Condition<UserColumn>): Expression<SqlBool> =>
  condition.column === 'tenantName'
    ? sql<SqlBool>`(${columnSql(condition, userColumns.tenantName)} or ${columnSql(condition, sql`t.name_en`)})`
    : columnSql(condition, userColumns[condition.column]);

/** Users that share a tenant with the scope, and platform operators who see all tenants. */
export async function listUsers(
  database: Database,
  scope: TenantScope,
  filter: {
    keyword: string | undefined;
    /** Only who may see one of these tenants. */
    tenantCodes?: readonly string[] | undefined;
    conditions: Condition<UserColumn>[];
    limit: number;
    offset: number;
  },
): Promise<{ rows: UserRow[]; total: number }> {
  const ids = scope.kind === 'tenants' ? [...scope.tenantIds] : [];
  let base = database.system
    .selectFrom('app_user as u')
    .innerJoin('tenant as t', 't.id', 'u.tenant_id')
    .where('u.removed_at', 'is', null)
    .where('t.active', '=', true);
  if (scope.kind === 'tenants') {
    base = base.where(
      sql<SqlBool>`(u.all_tenants or u.tenant_id = any(${ids})
        or exists (select 1 from user_tenant x where x.user_id = u.id and x.tenant_id = any(${ids})))`,
    );
  }
  if (filter.tenantCodes !== undefined && filter.tenantCodes.length > 0)
    base = base.where(
      sql<SqlBool>`(u.all_tenants or t.code = any(${[...filter.tenantCodes]})
        or exists (select 1 from user_tenant x join tenant other on other.id = x.tenant_id
          where x.user_id = u.id and other.code = any(${[...filter.tenantCodes]})))`,
    );
  if (filter.keyword !== undefined) {
    const text = containingPattern(filter.keyword);
    base = base.where(sql<SqlBool>`(u.user_code ilike ${text} or u.name_cn ilike ${text})`);
  }
  for (const condition of filter.conditions) base = base.where(conditionSql(condition));
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await base
    .select(['u.id', 'u.user_code', 'u.name_cn', 't.name as tenant_name', 't.name_en as tenant_name_en'])
    .orderBy('u.user_code')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { rows, total: Number(total) };
}
