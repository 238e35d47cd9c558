import type { NotificationCause } from '#server/modules/notification/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { JobCaps } from './caps.ts';
import type { ReadAsset } from './robot-asset.ts';
import type { JobDeps } from './types.ts';

/** What the calls of this module need of the product. */
export type JobModuleDeps = {
  notify?: (causes: readonly NotificationCause[]) => Promise<number>;
  caps?: JobCaps;
  readAsset?: ReadAsset;
};

/** The same for one call. */
export const jobDepsOf = (ctx: Ctx, { notify }: JobModuleDeps): JobDeps => ({
  database: ctx.database,
  clock: ctx.clock,
  log: ctx.log,
  ...(notify === undefined ? {} : { notify }),
});
