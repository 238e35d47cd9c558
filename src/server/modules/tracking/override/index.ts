export { dropOverrides } from './change-override.ts';
export { overrideModule } from './routes.ts';
export { enterEverywhere } from './enter-everywhere.ts';
export { changedAfter, enterValues, takeBackValues } from './enter-values.ts';
export type { EnteredValue } from './enter-values.ts';
export { fallbackZone, readAmount, readText, readTime, zoneOfPath } from './read-value.ts';
