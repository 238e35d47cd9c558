import { terminal49Connector } from '../trackers/terminal49.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** Terminal49: JSON:API with one key; a tracking request leads to a shipment and its containers. */
export const terminal49: SourceProfile = {
  name: 'terminal49',
  label: { zh: 'Terminal49', en: 'Terminal49' },
  kind: 'aggregator',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://app.terminal49.com/developers/api-keys',
  docsUrl: 'https://terminal49.com/docs/api-docs/getting-started/start-here',
  steps: {
    zh: '登录 Terminal49，在 Developers → API Keys 中新建密钥。每个编号只建立一次跟踪请求；一票货每次更新按箱数各查询一次。',
    en: 'Sign in to Terminal49 and create a key under Developers, API keys. A tracking request is made once for each reference; an update of a shipment takes one call and one more for each container.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      ...apiKey,
      help: {
        zh: 'Developers → API Keys 中的密钥，不含 Token 字样',
        en: 'Key under Developers, API keys, without the word Token',
      },
    },
  ],
  endpoints: { production: { baseUrl: 'https://api.terminal49.com/v2' } },
  limits: { perMinute: 100, atOnce: 2 },
  registers: true,
  meanings: { 422: 'wrongQuestion' },
  push: { header: 'x-t49-webhook-signature', algorithm: 'sha256', encoding: 'hex', secret: 'text' },
  pushSteps: {
    zh: '在 Developers → Webhooks 新建 Webhook，填写本系统的推送地址，把生成的 secret 填入「推送密钥」。收到推送后立即查询该票货。码头扣留、待付费用、预计到港时间变更只在推送（container.updated、shipment.estimated.arrival）中带时间，请勾选这两类事件；它们与本系统的异常并列显示。',
    en: 'Create a webhook under Developers, Webhooks, with the push address of this source, and enter its secret as push secret. A push has the shipment asked for at once. Holds, fees due and changes of the ETA carry their time in pushes only (container.updated, shipment.estimated.arrival): choose these events; they are shown beside our own exceptions.',
  },
  connector: terminal49Connector({ headers: { authorization: 'Token {apiKey}' } }, 'apiKey'),
};
