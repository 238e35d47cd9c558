import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** Maersk with Sealand, Hamburg Süd and Safmarine: a customer key and an OAuth token. */
export const maersk: SourceProfile = {
  name: 'maersk',
  label: { zh: '马士基', en: 'Maersk' },
  kind: 'carrier',
  carriers: ['MAEU', 'SEAU', 'SUDU', 'SAFM'],
  modes: ['sea'],
  portalUrl: 'https://developer.maersk.com',
  docsUrl: 'https://developer.maersk.com/api-catalogue/Track%20&%20Trace%20Plus',
  steps: {
    zh: '在门户中建立应用，申请 Track & Trace 产品，并请马士基把贵司的客户代码关联到该应用。',
    en: 'Create an application in the portal, request the product Track & Trace, and have Maersk link your customer codes to it.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      name: 'consumerKey',
      label: { zh: 'Consumer Key', en: 'Consumer key' },
      help: {
        zh: '应用页面上的 Consumer Key，同时用作 OAuth 的 client_id',
        en: 'Consumer key on the page of your application; it is also the OAuth client_id',
      },
      secret: true,
    },
    clientSecret,
  ],
  endpoints: {
    production: {
      baseUrl: 'https://api.maersk.com/track-and-trace-private',
      tokenUrl: 'https://api.maersk.com/customer-identity/oauth/v2/access_token',
    },
    test: {
      baseUrl: 'https://api-stage.maersk.com/track-and-trace-private',
      tokenUrl: 'https://api-stage.maersk.com/customer-identity/oauth/v2/access_token',
    },
  },
  limits: { perHour: 4_000, atOnce: 4 },
  meanings: { 404: 'notParty' },
  push: { header: 'x-maersk-signature-256', algorithm: 'sha256', encoding: 'hex', prefix: 'sha256=', secret: 'text' },
  connector: eventsConnector({
    path: 'events',
    access: {
      headers: { 'Consumer-Key': '{consumerKey}', authorization: 'Bearer {token}' },
      token: {
        encoding: 'form',
        values: { grant_type: 'client_credentials', client_id: '{consumerKey}', client_secret: '{clientSecret}' },
        headers: { 'Consumer-Key': '{consumerKey}' },
      },
    },
    firstField: 'consumerKey',
    bill: standardQuestions.bill.map((question) => ({ ...question, sort: 'eventDateTime:ASC' })),
    container: standardQuestions.container.map((question) => ({ ...question, sort: 'eventDateTime:ASC' })),
    billForm: 'withoutScac',
    pageSize: 100,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};
