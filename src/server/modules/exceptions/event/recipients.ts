import type { Database } from '#server/platform/db/database.ts';
import type { Recipients } from '#shared/event/recipients.ts';
import { shippedRoles } from '#shared/reference/roles.ts';

/** A role that events can be reported to. */
export type RecipientRole = { role: string; zh: string; en: string; menus: readonly string[]; tenantId: number | null };

/** Roles of the tenants' own people; who administers or operates the platform is named by name. */
const shipped: readonly RecipientRole[] = shippedRoles
  .filter(({ code }) => code !== 'administrator' && code !== 'operator')
  .map(({ code, name, menus }) => ({ role: code, ...name, menus, tenantId: null }));

/** The roles of these tenants, or of all: those that come with the product, and their own templates. */
export async function listRecipientRoles(
  database: Database,
  tenantIds: readonly number[] | undefined,
): Promise<RecipientRole[]> {
  const own = await database.query<{ id: number; role_name: string; menus: string[]; tenant_id: number }>(
    'select id, role_name, menus, tenant_id from role_template where $1::bigint[] is null or tenant_id = any($1) order by role_name',
    [tenantIds ?? null],
  );
  return [
    ...shipped,
    ...own.map((row) => ({
      role: String(row.id),
      zh: row.role_name,
      en: row.role_name,
      menus: row.menus,
      tenantId: row.tenant_id,
    })),
  ];
}

/** Users of a tenant who may open every page of a role; administrators are named by name. */
async function peopleOfRole(database: Database, tenantId: number, menus: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ user_code: string }>(
    `select u.user_code from app_user u
     where u.removed_at is null and u.user_type <> 'admin'
       and (u.tenant_id = $1 or exists (select from user_tenant t where t.user_id = u.id and t.tenant_id = $1))
       and (select count(*) from user_menu m where m.user_id = u.id and m.menu_code = any($2)) = cardinality($2::text[])
     order by u.user_code`,
    [tenantId, [...menus]],
  );
  return rows.map(({ user_code }) => user_code);
}

/** Everybody of a tenant whom recipients mean, each once. */
export async function peopleReported(
  database: Database,
  tenantId: number,
  { people, roles }: Recipients,
): Promise<readonly string[]> {
  if (roles.length === 0) return people;
  const known = await listRecipientRoles(database, [tenantId]);
  const reported = new Map(people.map((code) => [code.toLowerCase(), code]));
  for (const role of roles) {
    const menus = known.find((one) => one.role === role)?.menus ?? [];
    if (menus.length === 0) continue;
    for (const code of await peopleOfRole(database, tenantId, menus))
      if (!reported.has(code.toLowerCase())) reported.set(code.toLowerCase(), code);
  }
  return [...reported.values()];
}
