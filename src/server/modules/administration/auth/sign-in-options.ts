import type { CallData } from '#contract/index.ts';
import type { HttpSettings } from '#server/platform/http/settings.ts';

/** Ways to sign in, for the login page; demo logins come from the settings. */
export const signInOptions = (settings: HttpSettings, firstRun: boolean): CallData<'signInOptions'> => ({
  firstRun,
  oidc: settings.oidc !== null,
  passwordSignIn: settings.passwordSignIn,
  passwordPolicy: settings.passwordPolicy,
  demoLogins: settings.passwordSignIn ? [...settings.demoLogins] : [],
  dataPageUrl: settings.dataPageUrl,
  ftPageUrl: settings.ftPageUrl,
});
