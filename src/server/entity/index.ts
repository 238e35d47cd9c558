export { entityModule } from './routes.ts';
export type { EntityHooks, EntityServices, RowUsers } from './services.ts';
export type { RawRow } from './raw-rows.ts';
