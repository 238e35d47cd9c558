import type { Messages } from '../messages.ts';
import type { firstRun as zh } from '../zh/first-run.ts';

/** Texts of setting an empty product up. */
export const firstRun: Messages<typeof zh> = {
  about: 'There is no user yet. The set-up code is on the console where the product was started.',
  code: 'Set-up code',
  userCode: 'User name of the administrator',
  userName: 'Name',
  password: 'Password',
  platformName: 'Name of the platform',
  zone: 'Time zone',
  tenantCode: 'Code of the first tenant',
  tenantName: 'Name of the first tenant',
  required: 'Please fill this in',
  hint: {
    code: 'Such as XXXX-XXXX-XXXX',
    userCode: 'Used to sign in; fixed from then on',
    userName: 'Empty: the user name',
    password: 'At least 12 characters with upper-case and lower-case letters and digits, not easily guessed',
    platformName: 'Empty: Portolan',
    zone: 'Of the platform and its first tenant',
    tenantCode: 'May be empty; tenants can be added later',
    tenantName: 'Empty: its code',
  },
  submit: 'Set up and sign in',
  submitting: 'Setting up…',
  failed: 'The set-up failed',
};
