import { exceptionBusinessType } from '#contract/exceptions/handling.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { diffCauses, findCauseProblem, isUnchanged, maxCauseRemark, maxCauses } from '#domain/exceptions/causes.ts';
import type { CauseChanges, CauseProblem, StoredCause, WantedCause } from '#domain/exceptions/causes.ts';
import { publishExceptions } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type AppError, notFound, refused } from '#server/platform/errors/app-error.ts';
import { exceptionSourceOf, presentCauses } from './present.ts';
import * as queries from './queries.ts';
import type { Cause } from './queries.ts';

type Input = ParsedBody<'saveExceptionCauses'>;
type Wanted = WantedCause<number>;

const wantedCauses = (input: Input): Wanted[] =>
  (input.wlExceptionCauseList ?? []).map((cause) => ({
    id: cause.wlExceptionCauseId,
    typeCode: cause.exceptionTypeCode?.trim() ?? '',
    remark: cause.remark?.trim() || null,
    statuses: (cause.wlExceptionHandleStatusList ?? []).map((status) => ({
      id: status.wlExceptionHandleStatusId,
      statusCode: status.exceptionHandleStatusCode?.trim() ?? '',
    })),
  }));

function refusalOf(problem: CauseProblem): AppError {
  switch (problem.kind) {
    case 'tooManyCauses':
      return refused('handling.tooManyCauses', { max: maxCauses });
    case 'typeRequired':
      return refused('handling.typeRequired', { row: problem.row });
    case 'remarkTooLong':
      return refused('handling.remarkTooLong', { row: problem.row, max: maxCauseRemark });
    case 'tooManyStatuses':
      return refused('handling.tooManyStatuses', { row: problem.row, max: maxCauses });
    case 'statusRequired':
      return refused('handling.statusRequired', { row: problem.row, statusRow: problem.statusRow });
    case 'statusTwice':
      return refused('handling.statusTwice', { row: problem.row });
  }
}

const toStored = (cause: Cause): StoredCause<number> => ({
  id: cause.id,
  typeCode: cause.type_code,
  remark: cause.remark,
  statuses: cause.statuses.map((status) => ({ id: status.id, statusCode: status.status_code })),
});

/** Codes must be known; one that was withdrawn since may stay where it was. */
async function checkCodes(
  ctx: Ctx,
  wanted: readonly Wanted[],
  stored: readonly Cause[],
  source: string,
  reference: ReferenceSnapshot,
): Promise<void> {
  const choices = new Set((await queries.listHandleStatuses(ctx)).filter((row) => row.enabled).map((row) => row.code));
  const before = new Map(stored.map((cause) => [cause.id, cause]));
  for (const [index, cause] of wanted.entries()) {
    const row = index + 1;
    const was = cause.id === undefined ? undefined : before.get(cause.id);
    const type = reference.exceptionTypes.get(cause.typeCode);
    if (was?.type_code !== cause.typeCode && type?.sourceCode !== source)
      throw refused('handling.typeUnknown', { row, type: cause.typeCode.slice(0, 60) });
    for (const { statusCode } of cause.statuses) {
      const kept = was?.statuses.some((status) => status.status_code === statusCode) === true;
      if (!kept && !choices.has(statusCode))
        throw refused('handling.statusUnknown', { row, status: statusCode.slice(0, 60) });
    }
  }
}

async function staleError(ctx: Ctx, exceptionId: number, stored: readonly Cause[]): Promise<AppError> {
  const events = await queries.listEvents(ctx, exceptionId, 50);
  const code = events.find((event) => event.kind === 'causes')?.actor_code ?? stored.at(-1)?.updated_by;
  const who = code === undefined ? undefined : ((await queries.namesOfUsers(ctx, [code])).get(code) ?? code);
  return who === undefined ? refused('error.staleUnnamed') : refused('error.stale', { who });
}

/** Has anybody changed the causes since the caller read them? */
function isStale(input: Input, stored: readonly Cause[]): boolean {
  const versions = new Map(stored.map((cause) => [cause.id, cause.record_version]));
  const { baseline } = input;
  if (baseline != null) {
    const same = baseline.every((seen) => versions.get(seen.wlExceptionCauseId) === seen.recordVersion);
    if (!same || new Set(baseline.map((seen) => seen.wlExceptionCauseId)).size !== stored.length) return true;
  }
  return (input.wlExceptionCauseList ?? []).some(
    ({ wlExceptionCauseId: id, recordVersion }) =>
      id !== undefined && recordVersion != null && versions.get(id) !== recordVersion,
  );
}

