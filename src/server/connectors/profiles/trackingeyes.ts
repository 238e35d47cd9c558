import { trackingEyesConnector } from '../trackers/trackingeyes.ts';
import { keyInAddress } from '../push-signature.ts';
import type { SourceProfile } from './types.ts';

/** TrackingEyes: a token by a JSON call, and company, token and organisation as parameters of each question. */
export const trackingEyes: SourceProfile = {
  name: 'trackingeyes',
  label: { zh: '云当网 TrackingEyes', en: 'TrackingEyes' },
  kind: 'aggregator',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://www.trackingeyes.com',
  docsUrl: 'https://trackingeyes-cn.apifox.cn',
  steps: {
    zh: '向云当网客服申请数据接口，获得企业编码与密钥；每个编号只订阅一次，之后按订阅号查询。',
    en: 'Ask the service of TrackingEyes for its data interface, which gives a company code and a secret. Each reference is subscribed once and asked for by the number of its subscription from then on.',
  },
  references: ['bill', 'container'],
  credentials: [
    {
      name: 'companyCode',
      label: { zh: '企业编码', en: 'Company code' },
      help: { zh: '云当网分配的 companyCode', en: 'The companyCode that TrackingEyes assigned' },
    },
    {
      name: 'secret',
      label: { zh: '密钥', en: 'Secret' },
      help: { zh: '与企业编码一同提供的 secret', en: 'The secret that came with the company code' },
      secret: true,
    },
    {
      name: 'orgCode',
      label: { zh: '组织编码', en: 'Organisation code' },
      help: { zh: '仅在云当网按组织分账时填写', en: 'Only if TrackingEyes keeps accounts by organisation' },
      optional: true,
    },
  ],
  endpoints: {
    production: {
      baseUrl: 'https://api.trackingeyes.com',
      tokenUrl: 'https://api.trackingeyes.com/api/auth/authorization',
    },
  },
  // As many at once as are subscribed in one call.
  limits: { perMinute: 60, atOnce: 30 },
  registers: true,
  push: keyInAddress,
  pushSteps: {
    zh: '云当网的推送不带签名。自拟一个推送密钥（至少 32 位随机字符），把「推送地址?key=推送密钥」提供给云当网客服；地址即凭据，请勿外传。收到推送后立即查询该票货。',
    en: 'TrackingEyes does not sign its pushes. Make up a push secret (at least 32 random characters) and give its service the push address followed by ?key= and the secret; the address is a key then. A push has the shipment asked for at once.',
  },
  connector: trackingEyesConnector(
    {
      query: { companyCode: '{companyCode}', token: '{token}', orgCode: '{orgCode}' },
      token: {
        encoding: 'json',
        values: { companyCode: '{companyCode}', secret: '{secret}' },
        tokenName: 'result',
        counted: true,
      },
    },
    'secret',
  ),
};
