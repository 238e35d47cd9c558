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
  'siteWithdrawn',
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
  'partsBegun',
  'partsFollow',
  'partRan',
  'partFaulted',
  'partStopped',
  'partStepFailed',
  'partTooOften',
  'partRefused',
] as const;
export type JobReason = (typeof jobReasons)[number];

/** Why the job of a whole failed: because of one of its parts. */
export const partFaults = ['partFaulted', 'partStopped', 'partStepFailed', 'partTooOften', 'partRefused'] as const;
export type PartFault = (typeof partFaults)[number];
