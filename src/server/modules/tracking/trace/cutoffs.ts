import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { changeExpertCutoff, lockOwnSubscription, sourceCodeOf } from '#server/modules/tracking/business-data/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { getFused, withSites } from '#server/modules/tracking/shipment/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound } from '#server/platform/errors/app-error.ts';

/** The cut-offs of a shipment in order of time, and the zone of the port they are for. */
export async function listCutoffs(
  ctx: Ctx,
  obmBkId: number | null | undefined,
  reference: ReferenceSnapshot,
): Promise<CallData<'traceCutoffs'>> {
  const { subscription_id, tenant_id: tenantId, content } = await getFused(ctx, obmBkId);
  const rows = await ctx.db
    .selectFrom('shipment_cutoff')
    .select(['code', 'at as time', 'paper', 'set_by as setterCode', 'set_at as setTime'])
    .where('subscription_id', '=', subscription_id)
    // What an expert changed or removed elsewhere since is not what was entered here any more.
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('in_record', '=', false),
        exists(
          selectFrom('shipment as s')
            .select('s.id')
            .whereRef('s.subscription_id', '=', 'shipment_cutoff.subscription_id')
            .where('s.fused', '=', false)
            .where('s.source_code', '=', sourceCodeOf('EXPERT'))
            .where(
              sql<boolean>`s.content::jsonb -> 'cutoffs' @> jsonb_build_array(jsonb_build_object('code', shipment_cutoff.code,
                'time', (extract(epoch from shipment_cutoff.at) * 1000)::bigint))`,
            ),
        ),
      ]),
    )
    .orderBy('at')
    .execute();
  const port = content.booking.portOfLoading;
  const known = await withSites(ctx, { tenantId, mode: content.mode }, reference);
  return {
    cutoffs: rows,
    zone: port === null ? null : (placeIn(known, port)?.zone ?? null),
  };
}

/** Writes a cut-off as somebody read it in the carrier's papers, or removes it; the shipment is fused again with it as the expert's value. */
export async function saveCutoff(
  { ctx, pipeline }: { ctx: Ctx; pipeline: PipelineDeps },
  { obmBkId, code, time, paper }: ParsedBody<'traceCutoffSave'>,
): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const { subscription_id: subscriptionId, tenant_id: tenantId } = await getFused(ctx, obmBkId);
    const subscription = await lockOwnSubscription(ctx, subscriptionId);
    if (subscription === undefined) throw notFound('subscription.notFound');
    const written = await ctx.db
      .selectFrom('shipment_cutoff')
      .select(['at', 'paper'])
      .where('subscription_id', '=', subscriptionId)
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst();
    if (time === null) {
      await ctx.db
        .deleteFrom('shipment_cutoff')
        .where('subscription_id', '=', subscriptionId)
        .where('code', '=', code)
        .execute();
    } else {
      const values = { at: ts(time), paper, set_by: ctx.actor.userCode, set_at: ts(ctx.clock.now()), in_record: true };
      await ctx.db
        .insertInto('shipment_cutoff')
        .values({ tenant_id: tenantId, subscription_id: subscriptionId, code, ...values })
        .onConflict((conflict) => conflict.columns(['subscription_id', 'code']).doUpdateSet(values))
        .execute();
    }
    const former = await changeExpertCutoff({ ctx, pipeline }, subscription, { code, time });
    const before = written ?? (former === undefined ? undefined : { at: former, paper: '' });
    const shown = (at: number, from: string) => ({ code, at: new Date(at).toISOString(), paper: from });
    await writeAudit(ctx, {
      entity: 'shipmentCutoff',
      entityId: String(subscriptionId),
      action: time === null ? 'delete' : before === undefined ? 'insert' : 'update',
      tenantId,
      ...(before === undefined ? {} : { before: shown(before.at, before.paper) }),
      ...(time === null ? {} : { after: shown(time, paper) }),
    });
    return null;
  });
}
