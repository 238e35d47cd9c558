// unscoped: The ids were found by `ctx.db`, which is limited to the caller’s tenants.
import type { CallData } from '#contract/index.ts';
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listLatestRuns, type StoredRun } from '#server/platform/run/index.ts';
import { listRecipients, readReports, type ReportRecord } from './report-queries.ts';
import { reportRun, subjectOf } from './report-run.ts';

type Row = CallData<'reportSave'>;

/** Where a run stands on the wire; a time that was passed over is written down as cancelled. */
export const stateOf = (state: StoredRun['state']): NonNullable<Row['lastState']> =>
  state === 'waiting' ? 'running' : state === 'cancelled' ? 'skipped' : state;

const present = (
  ctx: Ctx,
  { id, tenantId, ownerId, ownerCode, plannedUntil, ...row }: ReportRecord,
  reference: ReferenceSnapshot,
): Omit<Row, 'recipients' | 'lastTime' | 'lastState'> => ({
  ...row,
  reportId: String(id),
  tenantId: String(tenantId),
  tenantName: tenantName(tenantId, ctx.lang, reference),
  own: ctx.actor.kind === 'user' && ctx.actor.userId === ownerId,
  nextTime: row.active ? row.nextTime : null,
});

/** Reports as the page shows them, with whom they go to and how the last sending went. */
export async function presentReports(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot): Promise<Row[]> {
  const { unscoped } = ctx;
  const [rows, recipients, runs] = await Promise.all([
    readReports(unscoped, ids),
    listRecipients(unscoped, ids),
    listLatestRuns(unscoped, { kinds: [reportRun], subjects: ids.map(subjectOf) }),
  ]);
  const recipientsOf = Map.groupBy(recipients, (one) => one.report_id);
  const lastOf = new Map(runs.map((run) => [run.subject, run]));
  return rows.map((row) => {
    const last = lastOf.get(subjectOf(row.id));
    return {
      ...present(ctx, row, reference),
      recipients: (recipientsOf.get(row.id) ?? []).map(({ value, name, email }) => ({ value, name, email })),
      lastTime: last === undefined ? null : (last.params.plannedAt ?? last.params.at),
      lastState: last === undefined ? null : stateOf(last.state),
    };
  });
}
