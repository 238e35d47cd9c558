import { dhlConnector } from '../consignment/dhl.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** DHL Shipment Tracking Unified: one key, and few calls a day until DHL raises them. */
export const dhl: SourceProfile = {
  name: 'dhl',
  label: { zh: 'DHL（统一查询接口）', en: 'DHL (Shipment Tracking Unified)' },
  kind: 'carrier',
  carriers: ['DHL'],
  modes: ['courier'],
  portalUrl: 'https://developer.dhl.com/user/apps',
  docsUrl: 'https://developer.dhl.com/api-reference/shipment-tracking',
  steps: {
    zh: '在 developer.dhl.com 注册并新建应用，勾选 Shipment Tracking - Unified，审批后复制 API Key。新密钥每天 250 次、每 5 秒 1 次；在应用页面申请提额后，请修改本数据源的上限。',
    en: 'Register at developer.dhl.com, create an app with Shipment Tracking - Unified and copy its API key once it is approved. A new key has 250 calls a day and one in 5 s; ask for more on the page of the app, then raise the limits of this source.',
  },
  references: ['bill'],
  testReference: '0000000000',
  credentials: [
    {
      ...apiKey,
      help: { zh: '应用页面上的 API Key（不是 API Secret）', en: 'API key on the page of the app, not the API secret' },
    },
    {
      name: 'service',
      label: { zh: '业务', en: 'Service' },
      help: {
        zh: '只查询一种业务时填写，如 express、parcel-de、ecommerce；留空则查询 DHL 全部业务',
        en: 'To ask one business only, such as express, parcel-de or ecommerce; empty: all of DHL',
      },
      optional: true,
    },
    {
      name: 'requesterCountryCode',
      label: { zh: '查询方国家代码', en: 'Country of the requester' },
      help: {
        zh: '两位国家代码，如 CN；部分业务据此返回更多信息',
        en: 'Two letters, such as CN; some businesses tell more to their own country',
      },
      optional: true,
    },
  ],
  endpoints: {
    production: { baseUrl: 'https://api-eu.dhl.com' },
    test: { baseUrl: 'https://api-test.dhl.com' },
  },
  limits: { perMinute: 12, perDay: 250, atOnce: 1 },
  push: null,
  pushSteps: {
    zh: 'DHL 的推送接口（Shipment Tracking Unified Push）需另行签约，此处按查询更新。',
    en: 'Pushes of DHL (Shipment Tracking Unified Push) are a product of their own; this source is asked instead.',
  },
  connector: dhlConnector({
    headers: { 'DHL-API-Key': '{apiKey}' },
    query: { service: '{service}', requesterCountryCode: '{requesterCountryCode}' },
  }),
};
