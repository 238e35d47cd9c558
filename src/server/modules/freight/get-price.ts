import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import type { PriceDocument } from './price-document.ts';
import { findOffer, findPrice, listMarketDays } from './price-queries.ts';

type Opened = CallData<'agentPriceGet'>;
type Stored = {
  price: unknown;
  freight: number;
  currency: string;
  pol_code: string;
  pod_code: string;
  container_type: string;
};

async function openPrice(ctx: Ctx, stored: Stored | undefined): Promise<Opened> {
  if (stored === undefined) throw notFound();
  const lane = { polCode: stored.pol_code, podCode: stored.pod_code, containerType: stored.container_type };
  const market = await listMarketDays(ctx, lane);
  return {
    // Written by this module, in this shape.
    price: stored.price as PriceDocument,
    freight: stored.freight.toFixed(2),
    freightCurrency: stored.currency,
    market: market.toReversed().map(({ n, ...day }) => ({ ...day, offers: n })),
  };
}

/** A price of the caller's tenants line by line. */
export const getAgentPrice = async ({ ctx, input }: { ctx: Ctx; input: { ratePriceId: number } }): Promise<Opened> =>
  openPrice(ctx, await findPrice(ctx, input.ratePriceId));

/** A carrier's spot price line by line. */
export const getSpotOffer = async ({ ctx, input }: { ctx: Ctx; input: { spotOfferId: number } }): Promise<Opened> =>
  openPrice(ctx, await findOffer(ctx, input.spotOfferId));
