import type { Messages } from '../messages.ts';
import type { password as zh } from '../zh/password.ts';

/** Changing the own password. */
export const password: Messages<typeof zh> = {
  title: 'Change password',
  current: 'Current password',
  next: 'New password',
  confirmation: 'Repeat the new password',
  currentRequired: 'Please enter the current password',
  nextRequired: 'Please enter the new password',
  confirmationRequired: 'Please repeat the new password',
  rule: 'Must contain upper and lower case letters and digits, at least 6 characters',
  strictRule: 'At least 12 characters with an upper case letter, a lower case letter and a digit',
  mismatch: 'The two passwords do not match',
  same: 'The original password cannot be the same as the new one',
  wrongCurrent: 'The sign-in information is wrong, please log out and retry',
  succeeded: 'The password has been changed, please sign in again',
  failed: 'The password could not be changed',
  weakTitle: 'Weak password',
  weakContent:
    'Your password does not meet the rule (upper and lower case letters and digits, at least 6 characters). Change it now?',
  weakOk: 'Change now',
  weakCancel: 'Not now',
  pageHint: 'You will need to sign in again.',
  mustTitle: 'Change your initial password first',
  mustContent: 'To protect your account, set a new password before you continue.',
};
