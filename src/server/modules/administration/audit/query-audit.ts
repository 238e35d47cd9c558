import { AUDIT_ROWS_PAGED } from '#contract/administration/audit-pages.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { EntityServices } from '#server/entity/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { pageOf } from '#server/platform/page.ts';
import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import { type AuditFilter, countEntries, listEntries, listKinds } from './audit-queries.ts';
import { actionName, entityName } from './known-names.ts';
import { presentAudit } from './present-audit.ts';

/** What entries are presented with. */
export type AuditDeps = { services: EntityServices; reference: ReferenceSnapshot };

function instantOf(text: string | undefined, zone: string, end: boolean, name: string): Date | undefined {
  if (text === undefined) return undefined;
  const instant = fromLocalText(text, zone) ?? (end ? dayEndOfText(text, zone) : dayStartOfText(text, zone));
  if (instant === undefined) throw refused('error.invalidDate', { name });
  return new Date(instant);
}

/** Reads what is wanted, with days of the zone; refused where one is no day, or the first is after the last. */
export function filterOf(input: ParsedBody<'auditExport'>, zone: string): AuditFilter {
  const from = instantOf(input.timeFrom, zone, false, 'timeFrom');
  const to = instantOf(input.timeTo, zone, true, 'timeTo');
  if (from !== undefined && to !== undefined && from > to) throw refused('audit.timeOrder');
  return {
    actors: input.actor,
    entities: input.entity,
    actions: input.action,
    origins: input.origin,
    entityId: input.entityId,
    requestId: input.requestId,
    keyword: input.keyword,
    from,
    to,
  };
}

/** One page of who did what, the newest first; of the caller's tenants only. */
export async function queryAudit(
  ctx: Ctx,
  input: ParsedBody<'auditQuery'>,
  deps: AuditDeps,
): Promise<CallData<'auditQuery'>> {
  const filter = filterOf(input, zoneOfCaller(ctx, deps.reference));
  const offset = (input.currentPage - 1) * input.pageSize;
  if (offset >= AUDIT_ROWS_PAGED) throw refused('audit.pageTooDeep', { max: AUDIT_ROWS_PAGED });
  const [rows, { count, more }] = await Promise.all([
    listEntries(ctx, filter, { limit: input.pageSize, offset }),
    countEntries(ctx, filter),
  ]);
  return {
    ...pageOf(await presentAudit(ctx, rows, deps), count, input),
    more,
  };
}

/** What the list can be narrowed by, by name. */
export async function auditChoices(ctx: Ctx, reference: ReferenceSnapshot): Promise<CallData<'auditChoices'>> {
  const { entities, actions } = await listKinds(ctx);
  const named = (values: readonly string[], nameOf: (value: string) => { zh: string; en: string }) =>
    values
      .map((value) => ({ value, label: nameOf(value)[ctx.lang] }))
      .toSorted((a, b) => a.label.localeCompare(b.label, ctx.lang));
  return {
    entities: named(entities, entityName),
    actions: named(actions, actionName),
    origins: reference.dictionary
      .filter((item) => item.codeType === 'WL_JOB_SOURCE')
      .map((item) => ({
        value: item.codeValue,
        label: (ctx.lang === 'zh' ? item.displayCn : item.displayEn) ?? item.codeValue,
      })),
  };
}
