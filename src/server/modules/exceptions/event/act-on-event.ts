// unscoped: The events were found by `ctx.db` before; notes are written by their ids, and live events name their tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { EventState } from '#domain/exceptions/event/stage.ts';
import { handleStatuses } from '#domain/exceptions/handle-status.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { insertNotes } from './event-queries.ts';

type Act = 'confirm' | 'close' | 'reopen' | 'comment';

/** What people can do with an event in a state. */
export const actsIn = (state: EventState): readonly Act[] =>
  state === 'new'
    ? ['confirm', 'close', 'comment']
    : state === 'confirmed'
      ? ['close', 'comment']
      : ['reopen', 'comment'];

/** States in which an act can be done. */
export const statesFor = (act: Act): EventState[] =>
  (['new', 'confirmed', 'closed'] as const).filter((state) => actsIn(state).includes(act));

const statusAfter = {
  confirm: handleStatuses.inProgress,
  close: handleStatuses.handled,
  reopen: handleStatuses.inProgress,
} as const;

/** The row of an event of the caller's tenants, locked for a change. */
async function lockEvent(ctx: Ctx, id: number) {
  const row = await ctx.db.selectFrom('shipment_event').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

const audited = (ctx: Ctx, row: Awaited<ReturnType<typeof lockEvent>>, action: Act, after: object): Promise<void> =>
  writeAudit(ctx, {
    entity: 'shipmentEvent',
    entityId: String(row.id),
    action,
    tenantId: row.tenant_id,
    before: { handle_status: row.handle_status, owner_code: row.owner_code },
    after,
  });

/** Confirms, closes or reopens an event, or adds a comment; the person who confirms or reopens it becomes its owner. */
export function actOnEvent({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'shipmentEventAct'>;
}): Promise<CallData<'shipmentEventAct'>> {
  const { act } = input;
  const comment = input.comment?.trim() ?? '';
  if (act === 'comment' && comment === '') throw refused('event.noComment');
  return ctx.unscoped.transaction(async () => {
    const row = await lockEvent(ctx, input.shipmentEventId);
    if (act !== 'comment' && row.record_version !== input.recordVersion) throw refused('error.staleUnnamed');
    if (!actsIn(row.state).includes(act)) throw refused('error.staleUnnamed');
    const now = ctx.clock.now();
    const { actor } = ctx;
    const name = actor.kind === 'user' ? actor.name : actor.userCode;
    const changes = act === 'comment' ? {} : valuesAfter(act, actor.userCode, name, now);
    const recordVersion = row.record_version + (act === 'comment' ? 0 : 1);
    if (act !== 'comment')
      await ctx.db
        .updateTable('shipment_event')
        .set({ ...changes, updated_at: ts(now), record_version: recordVersion })
        .where('id', '=', row.id)
        .execute();
    const note = { tenant_id: row.tenant_id, event_id: row.id, actor_code: actor.userCode, actor_name: name };
    const detail: Record<string, string> = comment === '' ? {} : { text: comment };
    await insertNotes(ctx.unscoped, [{ ...note, kind: act, detail }], now);
    await audited(ctx, row, act, { ...changes, ...detail });
    await publish(ctx.unscoped, { tenantId: row.tenant_id, topic: 'event', payload: { by: actor.userCode } });
    return { shipmentEventId: String(row.id), recordVersion };
  });
}

/** What an act makes of an event; who confirms or reopens it becomes its owner. */
export const valuesAfter = (act: Exclude<Act, 'comment'>, ownerCode: string, ownerName: string, now: number) => ({
  handle_status: statusAfter[act],
  closed_at: act === 'close' ? ts(now) : null,
  // Open again although its conditions are not met: a person works on it until they close it.
  ...(act === 'reopen' && { present: true, resolution: null }),
  ...(act !== 'close' && { owner_code: ownerCode, owner_name: ownerName }),
});
