import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { clientId, clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** Hapag-Lloyd: client id and secret as headers; events have no ids, bills are written with HLCU. */
export const hapagLloyd: SourceProfile = {
  name: 'hapag-lloyd',
  label: { zh: '赫伯罗特', en: 'Hapag-Lloyd' },
  kind: 'carrier',
  carriers: ['HLCU'],
  modes: ['sea'],
  portalUrl: 'https://api-portal.hlag.com',
  docsUrl: 'https://api-portal.hlag.com/#/documentation/tnt-events',
  steps: {
    zh: '在门户中注册应用并订阅 Track & Trace Events。试用套餐每天 100 次，默认套餐每天 6,000 次。',
    en: 'Register an application in the portal and subscribe to Track & Trace Events. The try-out plan allows 100 calls a day, the default plan 6,000.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [clientId, clientSecret],
  endpoints: { production: { baseUrl: 'https://api.hlag.com/hlag/external/v2' } },
  limits: { perMinute: 10, perDay: 6_000, atOnce: 1 },
  push: null,
  connector: eventsConnector({
    path: 'events',
    access: {
      headers: {
        'X-IBM-Client-Id': '{clientId}',
        'X-IBM-Client-Secret': '{clientSecret}',
        'API-Version': '1',
      },
    },
    firstField: 'clientId',
    ...standardQuestions,
    billForm: 'withScac',
    pageSize: 100,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};
