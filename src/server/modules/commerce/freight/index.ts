import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { freightHooks } from './hooks.ts';
import { agentPricesSource, spotOffersSource } from './price-sources.ts';
import { freightRoutes } from './routes.ts';
import { freightTasks } from './tasks.ts';
export { addressOf, findCommerceSource, seedCommerceSources } from './commerce-sources.ts';
export { priceRates } from './price-rates.ts';
export { seedFreight } from './seed-freight.ts';

/** Rates, surcharges, offers and prices. */
export const freight = defineModule({
  name: 'freight',
  routes: freightRoutes,
  background: freightTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [agentPricesSource(reference), spotOffersSource],
  hooks: freightHooks,
});
