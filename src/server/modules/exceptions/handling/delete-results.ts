import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { checkMayWrite } from '#server/entity/index.ts';
import { publishExceptions } from '#server/modules/exceptions/exception/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { presentHandleStatus } from './present.ts';
import * as queries from './queries.ts';

/** Deletes exceptions with their history, causes and comments; all of them or none. What they were stays in the audit. */
export async function deleteExceptionResults({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'deleteExceptionResults'>;
}): Promise<CallData<'deleteExceptionResults'>> {
  const ids = [...new Set(input)];
  if (ids.length === 0) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    const rows = await queries.removeExceptions(ctx, ids);
    if (rows.length !== ids.length) throw notFound('exception.notFound');
    for (const row of rows) {
      await writeAudit(ctx, {
        entity: 'shipment_exception',
        entityId: String(row.id),
        action: 'delete',
        tenantId: row.tenant_id,
        before: row,
      });
    }
    await publishExceptions(ctx, rows);
    return { deleted: rows.length };
  });
}

/** One choice for what was done. */
export async function getHandleStatus({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'handleStatusById'>;
}): Promise<CallData<'handleStatusById'>> {
  const row = (await queries.listHandleStatuses(ctx)).find(({ id }) => id === input.mdExceptionHandleStatusId);
  if (row === undefined) throw notFound();
  return presentHandleStatus(row);
}

/** Choices for what was done, withdrawn ones too unless requested by `isDelete`. */
export async function listHandleStatusChoices({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'allHandleStatuses'>;
}): Promise<CallData<'allHandleStatuses'>> {
  const rows = (await queries.listHandleStatuses(ctx)).map(presentHandleStatus);
  return rows.filter((row) => input.isDelete === undefined || row.isDelete === input.isDelete);
}

/** Choices of what was done about an exception: all tenants share them. */
const measures = { table: 'md_exception_handle_status', label: { zh: '处理措施', en: 'Handling measures' } };

/** Withdraws choices; what was recorded with them keeps its name. */
export async function deleteHandleStatuses({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'deleteHandleStatuses'>;
}): Promise<CallData<'deleteHandleStatuses'>> {
  const ids = [...new Set(input)];
  if (ids.length === 0) throw refused('error.emptyInput');
  checkMayWrite(ctx, measures);
  return ctx.unscoped.transaction(async () => {
    const rows = await queries.withdrawHandleStatuses(ctx, ids);
    if (rows.length !== ids.length) throw notFound();
    for (const row of rows) {
      await writeAudit(ctx, {
        entity: 'md_exception_handle_status',
        entityId: String(row.id),
        action: 'delete',
        tenantId: null,
        before: row,
        after: { enabled: false },
      });
    }
    return { deleted: rows.length };
  });
}
