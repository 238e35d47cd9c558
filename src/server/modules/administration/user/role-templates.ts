import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { shippedRoles } from '#shared/reference/roles.ts';
import { codeOf } from '#shared/values/errors.ts';

type Role = CallData<'roleTemplateSave'>;
type Row = {
  id: number;
  tenant_id: number;
  role_name: string;
  menus: string[];
  record_version: number;
};

const entity = 'roleTemplate';
const known = new Set(menuCodes);
const columns = ['id', 'tenant_id', 'role_name', 'menus', 'record_version'] as const;

async function tenantNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('tenant').select(['id', 'name', 'name_en']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, ctx.lang === 'en' ? (row.name_en ?? row.name) : row.name]));
}

const present = (row: Row, tenants: ReadonlyMap<number, string>): Role => ({
  roleId: String(row.id),
  roleName: row.role_name,
  shipped: false,
  tenantName: tenants.get(row.tenant_id) ?? null,
  menus: row.menus,
  recordVersion: row.record_version,
});

/** Templates of the product first, then those of the caller's tenants by name. */
export async function listRoleTemplates(ctx: Ctx): Promise<Role[]> {
  const rows = await ctx.db.selectFrom('role_template').select(columns).orderBy('role_name').execute();
  const tenants = await tenantNames(ctx, [...new Set(rows.map((row) => row.tenant_id))]);
  const shipped = shippedRoles.map(({ code, name, menus }): Role => ({
    roleId: code,
    roleName: name[ctx.lang],
    shipped: true,
    tenantName: null,
    menus: [...menus],
    recordVersion: 1,
  }));
  return [...shipped, ...rows.map((row) => present(row, tenants))];
}

function checkInput({ roleName, menus }: ParsedBody<'roleTemplateSave'>): { name: string; menus: string[] } {
  const name = roleName?.trim() ?? '';
  if (name === '') throw refused('user.roleNameRequired');
  if (shippedRoles.some((role) => Object.values(role.name).includes(name)))
    throw refused('user.roleNameTaken', { name });
  const strange = menus.find((menu) => !known.has(menu));
  if (strange !== undefined) throw refused('user.unknownMenu', { menu: strange });
  return { name, menus: [...new Set(menus)].sort() };
}

async function stating(name: string, work: () => Promise<Row>): Promise<Row> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw refused('user.roleNameTaken', { name });
  }
}

async function getRole(ctx: Ctx, id: number | null | undefined): Promise<Row> {
  if (id === null || id === undefined) throw refused('error.emptyInput');
  const row = await ctx.db
    .selectFrom('role_template')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

const reported = (row: Row | undefined) => row && { role_name: row.role_name, menus: row.menus };
const record = async (ctx: Ctx, action: string, before: Row | undefined, after: Row | undefined): Promise<void> => {
  const row = after ?? before;
  if (row === undefined) throw new RangeError('a change has neither before nor after');
  const { id, tenant_id: tenantId } = row;
  await writeAudit(ctx, {
    entity,
    entityId: String(id),
    action,
    tenantId,
    before: reported(before),
    after: reported(after),
  });
};

async function write(ctx: Ctx, input: ParsedBody<'roleTemplateSave'>): Promise<Row> {
  const { name, menus } = checkInput(input);
  if (input.roleId === null || input.roleId === undefined) {
    if (ctx.actor.kind !== 'user') throw notFound();
    const values = { tenant_id: ctx.actor.tenantId, role_name: name, menus };
    const after = await stating(name, () =>
      ctx.db.insertInto('role_template').values(values).returning(columns).executeTakeFirstOrThrow(),
    );
    await record(ctx, 'insert', undefined, after);
    return after;
  }
  const before = await getRole(ctx, input.roleId);
  if (before.role_name === name && JSON.stringify(before.menus) === JSON.stringify(menus)) return before;
  if (input.recordVersion != null && input.recordVersion !== before.record_version)
    throw refused('error.staleUnnamed', {}, { stale: true });
  const after = await stating(name, () =>
    ctx.db
      .updateTable('role_template')
      .set({ role_name: name, menus, record_version: before.record_version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', before.id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
  await record(ctx, 'update', before, after);
  return after;
}

/** Keeps a set of menus under a name in the caller's tenant, or changes an own template. */
export async function saveRoleTemplate(ctx: Ctx, input: ParsedBody<'roleTemplateSave'>): Promise<Role> {
  const row = await ctx.unscoped.transaction(() => write(ctx, input));
  return present(row, await tenantNames(ctx, [row.tenant_id]));
}

/** Deletes an own template; users keep the menus they were given by it. */
export async function deleteRoleTemplate(ctx: Ctx, id: number | null | undefined): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const before = await getRole(ctx, id);
    await ctx.db.deleteFrom('role_template').where('id', '=', before.id).execute();
    await record(ctx, 'delete', before, undefined);
    return null;
  });
}
