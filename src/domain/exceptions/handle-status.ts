/** What people did about an exception (dictionary HANDLE_STATUS). */
export const handleStatuses = {
  untreated: 0,
  inProgress: 1,
  handled: 2,
  noActionNeeded: 3,
  onHold: 4,
} as const;
export type HandleStatus = (typeof handleStatuses)[keyof typeof handleStatuses];

/** What a change of the handle status means to the people who work with the list. */
export type HandleStep = 'start' | 'pause' | 'resume' | 'finish' | 'dismiss' | 'reopen' | 'putBack' | 'note';

/** Reads a dictionary value ('1' or 1); undefined when it is none of HANDLE_STATUS. */
export function parseHandleStatus(value: unknown): HandleStatus | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value).trim();
  return Object.values(handleStatuses).find((status) => String(status) === text);
}

/** Whether a person works on the exception, so that the machine must not close it. */
export function isWorkedOn(status: HandleStatus): boolean {
  return status === handleStatuses.inProgress || status === handleStatuses.onHold;
}

/** Whether a person has settled the exception, by doing something or by deciding that nothing is to be done. */
export function isSettled(status: HandleStatus): boolean {
  return status === handleStatuses.handled || status === handleStatuses.noActionNeeded;
}

/**
 * The meaning of moving from one status to another. Every move is allowed: what somebody entered by mistake has to
 * be correctable. `note` is a new remark without a change of status.
 */
export function stepOf(from: HandleStatus, to: HandleStatus): HandleStep {
  if (from === to) return 'note';
  switch (to) {
    case handleStatuses.untreated:
      return isSettled(from) ? 'reopen' : 'putBack';
    case handleStatuses.inProgress:
      if (isSettled(from)) return 'reopen';
      return from === handleStatuses.onHold ? 'resume' : 'start';
    case handleStatuses.onHold:
      return isSettled(from) ? 'reopen' : 'pause';
    case handleStatuses.handled:
      return 'finish';
    case handleStatuses.noActionNeeded:
      return 'dismiss';
  }
}

/** Whether this move ends the work, so that the handle time is now. */
export function endsWork(from: HandleStatus, to: HandleStatus): boolean {
  const step = stepOf(from, to);
  return step === 'finish' || step === 'dismiss';
}
