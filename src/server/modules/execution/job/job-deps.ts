// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import type { EntityServices } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { ReadAsset } from './robot-asset.ts';
import type { JobDeps } from './types.ts';

/** What the calls of this module need of the product. */
export type JobModuleDeps = {
  notify?: (causes: readonly NotificationCause[]) => Promise<number>;
  readAsset?: ReadAsset;
  /** What lists and rows of entities need: processes are started by the filter of their list, robots get their environments. */
  services?: EntityServices;
};

/** The same for one call. */
export const jobDepsOf = (ctx: Ctx, { notify }: JobModuleDeps): JobDeps => ({
  database: ctx.unscoped,
  clock: ctx.clock,
  log: ctx.log,
  ...(notify === undefined ? {} : { notify }),
});
