// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listTenants } from './queries.ts';

/** The name of a tenant in the caller's language, and the other one. */
const namesIn = ({ lang }: Ctx, { name, name_en: english }: { name: string; name_en: string | null }) => {
  const [tenantName, otherName] = lang === 'en' && english !== null ? [english, name] : [name, english];
  return { tenantName, ...(otherName !== null && { otherName }) };
};

/** The tenants whose rows the caller may see. */
export async function listVisibleTenants({ ctx }: { ctx: Ctx }): Promise<CallData<'tenants'>> {
  const rows = await listTenants(ctx.unscoped, ctx.scope);
  return rows.map((row) => ({
    wlTenantId: String(row.id),
    tenantCode: row.code,
    ...namesIn(ctx, row),
  }));
}
