import type { Messages } from '../messages.ts';
import type { frame as zh } from '../zh/frame.ts';

/** Pages shown in a frame. */
export const frame: Messages<typeof zh> = {
  loading: 'Opening the external page…',
  failedTitle: 'The external page could not be opened',
  timedOut: 'The external page did not answer within {{seconds}} s; its address may be out of reach.',
  tokenFailed: 'No access token could be obtained.',
};
