import type { CallData, ParsedBody } from '#contract/index.ts';
import { endsWork, parseHandleStatus } from '#domain/exceptions/handle-status.ts';
import type { HandleStatus } from '#domain/exceptions/handle-status.ts';
import { olderStateError } from '#server/entity/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { publishExceptions } from './publish.ts';
import { changeHandling, lastHandling, lockExceptions } from './handling-queries.ts';
import type { HandlingChange, HandlingRow } from './handling-queries.ts';

const maxRemark = 255;

/** Reads status and remark as a form gives them; refuses what cannot be. */
export function parseHandling(input: { handleStatus?: string | number | null; handleRemark?: string | null }): {
  status: HandleStatus;
  remark: string | null;
} {
  if (input.handleStatus == null || String(input.handleStatus).trim() === '') throw refused('exception.statusRequired');
  const status = parseHandleStatus(input.handleStatus);
  if (status === undefined)
    throw refused('exception.statusUnknown', { status: String(input.handleStatus).slice(0, 40) });
  const remark = input.handleRemark?.trim() ?? '';
  if ([...remark].length > maxRemark) throw refused('exception.remarkTooLong');
  return { status, remark: remark === '' ? null : remark };
}

/** The person who handles; background code never does. */
const handler = (ctx: Ctx): HandlingChange => ({
  assignee_code: ctx.actor.userCode,
  assignee_name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});

async function audit(ctx: Ctx, row: HandlingRow, change: HandlingChange): Promise<void> {
  await writeAudit(ctx, {
    entity: 'shipment_exception',
    entityId: String(row.id),
    action: 'handle',
    tenantId: row.tenant_id,
    before: { handle_status: row.handle_status, handle_remark: row.handle_remark, assignee_code: row.assignee_code },
    after: change,
  });
}

/** Whether a row is as the change makes it already: the same request once more, as when the first answer was lost. */
const isHandledSo = (row: HandlingRow, change: HandlingChange): boolean =>
  row.handle_status === change.handle_status &&
  row.handle_remark === change.handle_remark &&
  row.assignee_code === change.assignee_code &&
  row.assignee_name === change.assignee_name &&
  row.handle_time !== null &&
  row.snoozed_at === null;

/**
 * Sets status and remark of many exceptions; the caller becomes responsible and the time is the server's. What is so already
 * stays as it is.
 * Exceptions the caller may not see are reported row by row, the others are changed.
 */
export async function updateExceptionStatus({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'updateExceptionStatus'>;
}): Promise<CallData<'updateExceptionStatus'>> {
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) throw refused('exception.noneSelected');
  const { status, remark } = parseHandling(input);
  return ctx.unscoped.transaction(async () => {
    const rows = await lockExceptions(ctx, ids);
    const change = { ...handler(ctx), handle_status: status, handle_remark: remark, handle_time: ctx.clock.now() };
    const changing = rows.filter((row) => !isHandledSo(row, change));
    if (changing.length > 0) {
      await changeHandling(ctx, changing, change, 'handled');
      for (const row of changing) await audit(ctx, row, change);
      await publishExceptions(ctx, changing);
    }
    const changed = new Set(rows.map((row) => row.id));
    return {
      changed: rows.length,
      results: ids.map((id) => ({
        id: String(id),
        ok: changed.has(id),
        msg: serverText(changed.has(id) ? 'exception.rowUpdated' : 'exception.notFound', {}, ctx.lang),
      })),
    };
  });
}

/** What the form shows of a row that somebody else was faster with. */
const seenAgain = (row: HandlingRow) => ({
  obmAutotestResultId: String(row.id),
  handleStatus: String(row.handle_status),
  handleRemark: row.handle_remark,
  chargeName: row.assignee_name,
  recordVersion: row.record_version,
});

/** Sets status and remark of one exception (the older form); a stale record version is refused. */
export async function updateException({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'updateException'>;
}): Promise<null> {
  const id = input.obmAutotestResultId;
  if (id == null) throw refused('error.emptyInput');
  const { status, remark } = parseHandling(input);
  return ctx.unscoped.transaction(async () => {
    const [row] = await lockExceptions(ctx, [id]);
    if (row === undefined) throw refused('exception.notFound');
    const from = row.handle_status;
    if (input.recordVersion != null && input.recordVersion !== row.record_version) {
      // The same once more, as when the first answer was lost.
      if (from === status && row.handle_remark === remark) return null;
      throw await olderStateError(ctx, {
        entity: 'shipment_exception',
        id: row.id,
        current: seenAgain(row),
        last: await lastHandling(ctx, row.id),
      });
    }
    const change: HandlingChange = {
      ...(from === status && row.assignee_code !== null ? {} : handler(ctx)),
      handle_status: status,
      handle_remark: remark,
      ...(from !== status || endsWork(from, status) || remark !== row.handle_remark
        ? { handle_time: ctx.clock.now() }
        : {}),
    };
    await changeHandling(ctx, [row], change, 'handled');
    await audit(ctx, row, change);
    await publishExceptions(ctx, [row]);
    return null;
  });
}
