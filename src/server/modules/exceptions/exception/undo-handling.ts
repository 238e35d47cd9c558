import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { asRecord } from '#shared/values/objects.ts';
import { changeHandling, type HandlingChange, type HandlingRow, lockExceptions } from './handling-queries.ts';
import { publishExceptions } from './publish.ts';

/** What was written down of an act that can be undone. */
type Act = { id: number; actor_code: string; detail: { before: HandlingChange; after: HandlingChange } };

/** Acts that are looked at, newest first: far more than one person takes back in a row. */
const looksBack = 200;

/** The latest handling or assignment of an exception that was not undone yet. */
async function latestAct(ctx: Ctx, exceptionId: number): Promise<Act | undefined> {
  const rows = await ctx.db
    .selectFrom('exception_event')
    .select(['id', 'kind', 'actor_code', 'detail'])
    .where('exception_id', '=', exceptionId)
    .where('kind', 'in', ['handled', 'assigned', 'undone'])
    .orderBy('id', 'desc')
    .limit(looksBack)
    .execute();
  const undone = new Set(rows.map(({ detail }) => asRecord(detail)['of']));
  return rows.find(({ id, kind }) => kind !== 'undone' && !undone.has(id)) as Act | undefined;
}

const compared = ['handle_status', 'handle_remark', 'handle_time', 'assignee_code', 'assignee_name'] as const;

/** Whether the exception still is as the act left it. */
const isAsLeft = (row: HandlingRow, { after }: Act['detail']): boolean =>
  compared.every((column) => after[column] === undefined || (after[column] ?? null) === row[column]);

/** Takes back what the caller last did to one exception; refused when it was changed since, or somebody else did it. */
export async function undoHandling({ ctx, input }: { ctx: Ctx; input: ParsedBody<'undoHandling'> }): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const [row] = await lockExceptions(ctx, [input.obmAutotestResultId]);
    if (row === undefined) throw refused('exception.notFound');
    const act = await latestAct(ctx, row.id);
    if (act === undefined) throw refused('exception.nothingToUndo');
    if (act.actor_code !== ctx.actor.userCode || !isAsLeft(row, act.detail)) throw refused('exception.undoTooLate');
    // Only what the act changed goes back: an assignment leaves the status as it is.
    const { before, after } = act.detail;
    const change: HandlingChange = {
      ...Object.fromEntries(
        compared.flatMap((column) => (after[column] === undefined ? [] : [[column, before[column] ?? null]])),
      ),
      ...(before.snooze === undefined ? {} : { snooze: before.snooze }),
    };
    await changeHandling(ctx, [row], change, 'undone', { of: act.id });
    await writeAudit(ctx, {
      entity: 'shipment_exception',
      entityId: String(row.id),
      action: 'undone',
      tenantId: row.tenant_id,
      before: after,
      after: change,
    });
    await publishExceptions(ctx, [row]);
    return null;
  });
}
