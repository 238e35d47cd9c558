import type { CallPath } from './paths.ts';

/** Calls about prices, besides their lists. */
export const freightPaths = {
  agentPriceGet: { method: 'GET', path: '/api/data/agentPrice/get', access: ['/agent-price-index'] },
  spotOfferGet: { method: 'GET', path: '/api/data/spotOffer/get', access: ['/today-ecommerce-freight'] },
} as const satisfies Record<string, CallPath>;
