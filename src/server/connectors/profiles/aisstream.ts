import { aisConnector, pullStream } from '../ais/index.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

/** AISStream: positions of vessels over a WebSocket that stays open; nothing is queried about shipments. */
export const aisStream: SourceProfile = {
  name: 'aisstream',
  label: { zh: 'AISStream（船舶位置）', en: 'AISStream (positions of vessels)' },
  kind: 'positions',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://aisstream.io/apikeys',
  docsUrl: 'https://aisstream.io/documentation',
  steps: {
    zh: '在 aisstream.io 登录，在 API Keys 页面新建密钥。保存后系统自动订阅：跟踪的船舶不超过 50 艘时按 MMSI，否则按在用港口与航线的范围；跟踪的船舶变化后一分钟内更新。该服务没有历史数据。',
    en: 'Sign in at aisstream.io and create a key on the page API Keys. The subscription is made after saving: by MMSI for at most 50 tracked vessels, otherwise by the areas of the ports and lanes in use. It follows the tracked vessels within a minute. The service has no history.',
  },
  references: [],
  credentials: [apiKey],
  endpoints: { production: { baseUrl: 'https://stream.aisstream.io/v0/stream' } },
  limits: {},
  push: null,
  pushSteps: {
    zh: '无需设置：位置经已建立的连接送达。',
    en: 'Nothing to set up: positions arrive on the connection that we open.',
  },
  connector: {
    ...aisConnector,
    pull: pullStream,
    // What comes are positions: there is no shipment in them.
    parse: (_bodies, { receivedAt }) => ({ content: null, observedAt: receivedAt, refusals: [] }),
  },
};
