import type { CallData } from '#contract/index.ts';
import { exceptionBusinessType } from '#contract/exceptions/handling.ts';
import { presentException } from '#server/modules/exceptions/exception/index.ts';
import { exceptionTypeName, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import { listHandleStatuses, namesOfUsers } from './queries.ts';
import type { Cause, CauseStatusRow, HandledRow, HandleStatusRow } from './queries.ts';

type CauseRecord = CallData<'exceptionCauseById'>;
type CauseStatusRecord = CallData<'causeStatusById'>;

/** What names in causes come from: people, handle statuses and the master data. */
export type CauseNames = {
  lang: Lang;
  people: ReadonlyMap<string, string>;
  statuses: ReadonlyMap<string, HandleStatusRow>;
  reference: ReferenceSnapshot;
};

/** Name of what can be done, in a language. */
export const handleStatusName = (row: Pick<HandleStatusRow, 'name_cn' | 'name_en'>, lang: Lang): string =>
  lang === 'zh' ? row.name_cn : row.name_en;

/** Reads the names that these rows need. */
export async function causeNames(ctx: Ctx, reference: ReferenceSnapshot, codes: Iterable<string>): Promise<CauseNames> {
  const statuses = await listHandleStatuses(ctx);
  const people = await namesOfUsers(ctx, codes);
  return { lang: ctx.lang, people, statuses: new Map(statuses.map((row) => [row.code, row])), reference };
}

/** Codes of all who worked on causes. */
export const peopleOf = (causes: readonly Cause[]): string[] =>
  causes.flatMap((cause) => [cause.created_by, cause.updated_by, ...cause.statuses.map((status) => status.created_by)]);

/** What was done about a cause as `wlExceptionHandleStatus`. */
export function presentCauseStatus(row: CauseStatusRow, names: CauseNames): CauseStatusRecord {
  const status = names.statuses.get(row.status_code);
  return {
    wlExceptionHandleStatusId: String(row.id),
    wlExceptionCauseId: String(row.cause_id),
    exceptionHandleStatusCode: row.status_code,
    exceptionHandleStatusName: status === undefined ? row.status_code : handleStatusName(status, names.lang),
    createTime: row.created_at,
    creatorName: names.people.get(row.created_by) ?? row.created_by,
    recordVersion: row.record_version,
  };
}

/** A cause as `wlExceptionCause`. */
export const presentCause = (row: Cause, names: CauseNames): CauseRecord => ({
  wlExceptionCauseId: String(row.id),
  businessType: exceptionBusinessType,
  sourceOrderId01: String(row.exception_id),
  appType: row.app_type,
  exceptionTypeCode: row.type_code,
  exceptionTypeName: exceptionTypeName(row.type_code, names.lang, names.reference),
  remark: row.remark,
  createTime: row.created_at,
  creatorName: names.people.get(row.created_by) ?? row.created_by,
  lastModifyTime: row.updated_at,
  lastModifierName: names.people.get(row.updated_by) ?? row.updated_by,
  recordVersion: row.record_version,
  wlExceptionHandleStatusList: row.statuses.map((status) => presentCauseStatus(status, names)),
});

/** Causes with all names, in the caller's language. */
export async function presentCauses(
  ctx: Ctx,
  causes: readonly Cause[],
  reference: ReferenceSnapshot,
): Promise<CauseRecord[]> {
  const names = await causeNames(ctx, reference, peopleOf(causes));
  return causes.map((cause) => presentCause(cause, names));
}

/** The source whose exception types an exception may have. */
export const exceptionSourceOf = (typeCode: string, reference: ReferenceSnapshot): string =>
  reference.exceptionTypes.get(typeCode)?.sourceCode ?? 'AUTOTEST';

/** An exception as the handling page sees it: the remark and the note of the product are kept apart. */
export function presentHandled(
  row: HandledRow,
  lang: Lang,
  reference: ReferenceSnapshot,
): CallData<'allExceptionResults'>['records'][number] {
  const shown = presentException(row, lang, reference);
  return {
    ...shown,
    handleRemark: row.handle_remark,
    systemNote: row.handle_remark === null ? shown.handleRemark : null,
    exceptionTypeCode: row.type_code,
    testPurposeCode: row.type_code,
    exceptionSourceCode: exceptionSourceOf(row.type_code, reference),
  };
}

/** A choice for what was done as `mdExceptionHandleStatus`. */
export const presentHandleStatus = (row: HandleStatusRow): CallData<'handleStatusById'> => ({
  mdExceptionHandleStatusId: String(row.id),
  exceptionHandleStatusCode: row.code,
  exceptionHandleStatusName: row.name_cn,
  exceptionHandleStatusNameEn: row.name_en,
  isDelete: row.enabled ? 0 : 1,
  recordVersion: row.record_version,
});
