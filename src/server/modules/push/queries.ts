import type { Ctx } from '#server/platform/context.ts';

/** A source that may push. */
export type PushSource = {
  id: number;
  code: string;
  protocol: string;
  carrier_code: string | null;
  enabled: boolean;
  push_enabled: boolean;
  push_secret: string | null;
};

/** The source by its code. */
export const findPushSource = (ctx: Ctx, code: string): Promise<PushSource | undefined> =>
  ctx.database.system
    .selectFrom('source')
    .select(['id', 'code', 'protocol', 'carrier_code', 'enabled', 'push_enabled', 'push_secret'])
    .where('code', '=', code)
    .executeTakeFirst();

/** Subscriptions of objects that the source is known to address by these ids. */
export const listKnownObjects = (
  ctx: Ctx,
  sourceId: number,
  objectIds: readonly string[],
): Promise<{ object_id: string; target_id: number }[]> =>
  ctx.database.query<{ object_id: string; target_id: number }>(
    `select ss.object_id, ss.id as target_id from subscription_source ss where ss.source_id = $1 and ss.object_id = any($2)`,
    [sourceId, objectIds],
  );

/** A subscription that a reference of a notification is about. */
export type ReferenceMatch = { reference: string; target_id: number; subscription_id: number; tenant_id: number };

/**
 * Subscriptions that the carrier's references name, of all tenants. A bill belongs to one shipment for ever, and a late
 * word about it counts; a container goes on to the next one, so that only running subscriptions of it are meant.
 */
export async function listSubscriptionsFor(
  { database }: Pick<Ctx, 'database'>,
  source: Pick<PushSource, 'id' | 'carrier_code'>,
  references: readonly string[],
): Promise<ReferenceMatch[]> {
  const { rows } = await database.execute<ReferenceMatch>(
    `select case s.subject when 'bill' then s.bill_no else s.container_no end as reference, ss.id as target_id, s.id as subscription_id, s.tenant_id
     from subscription s join subscription_source ss on ss.subscription_id = s.id and ss.source_id = $1
     where s.carrier_code = $2
       and (s.subject = 'bill' and s.bill_no = any($3)
         or s.subject = 'container' and s.container_no = any($3) and not s.ended)`,
    [source.id, source.carrier_code, references],
  );
  return rows;
}
