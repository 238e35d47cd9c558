import { fedexConnector } from '../consignment/fedex.ts';
import { clientId, clientSecret } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** FedEx Track API: OAuth with client credentials, 30 numbers a call. */
export const fedex: SourceProfile = {
  name: 'fedex',
  label: { zh: 'FedEx 联邦快递', en: 'FedEx' },
  kind: 'carrier',
  carriers: ['FEDEX'],
  modes: ['courier'],
  portalUrl: 'https://developer.fedex.com/api/en-us/home.html',
  docsUrl: 'https://developer.fedex.com/api/en-us/catalog/track/v1/docs.html',
  steps: {
    zh: '在 developer.fedex.com 新建项目（组织账号），选择 Track API，取得测试密钥；验证通过后移至生产环境，获得生产密钥。测试密钥只用于沙箱地址，只返回样例数据。',
    en: 'Create a project with the Track API in developer.fedex.com for your organisation, which gives test keys; move it to production for production keys. Test keys work with the sandbox address only, which tells samples.',
  },
  references: ['bill'],
  testReference: '100000000003',
  credentials: [
    {
      ...clientId,
      label: { zh: 'API Key', en: 'API key' },
      help: { zh: '项目页面上的 API Key（即 client_id）', en: 'API key on the page of the project (client_id)' },
    },
    {
      ...clientSecret,
      label: { zh: 'Secret Key', en: 'Secret key' },
      help: {
        zh: '与 API Key 一同生成，只显示一次（即 client_secret）',
        en: 'Made with the API key and shown once (client_secret)',
      },
    },
  ],
  endpoints: {
    production: { baseUrl: 'https://apis.fedex.com', tokenUrl: 'https://apis.fedex.com/oauth/token' },
    test: { baseUrl: 'https://apis-sandbox.fedex.com', tokenUrl: 'https://apis-sandbox.fedex.com/oauth/token' },
  },
  // As many at once as are requested in one call.
  limits: { perMinute: 300, atOnce: 30 },
  meanings: { 403: 'notPermitted' },
  push: null,
  pushSteps: {
    zh: 'FedEx 的推送（Advanced Integrated Visibility）需另行签约，此处按查询更新，一次最多查询 30 个单号。',
    en: 'Pushes of FedEx (Advanced Integrated Visibility) are a product of their own; this source is asked instead, for up to 30 numbers in one call.',
  },
  connector: fedexConnector({
    headers: { authorization: 'Bearer {token}', 'X-locale': 'en_US' },
    token: {
      encoding: 'form',
      values: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
    },
  }),
};
