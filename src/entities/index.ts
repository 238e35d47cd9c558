import { asset } from './asset.ts';

/** Every configuration entity, by its name. */
export const entities = {
  asset,
} as const;

export type Entities = typeof entities;
export type EntityName = keyof Entities;
