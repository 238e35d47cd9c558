import { type HttpModule, route } from '#server/platform/http/index.ts';
import { getAgentPrice, getSpotOffer } from './get-price.ts';

/** Prices, besides their lists and what people maintain. */
export const freightModule: HttpModule = {
  name: 'freight',
  routes: (app) => {
    route(app, 'agentPriceGet', ({ ctx, input }) => getAgentPrice({ ctx, input: input.query }));
    route(app, 'spotOfferGet', ({ ctx, input }) => getSpotOffer({ ctx, input: input.query }));
  },
};
