import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { clientId } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** MSC: Microsoft OAuth with a statement signed by the customer's certificate; times are local although they end in Z. */
export const msc: SourceProfile = {
  name: 'msc',
  label: { zh: '地中海航运', en: 'MSC' },
  kind: 'carrier',
  carriers: ['MSCU'],
  modes: ['sea'],
  portalUrl: 'https://developerportal.msc.com',
  docsUrl: 'https://developerportal.msc.com',
  steps: {
    zh: '向 MSC 申请 Track & Trace API。MSC 会提供租户、客户端 ID、Scope，并为您登记的证书授权。',
    en: 'Apply to MSC for the Track & Trace API. MSC gives you a tenant, a client ID and a scope, and registers your certificate.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      name: 'tenantId',
      label: { zh: '目录（租户）ID', en: 'Directory (tenant) ID' },
      help: { zh: 'MSC 开通邮件中的 Tenant ID', en: 'Tenant ID in the welcome mail of MSC' },
    },
    clientId,
    {
      name: 'scope',
      label: { zh: 'Scope', en: 'Scope' },
      help: { zh: '开通邮件中以 /.default 结尾的一项', en: 'The item in the welcome mail that ends in /.default' },
    },
    {
      name: 'audience',
      label: { zh: 'Audience', en: 'Audience' },
      help: { zh: '仅在开通邮件中给出时填写', en: 'Only if the welcome mail names one' },
      optional: true,
    },
    {
      name: 'certificate',
      label: { zh: '客户端证书', en: 'Client certificate' },
      help: {
        zh: '含私钥的 PFX 文件，或 PEM 文本（证书与私钥）',
        en: 'The PFX file with its private key, or PEM text with certificate and key',
      },
      secret: true,
      certificate: { password: 'certificatePassword' },
    },
    {
      name: 'certificatePassword',
      label: { zh: '证书密码', en: 'Password of the certificate' },
      help: { zh: '没有密码则留空', en: 'Empty if it has none' },
      secret: true,
      optional: true,
    },
  ],
  endpoints: {
    production: {
      baseUrl: 'https://api.tech.msc.com/msc/trackandtrace/v2.2',
      tokenUrl: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/token',
    },
    test: {
      baseUrl: 'https://uat.api.tech.msc.com/msc/trackandtrace/v2.2',
      tokenUrl: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/token',
    },
  },
  limits: { atOnce: 4 },
  push: null,
  connector: eventsConnector(
    {
      path: 'events',
      access: {
        headers: { authorization: 'Bearer {token}' },
        token: {
          encoding: 'form',
          values: { grant_type: 'client_credentials', client_id: '{clientId}', scope: '{scope}' },
          assertion: {
            certificate: '{certificate}',
            password: '{certificatePassword}',
            clientId: '{clientId}',
            audience: '{audience}',
          },
        },
      },
      firstField: 'clientId',
      ...standardQuestions,
      pageSize: 100,
      nextPage: true,
      notFoundIsUnknown: true,
    },
    { localTimesAsUtc: true },
  ),
};
