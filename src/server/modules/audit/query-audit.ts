import { AUDIT_ROWS_PAGED } from '#contract/audit-pages.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { EntityServices } from '#server/entity/index.ts';
import { columnTitle, type ReferenceSnapshot, zoneOfCaller } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { pageOf } from '#server/platform/page.ts';
import { escapeFormula, readAsCall, type ListExport } from '#server/platform/sheet/index.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import { fromLocalText, toLocalText } from '#shared/time/zone.ts';
import {
  countEntries,
  entriesById,
  entryIds,
  listEntries,
  listKinds,
  type AuditEntryRow,
  type AuditFilter,
} from './audit-queries.ts';
import { actionName, entityName } from './known-names.ts';
import { presentAudit } from './present-audit.ts';

type Deps = { services: EntityServices; reference: ReferenceSnapshot };
type Filters = ParsedBody<'auditExport'>;

function instantOf(text: string | undefined, zone: string, end: boolean, name: string): Date | undefined {
  if (text === undefined) return undefined;
  const instant = fromLocalText(text, zone) ?? (end ? dayEndOfText(text, zone) : dayStartOfText(text, zone));
  if (instant === undefined) throw refused('error.invalidDate', { name });
  return new Date(instant);
}

function filterOf(input: Filters, zone: string): AuditFilter {
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
  deps: Deps,
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

const step = 500;
const titles = {
  zh: ['时间', '用户代码', '用户名', '租户', '来源', 'IP 地址', '对象', '编号', '名称', '操作', '变更内容', '请求号'],
  en: [
    'Time',
    'User code',
    'User',
    'Tenant',
    'Origin',
    'IP address',
    'What',
    'Id',
    'Name',
    'Act',
    'Changes',
    'Request',
  ],
} as const;

/** The titles of the columns; that of the time tells its zone. */
function titlesOf(ctx: Ctx, deps: Deps): string[] {
  const [time, ...others] = titles[ctx.lang];
  const title = { zh: time, en: time };
  return [columnTitle({ title, isTime: true }, ctx.lang, zoneOfCaller(ctx, deps.reference)), ...others];
}

/** Entries in words, column by column. */
async function linesOf(ctx: Ctx, rows: readonly AuditEntryRow[], deps: Deps): Promise<string[][]> {
  const zone = zoneOfCaller(ctx, deps.reference);
  const time = (text: string | null, kind: string): string =>
    text === null ? '' : kind === 'instant' ? toLocalText(Number(text), zone) : text;
  const shown = await presentAudit(ctx, rows, deps);
  return shown.map((row) => [
    toLocalText(row.time, zone),
    row.userCode,
    row.userName ?? '',
    row.tenantName ?? '',
    row.originName,
    row.ip ?? '',
    row.entityName,
    row.entityId,
    row.title,
    row.actionName,
    row.changes
      .map(({ label, before, after: next, kind }) => `${label}: ${time(before, kind)} → ${time(next, kind)}`)
      .join('\n'),
    row.requestId ?? '',
  ]);
}

/** All entries that fit as CSV lines, read piece by piece while they are sent: each piece begins where the last ended. */
export function exportAudit(ctx: Ctx, input: Filters, deps: Deps): AsyncIterable<string> {
  const filter = filterOf(input, zoneOfCaller(ctx, deps.reference));
  return (async function* lines() {
    yield formatCsv([titlesOf(ctx, deps)], { bom: true });
    let after: { at: number; id: number } | undefined;
    for (;;) {
      const rows = await listEntries(ctx, filter, { limit: step, offset: 0, after });
      yield formatCsv((await linesOf(ctx, rows, deps)).map((line) => line.map(escapeFormula)));
      const last = rows.at(-1);
      if (last === undefined || rows.length < step) return;
      after = { at: last.at, id: last.id };
    }
  })();
}

/** The audit as a file that is written in the background. */
export const auditExport = (current: () => Deps): ListExport => ({
  title: { zh: '操作审计', en: 'Audit' },
  file: { zh: '操作审计', en: 'audit' },
  call: 'auditQuery',
  prepare: (ctx, query) => {
    const deps = current();
    const filter = filterOf(readAsCall('auditQuery', query), zoneOfCaller(ctx, deps.reference));
    return {
      titles: titlesOf(ctx, deps),
      ids: entryIds(ctx, filter),
      cells: async (ids) => linesOf(ctx, await entriesById(ctx, ids), deps),
    };
  },
});

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
