import type { Messages } from '../messages.ts';
import type { account as zh } from '../zh/account.ts';

/** Account security: the second factor and the own sessions. */
export const account: Messages<typeof zh> = {
  factor: 'Second factor',
  sessions: 'Sessions',
  off: 'Off. Once it is on, signing in asks for a code of an authenticator app besides the password.',
  on: 'On since',
  left: 'recovery codes left: {{count}}',
  password: 'Current password',
  code: 'Code',
  scan: 'Scan the code with an authenticator app, then enter the six digits that it shows.',
  secret: 'Or enter the secret:',
  confirm: 'Switch on',
  switchOn: 'Set up the second factor',
  switchOff: 'Switch the second factor off',
  codes:
    'Keep these recovery codes. Each of them replaces a code once, when your phone is not at hand. They are shown only now.',
  codesKept: 'I have kept them',
  noPassword: 'You sign in by single sign-on, which takes care of a second factor.',
  failed: 'That did not work',
};
