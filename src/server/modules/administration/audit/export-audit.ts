// unscoped: only says that a replica may answer; entries are read by `ctx.db`.
import type { AuditRow } from '#contract/administration/audit.ts';
import type { ParsedBody } from '#contract/index.ts';
import { auditList } from '#lists/audit.ts';
import { listLines, rowsExport } from '#server/list/index.ts';
import { listWords, type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { escapeFormula, type ListExport, textOfCell } from '#server/platform/sheet/index.ts';
import type { List } from '#shared/list/declare.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { entriesById, entryIds, listEntries } from './audit-queries.ts';
import { presentAudit } from './present-audit.ts';
import { type AuditDeps, filterOf } from './query-audit.ts';

const step = 500;
const { columns } = auditList;

/** The columns of the streamed file: those of the list, with code and name of the user apart. */
const streamed: List = {
  ...auditList,
  columns: {
    time: columns.time,
    userCode: { kind: 'text', label: { zh: '用户代码', en: 'User code' } },
    userName: { kind: 'text', label: { zh: '用户名', en: 'User' } },
    tenant: columns.tenant,
    origin: columns.origin,
    ip: columns.ip,
    entity: columns.entity,
    entityId: columns.entityId,
    name: columns.name,
    action: columns.action,
    changes: columns.changes,
    requestId: columns.requestId,
    client: columns.client,
  },
};

/** Who acted, by name and code, and what changed, a line for each field with times in the zone of the caller. */
const cellsWith = (reference: () => ReferenceSnapshot) => ({
  who: ({ userName, userCode }: AuditRow) => (userName === null ? userCode : `${userName} (${userCode})`),
  changes: ({ changes }: AuditRow, ctx: Ctx) => {
    const zone = zoneOfCaller(ctx, reference());
    const reported = (text: string | null, kind: string): string =>
      text === null ? '' : kind === 'instant' ? placeTimeStr(Number(text), zone) : text;
    return changes
      .map(({ label, before, after, kind }) => `${label}: ${reported(before, kind)} → ${reported(after, kind)}`)
      .join('\n');
  },
});

/** All entries that fit as CSV lines, read piece by piece while they are sent: each piece begins where the last ended. */
export function exportAudit(ctx: Ctx, input: ParsedBody<'auditExport'>, deps: AuditDeps): AsyncIterable<string> {
  const { reference } = deps;
  const filter = filterOf(input, zoneOfCaller(ctx, reference));
  const cells = cellsWith(() => reference);
  const { titles, lineOf } = listLines({ list: streamed, cells }, ctx, listWords(ctx, reference), undefined);
  return (async function* lines() {
    yield formatCsv([titles], { bom: true });
    let after: { at: number; id: number } | undefined;
    for (;;) {
      // What is read while a file is sent is outside of its call, and may be read on a replica as well.
      const { entries, rows } = await ctx.unscoped.onReplica(async () => {
        const found = await listEntries(ctx, filter, { limit: step, offset: 0, after });
        return { entries: found, rows: await presentAudit(ctx, found, deps) };
      });
      yield formatCsv(rows.map((row) => lineOf(row).map((cell) => escapeFormula(textOfCell(cell)))));
      const last = entries.at(-1);
      if (last === undefined || entries.length < step) return;
      after = { at: last.at, id: last.id };
    }
  })();
}

/** The audit as a file that is written in the background, with the columns of the screen. */
export const auditExport = (current: () => AuditDeps): ListExport =>
  rowsExport(
    {
      list: auditList,
      ids: (ctx, input) => entryIds(ctx, filterOf(input, zoneOfCaller(ctx, current().reference))),
      rows: async (ctx, ids) => presentAudit(ctx, await entriesById(ctx, ids), current()),
      cells: cellsWith(() => current().reference),
    },
    (ctx) => listWords(ctx, current().reference),
  );
