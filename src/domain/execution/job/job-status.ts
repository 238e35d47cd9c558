/** States of a job, as the dictionary WL_JOB_STATUS has them. */
export const jobStatuses = ['Pending', 'Running', 'Stopping', 'Faulted', 'Successful', 'Stopped'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** How a job came about, as the dictionary WL_JOB_SOURCE has it. */
export type JobSource = 'Manual' | 'WaliRobot' | 'Remote' | 'TimeTrigger';

const transitions: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  Pending: ['Running', 'Stopped'],
  Running: ['Successful', 'Faulted', 'Stopping'],
  // Successful: the work was finished before the stop took effect.
  Stopping: ['Stopped', 'Successful', 'Faulted'],
  Faulted: [],
  Successful: [],
  Stopped: [],
};

/** States that follow a state by one legal step. */
export const nextStatuses = (status: JobStatus): readonly JobStatus[] => transitions[status];

/** May a job go from one state to the other? */
export const mayBecome = (from: JobStatus, to: JobStatus): boolean => transitions[from].includes(to);

/** A job in such a state never changes again. */
export const isEnded = (status: JobStatus): boolean => transitions[status].length === 0;

/** A robot has the job. */
export const isOnRobot = (status: JobStatus): boolean => status === 'Running' || status === 'Stopping';

/** The states a kill goes through: a job on a robot is ended by way of Stopping, so that its history is legal. */
export const killPath = (status: JobStatus): readonly JobStatus[] => {
  if (status === 'Running') return ['Stopping', 'Stopped'];
  return isEnded(status) ? [] : ['Stopped'];
};
