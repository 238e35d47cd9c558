export { queryRows } from './query-rows.ts';
export { columnsOf, fieldColumn, isSealed, loose, toRaw, type RawRow } from './raw-rows.ts';
export { checkReferences, problemsError, saidError } from './rules.ts';
export { stamps, staleError } from './load-row.ts';
export { presentOne, presentRows, secretNow } from './present.ts';
export { checkMayWrite, isShared } from './shared-rows.ts';
export { entityModule } from './routes.ts';
export type { EntityCallOf, EntityHooks, EntityServices, RowUsers } from './services.ts';
