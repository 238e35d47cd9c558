import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { CallStepFunction } from '#server/modules/execution/job/index.ts';
import { callFunction, type FunctionServices } from './call-function.ts';
import { findFunction } from './queries.ts';

/** Calls functions for steps of jobs. A function without a stored input is sent the input of the step. */
export const stepCaller = (
  { database, clock }: { database: Database; clock: Clock },
  services: FunctionServices,
): CallStepFunction => {
  return async ({ id, values, input }) => {
    const caller = { db: database.system, lang: 'en' as const, clock };
    const row = await findFunction(caller, { id });
    const stored = (row?.in_param ?? '').trim();
    const call = { id, values, ...(stored === '' ? { inParam: JSON.stringify(input) } : {}) };
    const { ok, answer, failure, failureParams, httpStatus } = await callFunction(caller, services, call);
    const error = ok
      ? null
      : failure === null
        ? { code: 'job.step.httpStatus' as const, params: { status: httpStatus ?? 0 } }
        : { code: `function.failure.${failure}` as const, params: failureParams };
    return { ok, answer, error };
  };
};
