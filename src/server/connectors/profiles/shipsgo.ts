import { shipsGoConnector } from '../trackers/shipsgo.ts';
import type { SourceProfile } from './types.ts';

/** ShipsGo v2: one token; a shipment is created once, which costs a credit. */
export const shipsGo: SourceProfile = {
  name: 'shipsgo',
  label: { zh: 'ShipsGo（第二版）', en: 'ShipsGo (version 2)' },
  kind: 'aggregator',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://dashboard.shipsgo.com',
  docsUrl: 'https://api.shipsgo.com/docs/v2',
  steps: {
    zh: '登录 ShipsGo，在 API 页面复制令牌，并确认有剩余点数：每个新编号消耗一点，之后的查询不再计费。',
    en: 'Sign in to ShipsGo, copy the token of the API page and check that credits are left: each new reference costs one, later questions cost nothing.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      name: 'userToken',
      label: { zh: '用户令牌', en: 'User token' },
      help: { zh: 'ShipsGo 控制台 API 页面上的令牌', en: 'Token on the API page of the ShipsGo dashboard' },
      secret: true,
    },
  ],
  endpoints: { production: { baseUrl: 'https://api.shipsgo.com/v2' } },
  limits: { perMinute: 100, atOnce: 2 },
  registers: true,
  meanings: { 422: 'wrongQuestion' },
  push: { header: 'x-shipsgo-webhook-signature', algorithm: 'sha256', encoding: 'hex', secret: 'text' },
  pushSteps: {
    zh: '在控制台 Integrations → Webhooks 新建海运 Webhook，填写本系统的推送地址，把 Secret Key 填入「推送密钥」。收到推送后立即查询该票货。',
    en: 'Create an ocean webhook under Integrations, Webhooks, of the dashboard, with the push address of this source, and enter its secret key as push secret. A push has the shipment asked for at once.',
  },
  connector: shipsGoConnector({ headers: { 'X-Shipsgo-User-Token': '{userToken}' } }, 'userToken'),
};
