import { keyInAddress } from '../push-signature.ts';
import { vizionConnector } from '../trackers/vizion.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** Vizion: one key; a reference is created once, which it charges for, and its updates are whole. */
export const vizion: SourceProfile = {
  name: 'vizion',
  label: { zh: 'Vizion', en: 'Vizion' },
  kind: 'aggregator',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://www.vizionapi.com',
  docsUrl: 'https://docs.vizionapi.com',
  steps: {
    zh: '向 Vizion 申请 API Key。每个新编号只建立一次跟踪（reference），Vizion 按此计费；之后的查询不再计费。',
    en: 'Ask Vizion for an API key. A reference is created once for each new number, and Vizion charges for it; later questions cost nothing.',
  },
  references: ['bill', 'container'],
  credentials: [
    apiKey,
    {
      name: 'callbackUrl',
      label: { zh: '回调地址', en: 'Callback address' },
      help: {
        zh: '本数据源的推送地址后加「?key=推送密钥」，建立跟踪时交给 Vizion；不接收推送可留空',
        en: 'The push address of this source followed by ?key= and the push secret; given to Vizion with each reference. Leave it empty without pushes',
      },
      secret: true,
      optional: true,
    },
  ],
  endpoints: {
    production: { baseUrl: 'https://prod.vizionapi.com/v2' },
    test: { baseUrl: 'https://demo.vizionapi.com/v2' },
  },
  limits: { perMinute: 60, atOnce: 2 },
  registers: true,
  meanings: { 422: 'wrongQuestion' },
  push: keyInAddress,
  pushSteps: {
    zh: 'Vizion 的推送不带签名。自拟一个推送密钥（至少 32 位随机字符），填入「推送密钥」，并把「推送地址?key=推送密钥」填入「回调地址」；地址即凭据，请勿外传。收到推送后立即查询该票货。',
    en: 'Vizion does not sign its pushes. Make up a push secret (at least 32 random characters), enter it as push secret, and enter the push address followed by ?key= and the secret as callback address; the address is a key then. A push has the shipment asked for at once.',
  },
  connector: vizionConnector({ headers: { 'X-API-Key': '{apiKey}' } }, 'apiKey'),
};
