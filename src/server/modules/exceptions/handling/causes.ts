import { exceptionBusinessType } from '#contract/exceptions/handling.ts';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { publishExceptions } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import { causeNames, peopleOf, presentCause, presentCauses, presentCauseStatus } from './present.ts';
import * as queries from './queries.ts';
import type { Cause } from './queries.ts';

type Verb<Input> = { ctx: Ctx; input: Input; reference: ReferenceSnapshot };

/** The causes of one exception. */
export async function queryCauses({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'exceptionCauses'>>): Promise<CallData<'exceptionCauses'>> {
  const businessType = input.businessType?.trim() || exceptionBusinessType;
  if (businessType !== exceptionBusinessType) throw refused('handling.businessType', { businessType });
  if ((await queries.findException(ctx, input.id01)) === undefined) throw notFound('exception.notFound');
  return presentCauses(ctx, await queries.listCauses(ctx, input.id01), reference);
}

/** One cause. */
export async function getCause({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'exceptionCauseById'>>): Promise<CallData<'exceptionCauseById'>> {
  const [cause] = await queries.listCausesById(ctx, [input.wlExceptionCauseId]);
  if (cause === undefined) throw notFound();
  return presentCause(cause, await causeNames(ctx, reference, peopleOf([cause])));
}

/** Causes of one exception or of all. */
export async function listAllCauses({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'allExceptionCauses'>>): Promise<CallData<'allExceptionCauses'>> {
  const { rows, total } = await queries.listCausePage(ctx, input.sourceOrderId01, rowsOf(input));
  return pageOf(await presentCauses(ctx, rows, reference), total, input);
}

/** One thing done about a cause. */
export async function getCauseStatus({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'causeStatusById'>>): Promise<CallData<'causeStatusById'>> {
  const [row] = await queries.listCauseStatusesById(ctx, [input.wlExceptionHandleStatusId]);
  if (row === undefined) throw notFound();
  return presentCauseStatus(row, await causeNames(ctx, reference, [row.created_by]));
}

/** What was done, about one cause or about all. */
export async function listAllCauseStatuses({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'allCauseStatuses'>>): Promise<CallData<'allCauseStatuses'>> {
  const { rows, total } = await queries.listCauseStatusPage(ctx, input.wlExceptionCauseId, rowsOf(input));
  const names = await causeNames(
    ctx,
    reference,
    rows.map((row) => row.created_by),
  );
  return pageOf(
    rows.map((row) => presentCauseStatus(row, names)),
    total,
    input,
  );
}

const traceOf = (cause: Cause) => ({
  type: cause.type_code,
  remark: cause.remark,
  statuses: cause.statuses.map((status) => status.status_code),
});

/** Notes in history and audit how the causes of each exception were before and are now. */
async function noteChanges(ctx: Ctx, before: readonly Cause[], action: string): Promise<void> {
  const exceptions = new Map(before.map((cause) => [cause.exception_id, cause.tenant_id]));
  for (const [exceptionId, tenantId] of exceptions) {
    const now = await queries.listCauses(ctx, exceptionId);
    const changed = before.filter((cause) => cause.exception_id === exceptionId);
    const others = now.filter((cause) => changed.every(({ id }) => id !== cause.id));
    const was = [...others, ...changed].toSorted((a, b) => a.id - b.id);
    const detail = { before: was.map(traceOf), after: now.map(traceOf) };
    await queries.insertEvents(ctx, [{ tenantId, exceptionId, kind: 'causes', detail }]);
    await writeAudit(ctx, { entity: 'exception_cause', entityId: String(exceptionId), action, tenantId, ...detail });
  }
  await publishExceptions(
    ctx,
    [...exceptions].map(([id, tenantId]) => ({ id, tenant_id: tenantId })),
  );
}

/** The exceptions' rows are locked first, in id order, as saving does. */
async function lockExceptionsOf(ctx: Ctx, causes: readonly Cause[]): Promise<void> {
  const ids = [...new Set(causes.map((cause) => cause.exception_id))].toSorted((a, b) => a - b);
  for (const id of ids) await queries.lockException(ctx, id);
}

/** Deletes causes; all of them or none. */
export async function deleteCauses({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'deleteExceptionCauses'>;
}): Promise<CallData<'deleteExceptionCauses'>> {
  const ids = [...new Set(input)];
  if (ids.length === 0) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    await lockExceptionsOf(ctx, await queries.listCausesById(ctx, ids));
    const causes = await queries.listCausesById(ctx, ids);
    if (causes.length !== ids.length) throw notFound();
    await queries.removeCauses(ctx, ids);
    await noteChanges(ctx, causes, 'delete');
    return { deleted: causes.length };
  });
}

/** Deletes what was done about causes; all of it or none. */
export async function deleteCauseStatuses({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'deleteCauseStatuses'>;
}): Promise<CallData<'deleteCauseStatuses'>> {
  const ids = [...new Set(input)];
  if (ids.length === 0) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    const causeIds = async (): Promise<number[]> => [
      ...new Set((await queries.listCauseStatusesById(ctx, ids)).map((row) => row.cause_id)),
    ];
    await lockExceptionsOf(ctx, await queries.listCausesById(ctx, await causeIds()));
    const rows = await queries.listCauseStatusesById(ctx, ids);
    if (rows.length !== ids.length) throw notFound();
    const causes = await queries.listCausesById(ctx, await causeIds());
    await queries.removeCauseStatuses(ctx, ids);
    for (const cause of causes) await queries.updateCause(ctx, cause.id, {});
    await noteChanges(ctx, causes, 'delete');
    return { deleted: rows.length };
  });
}
