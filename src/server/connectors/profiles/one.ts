import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { apiKey, clientId, clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** Ocean Network Express: a key and an OAuth token. */
export const one: SourceProfile = {
  name: 'one',
  label: { zh: '海洋网联 ONE', en: 'Ocean Network Express (ONE)' },
  kind: 'carrier',
  carriers: ['ONEY'],
  modes: ['sea'],
  portalUrl: 'https://developers.one-line.com',
  docsUrl: 'https://developers.one-line.com',
  steps: {
    zh: '在门户中建立应用并订阅 Cargo Tracking；应用页面上有 API Key、Client ID 与 Secret。',
    en: 'Create an application in the portal and subscribe it to Cargo Tracking; its page shows API key, client ID and secret.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [apiKey, clientId, clientSecret],
  endpoints: {
    production: {
      baseUrl: 'https://apis.one-line.com/v2/cargotracking',
      tokenUrl: 'https://apis.one-line.com/v1/oauth/accesstoken',
    },
  },
  limits: { atOnce: 4 },
  push: null,
  connector: eventsConnector({
    path: 'events',
    access: {
      headers: { apikey: '{apiKey}', authorization: 'Bearer {token}' },
      token: {
        encoding: 'form',
        values: { grant_type: 'client_credentials' },
        headers: { apikey: '{apiKey}' },
        basic: ['{clientId}', '{clientSecret}'],
        counted: true,
      },
    },
    firstField: 'apiKey',
    ...standardQuestions,
    billForm: 'withoutScac',
    pageSize: 100,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};
