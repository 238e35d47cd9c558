import { eventsConnector, standardQuestions } from '../dcsa/index.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** CMA CGM with ANL, APL and CNC: one key. */
export const cmaCgm: SourceProfile = {
  name: 'cma-cgm',
  label: { zh: '达飞（含 ANL、APL、CNC）', en: 'CMA CGM (with ANL, APL, CNC)' },
  kind: 'carrier',
  carriers: ['CMDU', 'ANNU', 'APLU', '11DX'],
  modes: ['sea'],
  portalUrl: 'https://api-portal.cma-cgm.com',
  docsUrl: 'https://api-portal.cma-cgm.com/products/api-catalog',
  steps: {
    zh: '在门户中建立应用，订阅 Track & Trace 产品，复制应用的 API Key。',
    en: 'Create an application in the portal, subscribe it to the product Track & Trace, and copy its API key.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      ...apiKey,
      help: { zh: '门户「My apps」中该应用的 API Key', en: 'API key of the application under "My apps" in the portal' },
    },
  ],
  endpoints: { production: { baseUrl: 'https://apis.cma-cgm.net/operation/trackandtrace/v1' } },
  limits: { atOnce: 4 },
  push: null,
  connector: eventsConnector({
    path: 'events',
    access: { headers: { keyId: '{apiKey}' } },
    firstField: 'apiKey',
    ...standardQuestions,
    billForm: 'withoutScac',
    pageSize: 100,
    nextPage: true,
    notFoundIsUnknown: true,
  }),
};
