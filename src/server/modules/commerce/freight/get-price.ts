// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { openRatePrice } from './price-day.ts';
import type { PriceDocument } from './price-document.ts';
import { findOffer, findPrice, listMarketDays } from './price-queries.ts';

type Opened = CallData<'agentPriceGet'>;
type Stored = {
  freight: number;
  currency: string;
  pol_code: string;
  pod_code: string;
  container_type: string;
};

async function openPrice(ctx: Ctx, stored: Stored, price: PriceDocument): Promise<Opened> {
  const lane = { polCode: stored.pol_code, podCode: stored.pod_code, containerType: stored.container_type };
  const market = await listMarketDays(ctx, lane);
  return {
    price,
    freight: stored.freight.toFixed(2),
    freightCurrency: stored.currency,
    market: market.toReversed().map(({ n, ...day }) => ({ ...day, offers: n })),
  };
}

/** A price of the caller's tenants line by line. */
export async function getAgentPrice({ ctx, input }: { ctx: Ctx; input: { ratePriceId: number } }): Promise<Opened> {
  const stored = await findPrice(ctx, input.ratePriceId);
  const price = stored === undefined ? undefined : await openRatePrice(ctx.unscoped, stored);
  if (stored === undefined || price === undefined) throw notFound();
  return openPrice(ctx, stored, price);
}

/** A carrier's spot price line by line. */
export async function getSpotOffer({ ctx, input }: { ctx: Ctx; input: { spotOfferId: number } }): Promise<Opened> {
  const stored = await findOffer(ctx, input.spotOfferId);
  if (stored === undefined) throw notFound();
  // Written by this module, in this shape.
  return openPrice(ctx, stored, stored.price as PriceDocument);
}
