import { uspsConnector } from '../consignment/usps.ts';
import { clientId, clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** USPS tracking v3: a token by a JSON call, one number a call. */
export const usps: SourceProfile = {
  name: 'usps',
  label: { zh: 'USPS 美国邮政', en: 'USPS' },
  kind: 'carrier',
  carriers: ['USPS'],
  modes: ['courier'],
  portalUrl: 'https://developers.usps.com/apps',
  docsUrl: 'https://developers.usps.com/trackingv3r2',
  steps: {
    zh: '用 USPS 企业账号登录 developers.usps.com，新建应用并添加 Tracking 产品，复制 Consumer Key 与 Consumer Secret。默认每小时 60 次；提额获批后，请修改本数据源的上限。',
    en: 'Sign in to developers.usps.com with a USPS business account, add an app with the Tracking product and copy its consumer key and secret. The default is 60 calls an hour; raise the limit of this source once USPS grants more.',
  },
  references: ['bill'],
  testReference: '9400100000000000000006',
  credentials: [
    {
      ...clientId,
      label: { zh: 'Consumer Key', en: 'Consumer key' },
      help: { zh: '应用页面上的 Consumer Key', en: 'Consumer key on the page of the app' },
    },
    {
      ...clientSecret,
      label: { zh: 'Consumer Secret', en: 'Consumer secret' },
      help: { zh: '应用页面上的 Consumer Secret', en: 'Consumer secret on the page of the app' },
    },
  ],
  endpoints: {
    production: { baseUrl: 'https://apis.usps.com', tokenUrl: 'https://apis.usps.com/oauth2/v3/token' },
    test: { baseUrl: 'https://apis-tem.usps.com', tokenUrl: 'https://apis-tem.usps.com/oauth2/v3/token' },
  },
  limits: { perHour: 60, atOnce: 2 },
  meanings: { 403: 'notPermitted' },
  push: null,
  pushSteps: {
    zh: 'USPS 的推送（Subscriptions – Tracking）需另行开通，此处按查询更新。',
    en: 'Pushes of USPS (Subscriptions - Tracking) are a product of their own; this source is asked instead.',
  },
  connector: uspsConnector({
    headers: { authorization: 'Bearer {token}' },
    token: {
      encoding: 'json',
      values: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
    },
  }),
};
