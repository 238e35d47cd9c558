import type { Messages } from '../messages.ts';
import type { login as zh } from '../zh/login.ts';

/** The sign-in page. */
export const login: Messages<typeof zh> = {
  title: 'Sign in',
  heading: 'Sign in to Portolan',
  motto: 'Every shipment, on the chart',
  claim: 'Supply-chain visibility and operations: who said it, when they said it, and where they disagree.',
  userCode: 'User name',
  password: 'Password',
  code: 'Code',
  codeHint: 'The six digits of your app, or a recovery code',
  userCodeRequired: 'Please enter the user name',
  passwordRequired: 'Please enter the password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  failed: 'Sign-in failed',
  succeeded: 'Signed in',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  capsLock: 'Caps Lock is on',
  oidc: 'Sign in with single sign-on',
  or: 'or',
  permissionsFailed: 'The permissions could not be obtained',
  firstHeading: 'Set up Portolan',
  message: {
    sessionOver: 'Your session is over, please sign in again',
    oidcOff: 'Single sign-on is not configured',
    oidcFailed: 'Single sign-on failed, please try again',
    oidcInvalid:
      'The answer of the identity provider could not be verified, so nobody was signed in. Tell your administrator',
    oidcUnreachable: 'The identity provider cannot be reached. Please try again later',
    oidcExpired: 'This sign-in took too long or was opened elsewhere, please start again',
    oidcUnknownUser: 'This identity belongs to no user here; ask your administrator',
  },
  demo: 'Demo accounts',
  demoHint: 'Offered in the simulated world only; click one to fill it in.',
  about: 'About the product',
};
