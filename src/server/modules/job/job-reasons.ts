/** Why a job is in a state: codes of the texts `job.reason.*`. */
export const jobReasons = [
  'created',
  'retried',
  'retriedAutomatically',
  'leased',
  'done',
  'failed',
  'stopAsked',
  'stopped',
  'stopTimedOut',
  'killed',
  'robotLost',
  'robotRestarted',
  'timeLimit',
  'cancelled',
  'confirmed',
  'rejected',
  'stepFailed',
  'stepResumed',
  'resultSent',
  'resultUnheard',
] as const;
export type JobReason = (typeof jobReasons)[number];
