import type { Messages } from '../messages.ts';
import type { sessions as zh } from '../zh/sessions.ts';

/** Sessions of a person: where somebody is signed in. */
export const sessions: Messages<typeof zh> = {
  started: 'Signed in',
  seen: 'Last active',
  address: 'IP address',
  client: 'Browser',
  current: 'This session',
  end: 'End',
  endFailed: 'The session could not be ended',
};
