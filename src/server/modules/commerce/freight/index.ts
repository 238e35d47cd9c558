export { addressOf, findCommerceSource, seedCommerceSources } from './commerce-sources.ts';
export { freightHooks } from './hooks.ts';
export { agentPricesSource, spotOffersSource } from './price-sources.ts';
export { priceRates } from './price-rates.ts';
export { freightModule } from './routes.ts';
export { seedFreight } from './seed-freight.ts';
export { freightTasks } from './tasks.ts';
