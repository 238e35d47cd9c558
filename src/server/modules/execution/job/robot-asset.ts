import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { appendLines } from './job-log.ts';
import { underLease } from './robot-reports.ts';
import type { RobotRecord } from './robot-session.ts';
import type { JobDeps } from './types.ts';

/** Reads an asset for jobs of a tenant; `source` is whose value it is, for the log of the job. */
export type ReadAsset = (
  tenantId: number,
  assetType: string,
) => Promise<{ assetType: string; secret: boolean; reveal: () => string; source: 'tenant' | 'default' }>;

/** Gives a robot the value of an asset, for a job that it runs now and to no one else; the log says which value was used. */
export function giveAsset(
  ctx: Ctx,
  deps: JobDeps,
  parts: { robot: RobotRecord; input: ParsedBody<'robotAsset'>; readAsset: ReadAsset | undefined },
): Promise<CallData<'robotAsset'>> {
  const { robot, input, readAsset } = parts;
  return underLease(deps, { robot, lease: input, what: 'asset' }, async (job) => {
    if (readAsset === undefined) throw refused('asset.unknown', { assetType: input.assetType });
    const asset = await readAsset(job.tenant_id, input.assetType);
    await appendLines(deps, job, [
      {
        at: ctx.clock.now(),
        level: 'info',
        code: `job.log.asset.${asset.source}`,
        params: { assetType: asset.assetType },
      },
    ]);
    return { assetType: asset.assetType, valueType: asset.secret ? 'CREDENTIAL' : 'TEXT', value: asset.reveal() };
  });
}
