import { json } from '#server/platform/db/json.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { JobReason, PartFault } from './job-reasons.ts';
import { moveJob } from './move-job.ts';
import { retryFaulted } from './retry-job.ts';
import { type JobActor, type JobDeps, type JobRow, theProduct } from './types.ts';

/** Why a job failed. */
export type Fault = {
  reason: Extract<JobReason, 'failed' | 'robotLost' | 'robotRestarted' | 'timeLimit' | PartFault>;
  actor?: JobActor;
  params?: Readonly<Record<string, string | number>>;
  errorCode?: string | null | undefined;
  errorText?: string | null | undefined;
  output?: string;
};

const bothTexts = (reason: Fault['reason'], params: NonNullable<Fault['params']>): string =>
  (['zh', 'en'] as const).map((lang) => serverText(`job.reason.${reason}`, params, lang)).join(' / ');

/** Ends a locked job as failed. It is repeated if its process allows, unless somebody had asked it to stop. */
export async function faultJob(deps: JobDeps, job: JobRow, fault: Fault): Promise<JobRow> {
  const { reason, params = {}, actor = theProduct } = fault;
  const failed = await moveJob(deps, job, 'Faulted', {
    actor,
    reason,
    params,
    set: {
      error_code: fault.errorCode ?? reason,
      error_text: fault.errorText ?? bothTexts(reason, params),
      // People read a reason of ours in their language; what a robot says stays as it is.
      ...(fault.errorText == null ? { error_params: json(params) } : {}),
      ...(fault.output === undefined ? {} : { output: fault.output }),
    },
  });
  // Parts were repeated one by one: the whole is not repeated besides.
  if (job.status === 'Running' && job.parts_state !== 'running') await retryFaulted(deps, failed);
  return failed;
}