type Subject = { id: number; tenantId: number; source: string };

async function write(ctx: Ctx, subject: Subject, changes: CauseChanges<number>): Promise<void> {
  const { tenantId } = subject;
  await queries.removeCauses(
    ctx,
    changes.remove.map((cause) => cause.id),
  );
  for (const { before, after, statuses } of changes.update) {
    await queries.removeCauseStatuses(
      ctx,
      statuses.remove.map((status) => status.id),
    );
    // Two statuses may swap their codes, and each occurs once per cause: the old ones make room first.
    await queries.removeCauseStatuses(
      ctx,
      statuses.update.map((status) => status.id),
    );
    await queries.insertCauseStatuses(ctx, { id: before.id, tenantId }, [
      ...statuses.update.map((status) => status.statusCode),
      ...statuses.insert,
    ]);
    await queries.updateCause(ctx, before.id, { type_code: after.typeCode, remark: after.remark });
  }
  for (const cause of changes.insert) {
    const id = await queries.insertCause(ctx, {
      tenant_id: tenantId,
      exception_id: subject.id,
      app_type: subject.source,
      type_code: cause.typeCode,
      remark: cause.remark,
    });
    await queries.insertCauseStatuses(
      ctx,
      { id, tenantId },
      cause.statuses.map((status) => status.statusCode),
    );
  }
}

const trace = (cause: Pick<Wanted, 'typeCode' | 'remark'> & { statuses: readonly { statusCode: string }[] }) => ({
  type: cause.typeCode,
  remark: cause.remark,
  statuses: cause.statuses.map((status) => status.statusCode),
});

/** Notes in history and audit what the causes were and what they are now. */
async function note(ctx: Ctx, subject: Subject, stored: readonly StoredCause<number>[], wanted: readonly Wanted[]) {
  const detail = { before: stored.map(trace), after: wanted.map(trace) };
  await queries.insertEvents(ctx, [{ tenantId: subject.tenantId, exceptionId: subject.id, kind: 'causes', detail }]);
  await writeAudit(ctx, {
    entity: 'exception_cause',
    entityId: String(subject.id),
    action: 'save',
    tenantId: subject.tenantId,
    before: detail.before,
    after: detail.after,
  });
}

/**
 * Makes the causes of an exception what the caller's list says, by difference and in one transaction. Refuses the
 * save when somebody else changed them since the caller read them.
 */
export async function saveCauses({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: Input;
  reference: ReferenceSnapshot;
}): Promise<CallData<'saveExceptionCauses'>> {
  const businessType = input.businessType?.trim() ?? '';
  if (businessType !== exceptionBusinessType) throw refused('handling.businessType', { businessType });
  const exceptionId = input.sourceOrderId01;
  if (exceptionId == null || exceptionId === '' || input.wlExceptionCauseList == null)
    throw refused('error.emptyInput');
  const wanted = wantedCauses(input);
  return ctx.unscoped.transaction(async () => {
    const row = await queries.lockException(ctx, exceptionId);
    if (row === undefined) throw notFound('exception.notFound');
    if (row.subscription_id === null) throw refused('exception.noSubscriptionForHandling');
    const problem = findCauseProblem(wanted);
    if (problem !== undefined) throw refusalOf(problem);
    const stored = await queries.listCauses(ctx, row.id);
    const changes = diffCauses(stored.map(toStored), wanted);
    if (isStale(input, stored) || changes.unknown.length > 0) throw await staleError(ctx, row.id, stored);
    const subject = { id: row.id, tenantId: row.tenant_id, source: exceptionSourceOf(row.type_code, reference) };
    await checkCodes(ctx, wanted, stored, subject.source, reference);
    if (isUnchanged(changes)) return presentCauses(ctx, stored, reference);
    await write(ctx, subject, changes);
    await note(ctx, subject, stored.map(toStored), wanted);
    await publishExceptions(ctx, [row]);
    return presentCauses(ctx, await queries.listCauses(ctx, row.id), reference);
  });
}
