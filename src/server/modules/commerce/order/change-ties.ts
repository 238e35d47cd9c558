// unscoped: The order was found by `ctx.db` before: lines, ties and value sources are addressed by its ids.
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { referencesIn } from '#shared/ids/order-references.ts';
import { workOutOrder } from './work-out-orders.ts';

type VerbCall<Input> = { ctx: Ctx; input: Input; reference: () => ReferenceSnapshot };

/** The order of a line, with the line locked; refuses a line of other tenants as unknown. */
async function lockLine(ctx: Ctx, lineId: number) {
  const line = await ctx.db
    .selectFrom('order_line as l')
    .innerJoin('cargo_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.order_no', '=', 'l.order_no'),
    )
    .select(['l.id', 'l.tenant_id', 'l.order_no', 'l.line_no', 'o.id as order_id'])
    .where('l.id', '=', lineId)
    .forUpdate()
    .executeTakeFirst();
  if (line === undefined) throw notFound();
  return line;
}

/** The newest subscription of a tenant with a number. */
const findTracked = (ctx: Ctx, tenantId: number, referenceNo: string) =>
  ctx.db
    .selectFrom('subscription')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where((where) => where.or([where('bill_no', '=', referenceNo), where('container_no', '=', referenceNo)]))
    .orderBy('subscribed_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Ties a tracked shipment to a line by its number; one that was untied is tied again. */
export async function tieShipment({
  ctx,
  input,
  reference,
}: VerbCall<{ orderLineId: number; referenceNo: string }>): Promise<null> {
  const [referenceNo] = referencesIn(input.referenceNo);
  if (referenceNo === undefined) throw refused('order.referenceEmpty');
  return ctx.unscoped.transaction(async () => {
    const line = await lockLine(ctx, input.orderLineId);
    const tracked = await findTracked(ctx, line.tenant_id, referenceNo);
    if (tracked === undefined) throw refused('order.notTracked', { referenceNo });
    const before = await ctx.db
      .selectFrom('order_tie')
      .select(['id', 'undone', 'subscription_id'])
      .where('line_id', '=', line.id)
      .where('reference_no', '=', referenceNo)
      .executeTakeFirst();
    if (before !== undefined && !before.undone && before.subscription_id !== null)
      throw refused('order.tiedAlready', { referenceNo });
    if (before === undefined)
      await ctx.db
        .insertInto('order_tie')
        .values({
          tenant_id: line.tenant_id,
          line_id: line.id,
          reference_no: referenceNo,
          subscription_id: tracked.id,
          by_hand: true,
        })
        .execute();
    else
      await ctx.db
        .updateTable('order_tie')
        .set({ undone: false, by_hand: true, subscription_id: tracked.id })
        .where('id', '=', before.id)
        .execute();
    await writeAudit(ctx, {
      entity: 'orderLine',
      entityId: String(line.id),
      action: 'tie',
      tenantId: line.tenant_id,
      after: { orderNo: line.order_no, lineNo: line.line_no, referenceNo },
    });
    await workOutOrder({ database: ctx.unscoped, clock: ctx.clock, reference }, line.order_id);
    return null;
  });
}

const findTie = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('order_tie')
    .select(['id', 'line_id', 'reference_no', 'undone'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Takes a shipment off a line; a reference of the line does not tie it again. */
export async function untieShipment({ ctx, input, reference }: VerbCall<{ orderTieId: number }>): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const known = await findTie(ctx, input.orderTieId);
    if (known === undefined) throw notFound();
    const line = await lockLine(ctx, known.line_id);
    // As it is under the lock: somebody else may have untied it meanwhile.
    const tie = await findTie(ctx, input.orderTieId);
    if (tie === undefined) throw notFound();
    if (tie.undone) throw refused('order.untiedAlready', { referenceNo: tie.reference_no });
    await ctx.db.updateTable('order_tie').set({ undone: true }).where('id', '=', tie.id).execute();
    await writeAudit(ctx, {
      entity: 'orderLine',
      entityId: String(line.id),
      action: 'untie',
      tenantId: line.tenant_id,
      before: { orderNo: line.order_no, lineNo: line.line_no, referenceNo: tie.reference_no },
    });
    await workOutOrder({ database: ctx.unscoped, clock: ctx.clock, reference }, line.order_id);
    return null;
  });
}
