import type { CallPath } from '../paths.ts';

const rates = ['/freight-rate-management'] as const;
const surcharges = ['/surcharge-management'] as const;

/** Calls about prices, besides their lists. */
export const freightPaths = {
  agentPriceGet: { method: 'GET', path: '/api/data/agentPrice/get', access: ['/agent-price-index'] },
  spotOfferGet: { method: 'GET', path: '/api/data/spotOffer/get', access: ['/today-ecommerce-freight'] },
  freightRateChangeMany: { method: 'POST', path: '/api/product/freightRate/changeMany', access: rates },
  freightRateChanges: { method: 'GET', path: '/api/product/freightRate/changes', access: rates },
  freightRateUndoMany: { method: 'POST', path: '/api/product/freightRate/undoMany', access: rates },
  surchargeChangeMany: { method: 'POST', path: '/api/product/surcharge/changeMany', access: surcharges },
  surchargeChanges: { method: 'GET', path: '/api/product/surcharge/changes', access: surcharges },
  surchargeUndoMany: { method: 'POST', path: '/api/product/surcharge/undoMany', access: surcharges },
} as const satisfies Record<string, CallPath>;
