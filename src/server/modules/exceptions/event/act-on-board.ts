// unscoped: The events were found by `ctx.db` before; notes are written by their ids, and live events name their tenant.
import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { statesFor, valuesAfter } from './act-on-event.ts';
import { insertNotes } from './event-queries.ts';
import { openEvents } from './query-board.ts';

type Input = ParsedBody<'eventBoardAct'>;

/** Events that one act on the board takes; the rest is for the next. */
const maxAtOnce = 2000;

/** The open events behind one number of the board on which the act can be done, locked. */
const lockMeant = (ctx: Ctx, input: Input) =>
  openEvents(ctx, input)
    .innerJoin('event_item_type as t', 't.id', 'i.type_id')
    .select(['e.id', 'e.tenant_id', 'e.handle_status', 'e.owner_code'])
    .where(input.by === 'stage' ? sql<string>`e.stage` : sql<string>`t.code`, '=', input.code)
    .where('e.state', 'in', statesFor(input.act))
    .$if(input.eventItemIds !== undefined, (query) => query.where('e.item_id', 'in', input.eventItemIds ?? []))
    .orderBy('e.id')
    .limit(maxAtOnce)
    .forUpdate('e')
    .execute();

/** Confirms the new events behind one number of the board, or closes all of them; each one is noted and audited as if done alone. */
export function actOnBoard({ ctx, input }: { ctx: Ctx; input: Input }): Promise<CallData<'eventBoardAct'>> {
  const { act } = input;
  return ctx.unscoped.transaction(async () => {
    const rows = await lockMeant(ctx, input);
    if (rows.length === 0) return { count: 0 };
    const now = ctx.clock.now();
    const { actor } = ctx;
    const name = actor.kind === 'user' ? actor.name : actor.userCode;
    const changes = valuesAfter(act, actor.userCode, name, now);
    await ctx.db
      .updateTable('shipment_event')
      .set({ ...changes, updated_at: ts(now), record_version: sql<number>`record_version + 1` })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    await insertNotes(
      ctx.unscoped,
      rows.map(({ id, tenant_id }) => ({
        tenant_id,
        event_id: id,
        kind: act,
        actor_code: actor.userCode,
        actor_name: name,
        detail: {},
      })),
      now,
    );
    await writeAudits(
      ctx,
      rows.map((row) => ({
        entity: 'shipmentEvent',
        entityId: String(row.id),
        action: act === 'confirm' ? 'confirm' : 'close',
        tenantId: row.tenant_id,
        before: { handle_status: row.handle_status, owner_code: row.owner_code },
        after: changes,
      })),
    );
    for (const tenantId of new Set(rows.map((row) => row.tenant_id)))
      await publish(ctx.unscoped, { tenantId, topic: 'event', payload: { by: actor.userCode } });
    return { count: rows.length };
  });
}
