import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { clientId, clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** Evergreen: OAuth with client id and secret as Basic. */
export const evergreen: SourceProfile = {
  name: 'evergreen',
  label: { zh: '长荣海运', en: 'Evergreen' },
  kind: 'carrier',
  carriers: ['EGLV'],
  modes: ['sea'],
  portalUrl: 'https://www.shipmentlink.com',
  docsUrl: 'https://www.shipmentlink.com',
  steps: {
    zh: '在 ShipmentLink 申请 API 服务（Track & Trace），获得 Client ID 与 Secret。',
    en: 'Apply for the API service (Track & Trace) at ShipmentLink to get a client ID and secret.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [clientId, clientSecret],
  endpoints: {
    production: {
      baseUrl: 'https://ews.switch-hub.com/server/sol/apimg/tnt/v2',
      tokenUrl: 'https://ews.switch-hub.com/server/sol/eauth/oauth2/v1.0/token',
    },
  },
  limits: { atOnce: 2 },
  push: null,
  connector: eventsConnector({
    path: 'events',
    access: {
      headers: { authorization: 'Bearer {token}', 'API-Version': '2.2' },
      token: {
        encoding: 'form',
        values: {},
        query: { grant_type: 'client_credentials', scope: 'TNT' },
        basic: ['{clientId}', '{clientSecret}'],
        counted: true,
      },
    },
    firstField: 'clientId',
    ...standardQuestions,
    pageSize: 100,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};
