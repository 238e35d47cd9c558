import { defineModule } from '#server/module/index.ts';
import { overrideRoutes } from './routes.ts';
export { dropOverrides } from './change-override.ts';
export { enterEverywhere } from './enter-everywhere.ts';
export { changedAfter, enterValues, takeBackValues } from './enter-values.ts';
export type { EnteredValue } from './enter-values.ts';
export { fallbackZone, readAmount, readText, readTime, zoneOfPath } from './read-value.ts';

/** Expert values. */
export const override = defineModule({
  name: 'override',
  routes: overrideRoutes,
});
