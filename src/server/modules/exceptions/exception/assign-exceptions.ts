// unscoped: The exceptions were found by `ctx.db` before and are addressed by id; people are users of the tenant of the row, and live
// events name their tenant.
import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { publishExceptions } from './publish.ts';
import { changeHandling, findAssignee, lockExceptions } from './handling-queries.ts';

/** How many exceptions a person got, and those of which tenants were left since the person may not see them. */
export type Assigned = { count: number; name: string; left: number; leftTenants: readonly string[] };

/** Names of tenants in the caller's language, by id. */
const tenantNames = async (ctx: Ctx, ids: readonly number[]): Promise<string[]> => {
  const rows = await ctx.unscoped.system
    .selectFrom('tenant')
    .select(['name', 'name_en'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('code')
    .execute();
  return rows.map((row) => (ctx.lang === 'en' ? (row.name_en ?? row.name) : row.name));
};

/**
 * Makes one person responsible for exceptions. Those of tenants whom the person may not see are left as they are and
 * reported; when that is all of them, it is refused.
 */
export async function assignExceptions({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'assignExceptions'>;
}): Promise<Assigned> {
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) throw refused('exception.noneSelected');
  const code = input.chargeCode?.trim() ?? '';
  if (code === '') throw refused('exception.assigneeRequired');
  return ctx.unscoped.transaction(async () => {
    const assignee = await findAssignee(ctx, code);
    if (assignee === undefined) throw refused('exception.assigneeUnknown');
    const rows = await lockExceptions(ctx, ids);
    if (rows.length !== ids.length) throw refused('exception.notFound');
    const { tenantIds } = assignee;
    const mine = rows.filter((row) => tenantIds === 'all' || tenantIds.includes(row.tenant_id));
    const own = new Set(mine);
    const left = rows.filter((row) => !own.has(row));
    const leftTenants =
      left.length === 0
        ? []
        : await tenantNames(
            ctx,
            left.map((row) => row.tenant_id),
          );
    const done: Assigned = { count: mine.length, name: assignee.name, left: left.length, leftTenants };
    if (mine.length === 0)
      throw refused('exception.assigneeMayNot', {
        name: assignee.name,
        tenants: leftTenants.join(ctx.lang === 'zh' ? '、' : ', '),
      });
    const change = { assignee_code: assignee.userCode, assignee_name: assignee.name };
    // The same once more, as when the first answer was lost, writes nothing.
    const changing = mine.filter(
      (row) => row.assignee_code !== change.assignee_code || row.assignee_name !== change.assignee_name,
    );
    if (changing.length === 0) return done;
    await changeHandling(ctx, changing, change, 'assigned');
    for (const row of changing) {
      await writeAudit(ctx, {
        entity: 'shipment_exception',
        entityId: String(row.id),
        action: 'assign',
        tenantId: row.tenant_id,
        before: { assignee_code: row.assignee_code, assignee_name: row.assignee_name },
        after: change,
      });
    }
    await publishExceptions(ctx, changing);
    return done;
  });
}
