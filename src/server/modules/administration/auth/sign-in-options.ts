import type { CallData } from '#contract/index.ts';
import type { HttpSettings } from '#server/platform/http/settings.ts';
import { worldLogins, worldPassword } from '../../world/seed/index.ts';

/** Ways to sign in, for the login page; the people of the simulated world are shown only where it runs. */
export const signInOptions = (settings: HttpSettings, firstRun: boolean): CallData<'signInOptions'> => ({
  firstRun,
  oidc: settings.oidc !== null,
  passwordSignIn: settings.passwordSignIn,
  passwordPolicy: settings.passwordPolicy,
  demoLogins:
    settings.simulated && settings.passwordSignIn
      ? worldLogins.map(({ userCode, role }) => ({ userCode, password: worldPassword, role }))
      : [],
  dataPageUrl: settings.dataPageUrl,
  ftPageUrl: settings.ftPageUrl,
});
