import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { publishExceptions } from './publish.ts';
import { changeHandling, findAssignee, lockExceptions } from './handling-queries.ts';

/** Makes one person responsible for exceptions; all of them or none. Gives their number. */
export async function assignExceptions({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'assignExceptions'>;
}): Promise<number> {
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) throw refused('exception.noneSelected');
  const code = input.chargeCode?.trim() ?? '';
  if (code === '') throw refused('exception.assigneeRequired');
  return ctx.database.transaction(async () => {
    const assignee = await findAssignee(ctx, code);
    if (assignee === undefined) throw refused('exception.assigneeUnknown');
    const rows = await lockExceptions(ctx, ids);
    if (rows.length !== ids.length) throw refused('exception.notFound');
    const { tenantIds } = assignee;
    if (tenantIds !== 'all' && rows.some((row) => !tenantIds.includes(row.tenant_id)))
      throw refused('exception.assigneeUnknown');
    const change = { assignee_code: assignee.userCode, assignee_name: assignee.name };
    // The same once more, as when the first answer was lost, writes nothing.
    const changing = rows.filter(
      (row) => row.assignee_code !== change.assignee_code || row.assignee_name !== change.assignee_name,
    );
    if (changing.length === 0) return rows.length;
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
    return rows.length;
  });
}
