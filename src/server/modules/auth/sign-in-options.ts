import type { CallData } from '#contract/index.ts';
import type { HttpSettings } from '#server/platform/http/settings.ts';

/** The people of the simulated world; shown only where it runs. */
const demoLogins = [
  { userCode: 'admin', role: { zh: '管理员', en: 'Administrator' } },
  { userCode: 'operator', role: { zh: '平台操作员,可见全部租户', en: 'Platform operator, sees all tenants' } },
  { userCode: 'alice', role: { zh: '租户用户', en: 'User of one tenant' } },
  { userCode: 'bob', role: { zh: '另一租户的用户', en: 'User of another tenant' } },
];

/** Ways to sign in, for the login page. */
export const signInOptions = (settings: HttpSettings): CallData<'signInOptions'> => ({
  oidc: settings.oidc !== null,
  demoLogins: settings.simulated ? demoLogins : [],
  dataPageUrl: settings.dataPageUrl,
  ftPageUrl: settings.ftPageUrl,
});
