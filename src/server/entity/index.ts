export { queryRows } from './query-rows.ts';
export { columnsOf, fieldColumn, loose, type RawRow } from './raw-rows.ts';
export { saidError } from './rules.ts';
export { entityModule } from './routes.ts';
export type { EntityCallOf, EntityHooks, EntityServices, RowUsers } from './services.ts';
