import { eventsConnector } from '../dcsa/index.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** HMM: booking and container are both required (`ZZ` stands for all containers); events come in lists by kind. */
export const hmm: SourceProfile = {
  name: 'hmm',
  label: { zh: '现代商船 HMM', en: 'HMM' },
  kind: 'carrier',
  carriers: ['HDMU'],
  modes: ['sea'],
  portalUrl: 'https://apiportal.hmm21.com',
  docsUrl: 'https://apiportal.hmm21.com/api',
  steps: {
    zh: '在门户注册，获批后申请 Track and Trace (DCSA)，获得 API Key。只能按订舱号查询。',
    en: 'Register at the portal, and after approval apply for Track and Trace (DCSA) to get an API key. Only bookings can be asked for.',
  },
  references: ['booking'],
  credentials: [apiKey],
  endpoints: { production: { baseUrl: 'https://apigw.hmm21.com/gateway/dcsaCargoTracking/v1' } },
  limits: { perHour: 300, atOnce: 2 },
  push: null,
  connector: eventsConnector({
    path: 'cargo-tracking-dcsa',
    access: { headers: { 'x-Gateway-APIKey': '{apiKey}' } },
    firstField: 'apiKey',
    bill: [{ carrierBookingReference: '{bill}', equipmentReference: 'ZZ' }],
    container: [{ carrierBookingReference: '{bill}', equipmentReference: '{container}' }],
    billForm: 'withoutScac',
    pageSize: null,
    nextPage: false,
    notFoundIsUnknown: true,
  }),
};
