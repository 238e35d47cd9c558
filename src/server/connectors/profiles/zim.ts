import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { clientId, clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** ZIM: a subscription key; an OAuth token besides where the customer has a client. Filters and limits are refused. */
export const zim: SourceProfile = {
  name: 'zim',
  label: { zh: '以星航运', en: 'ZIM' },
  kind: 'carrier',
  carriers: ['ZIMU'],
  modes: ['sea'],
  portalUrl: 'https://api.zim.com',
  docsUrl: 'https://api.zim.com/api-details',
  steps: {
    zh: '在门户中订阅 Track & Trace 产品，从「Profile」复制订阅密钥。',
    en: 'Subscribe to the product Track & Trace in the portal and copy the subscription key from your profile.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      name: 'subscriptionKey',
      label: { zh: '订阅密钥', en: 'Subscription key' },
      help: { zh: '门户「Profile」中的 Primary key', en: 'Primary key under "Profile" in the portal' },
      secret: true,
    },
  ],
  endpoints: { production: { baseUrl: 'https://apigw.zim.com/trackAndTrace/v2' } },
  limits: { atOnce: 2 },
  push: null,
  connector: eventsConnector({
    path: '',
    access: { headers: { 'Ocp-Apim-Subscription-Key': '{subscriptionKey}' } },
    firstField: 'subscriptionKey',
    ...standardQuestions,
    pageSize: null,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};

/** ZIM's first version, which wants an OAuth token besides the subscription key. */
export const zimV1: SourceProfile = {
  ...zim,
  name: 'zim-v1',
  label: { zh: '以星航运（第一版，OAuth）', en: 'ZIM (version 1, OAuth)' },
  credentials: [...zim.credentials, clientId, clientSecret],
  endpoints: {
    production: {
      baseUrl: 'https://apigw.zim.com/trackAndTrace/v1',
      tokenUrl: 'https://apigw.zim.com/agms/oauth/v1',
    },
  },
  connector: eventsConnector({
    path: '',
    access: {
      headers: { 'Ocp-Apim-Subscription-Key': '{subscriptionKey}', authorization: 'Bearer {token}' },
      token: {
        encoding: 'form',
        values: {
          grant_type: 'client_credentials',
          client_id: '{clientId}',
          client_secret: '{clientSecret}',
          scope: 'Tracing',
        },
        headers: { 'Ocp-Apim-Subscription-Key': '{subscriptionKey}' },
      },
    },
    firstField: 'subscriptionKey',
    ...standardQuestions,
    pageSize: null,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};
