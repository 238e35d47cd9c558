import type { Access } from '../access/types.ts';
import { freightowerConnector, freightowerMap } from '../ft/index.ts';
import { apiKey, clientId } from './shared-fields.ts';
import type { CredentialField, SourceProfile } from './types.ts';

const common = {
  kind: 'aggregator',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://www.freightower.com',
  docsUrl: 'https://doc.freightower.com',
  references: ['bill', 'booking', 'container'],
  // 60 calls in 10 s are the limit, of which one minute is the shortest window that is counted here.
  limits: { perMinute: 60, atOnce: 5 },
  meanings: { 400: 'wrongQuestion', 403: 'addressNotAllowed' },
  push: {
    header: 'x-ft-signature',
    algorithm: 'sha1',
    encoding: 'base64',
    secret: 'text',
    stamp: { timestamp: 'x-ft-timestamp', nonce: 'x-ft-nonce', client: 'x-ft-client' },
  },
  pushSteps: {
    zh: '请飞驼客服把推送（全量、变更、预警）的回调地址设为本数据源的推送地址，并把推送签名所用的 Access Secret 填入「推送密钥」。服务器时间须准确：推送超过 5 分钟即被拒收。预警与本系统的异常并列显示。',
    en: 'Have the support of Freightower set the push address of this source as callback for full, changed and warning pushes, and enter the access secret that signs them as push secret. The clock of this server must be right: a push older than 5 minutes is refused. Warnings are shown beside our own exceptions.',
  },
  testsWithoutReference: true,
  map: {
    origin: 'https://i.saas.freightower.com',
    fields: ['clientId', 'mapKey'],
    urlOf: freightowerMap,
  },
} as const;

/** Key of the map that may be embedded; it is another one than the secret. */
const mapKey: CredentialField = {
  name: 'mapKey',
  label: { zh: '地图密钥', en: 'Map key' },
  help: {
    zh: '由飞驼客服提供，用于「远洋跟踪」页嵌入飞驼地图；不使用地图可留空',
    en: "Given by Freightower's support for its map on the page Ocean tracking; leave it empty if you do not use the map",
  },
  secret: true,
  optional: true,
};

const access: Access = {
  headers: { authorization: 'Bearer {token}' },
  token: { encoding: 'json', values: { clientId: '{clientId}', secret: '{secret}' }, counted: true },
};

/** Freightower with client id and secret: the FT of the specification. */
export const freightower: SourceProfile = {
  ...common,
  name: 'freightower',
  label: { zh: '飞驼 Freightower（FT）', en: 'Freightower (FT)' },
  steps: {
    zh: '向飞驼申请开放平台账号，获得 Client ID 与 Secret，并请其把本机的出口 IP 加入白名单。',
    en: 'Apply for an account of the open platform, which gives a client ID and a secret, and have the IP address of this server added to the allow list.',
  },
  credentials: [
    clientId,
    {
      name: 'secret',
      label: { zh: 'Secret', en: 'Secret' },
      help: { zh: '开放平台「应用管理」中的 Secret', en: 'Secret of your application in the open platform' },
      secret: true,
    },
    mapKey,
  ],
  endpoints: {
    production: {
      baseUrl: 'https://openapi.freightower.com',
      tokenUrl: 'https://openapi.freightower.com/auth/api/token',
    },
  },
  connector: freightowerConnector(access, 'clientId'),
};

/** Freightower with a fixed key. */
export const freightowerKey: SourceProfile = {
  ...common,
  name: 'freightower-key',
  label: { zh: '飞驼 Freightower（固定 API Key）', en: 'Freightower (fixed API key)' },
  steps: {
    zh: '向飞驼申请固定 API Key，并请其把本机的出口 IP 加入白名单。',
    en: 'Ask Freightower for a fixed API key, and have the IP address of this server added to the allow list.',
  },
  credentials: [apiKey, { ...clientId, optional: true }, mapKey],
  endpoints: { production: { baseUrl: 'https://openapi.freightower.com' } },
  connector: freightowerConnector({ headers: { authorization: 'Bearer {apiKey}' } }, 'apiKey'),
};
