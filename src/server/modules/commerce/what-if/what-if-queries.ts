import type { Ctx } from '#server/platform/context.ts';

/** A shipment by sea of the caller's tenants with what is known of it; undefined for one of somebody else. */
export const findShipment = (ctx: Ctx, subscriptionId: number) =>
  ctx.db
    .selectFrom('subscription as s')
    .leftJoin('shipment as h', 'h.id', 's.shipment_id')
    .select(['s.mode', 's.carrier_code', 's.bill_no', 's.container_no', 'h.content'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst();

/** What carriers quote today for sailings of a lane: prices and seats by sailing and type of container. */
export const listOffers = (ctx: Ctx, fromPort: string, toPort: string) =>
  ctx.db
    .selectFrom('spot_offer')
    .select(['carrier_code', 'vessel_name', 'voyage', 'container_type', 'space', 'total_usd'])
    .where('pol_code', '=', fromPort)
    .where('pod_code', '=', toPort)
    .where('current', '=', true)
    .execute();

/** The lowest agreed price of each carrier on a lane, by type of container, of the caller's tenants. */
export const listAgreed = (ctx: Ctx, fromPort: string, toPort: string) =>
  ctx.db
    .selectFrom('rate_price')
    .select(['carrier_code', 'container_type'])
    .select((eb) => eb.fn.min('total_usd').as('total_usd'))
    .where('pol_code', '=', fromPort)
    .where('pod_code', '=', toPort)
    .where('total_usd', 'is not', null)
    .groupBy(['carrier_code', 'container_type'])
    .execute();
