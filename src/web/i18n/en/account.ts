import type { Messages } from '../messages.ts';
import type { account as zh } from '../zh/account.ts';

/** Account security: two-step verification and the own sessions. */
export const account: Messages<typeof zh> = {
  factor: 'Two-step verification',
  sessions: 'Sessions',
  off: 'Off. When it is on, signing in also requires a code from an authenticator app.',
  on: 'On since',
  left: 'recovery codes left: {{count}}',
  password: 'Current password',
  code: 'Code',
  scan: 'Scan the code with an authenticator app, then enter the six digits it shows.',
  secret: 'Or enter the secret:',
  confirm: 'Switch on',
  switchOn: 'Set up two-step verification',
  switchOff: 'Switch two-step verification off',
  codes:
    'Store these recovery codes safely. Each can be used once instead of a code when you do not have your phone. They are shown only now.',
  codesKept: 'I have stored them',
  noPassword: 'You use single sign-on; your identity provider manages two-step verification.',
  devices: 'Push notifications',
  devicesHint:
    'These devices show a notification when a message arrives in your inbox, also while Portolan is closed. It holds the title only; tapping it opens the page. Signing out removes this device.',
  devicesImpossible:
    'This browser cannot receive notifications. They need https and a browser that supports them; on iPhone and iPad, add Portolan to the home screen first.',
  devicesDenied:
    'The browser blocks notifications of Portolan. Allow them in its settings for this site, then try again.',
  deviceAdd: 'Receive notifications on this device',
  deviceRemove: 'Stop',
  deviceRemoveNamed: 'Stop notifications on {{name}}',
  deviceSince: 'Added',
  deviceRung: 'Last notification',
  thisDevice: 'This device',
  programs: 'Connected programs',
  programsNone:
    'No program is connected to your account. Programs such as assistants appear here once they are connected by OAuth.',
  programScope: { read: 'Read', act: 'Act' },
  programSince: 'Connected',
  programUsed: 'Last used',
  programEnd: 'Disconnect',
  programEndNamed: 'Disconnect {{name}}',
  programEndTitle: 'Disconnect "{{name}}"?',
  programEndContent:
    'It takes effect at once: the program has no access in your name any more. You can connect it again from the program.',
  failed: 'The action failed',
};
