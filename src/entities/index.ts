import { asset } from './asset.ts';
import { code } from './code.ts';
import { dict } from './dict.ts';
import { feedback } from './feedback.ts';
import { functionInterface } from './function-interface.ts';
import { tenant } from './tenant.ts';
import { tenantAsset } from './tenant-asset.ts';

/** Every configuration entity, by its name. */
export const entities = {
  asset,
  tenantAsset,
  code,
  dict,
  function: functionInterface,
  feedback,
  tenant,
} as const;

export type Entities = typeof entities;
export type EntityName = keyof Entities;
