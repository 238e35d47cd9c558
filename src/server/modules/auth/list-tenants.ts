import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listTenants } from './queries.ts';

/** The tenants whose rows the caller may see. */
export async function listVisibleTenants({ ctx }: { ctx: Ctx }): Promise<CallData<'tenants'>> {
  const rows = await listTenants(ctx.database, ctx.scope);
  return rows.map((row) => ({
    wlTenantId: String(row.id),
    tenantCode: row.code,
    tenantName: ctx.lang === 'en' ? (row.name_en ?? row.name) : row.name,
  }));
}
