import type { Messages } from '../messages.ts';
import type { frame as zh } from '../zh/frame.ts';

/** Pages shown in a frame. */
export const frame: Messages<typeof zh> = {
  loading: 'Opening the external page…',
  failedTitle: 'The external page could not be opened',
  timedOut: 'The external page did not answer within {{seconds}} s; it may be unreachable.',
  ownTimedOut: 'The page did not open within {{seconds}} s.',
  unreachable: 'The address of the external page cannot be reached.',
  tokenFailed: 'No access token could be obtained.',
};
