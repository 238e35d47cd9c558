import { dcsa3Connector, dcsaConnector } from '../dcsa/index.ts';
import { notificationSignature } from '../push-signature.ts';
import { apiKey } from './shared-fields.ts';
import type { SourceProfile } from './types.ts';

const common = {
  kind: 'carrier',
  carriers: [],
  modes: ['sea'],
  portalUrl: 'https://dcsa.org/standards/track-and-trace',
  steps: {
    zh: '向船公司索取接口地址与密钥；密钥放在请求头 api-key 中。',
    en: 'Ask the carrier for the address of its interface and a key; the key is sent in the header api-key.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [{ ...apiKey, optional: true }],
  limits: { atOnce: 8 },
  push: notificationSignature,
} as const;

/** Any carrier that speaks Track & Trace 2.2. */
export const dcsa22: SourceProfile = {
  ...common,
  name: 'dcsa-2.2',
  label: { zh: 'DCSA Track & Trace 2.2（其他船公司）', en: 'DCSA Track & Trace 2.2 (any other carrier)' },
  docsUrl: 'https://github.com/dcsaorg/DCSA-OpenAPI/tree/master/tnt/v2',
  endpoints: { production: { baseUrl: '' } },
  connector: dcsaConnector,
};

/** Any carrier that speaks Track & Trace 3.0. */
export const dcsa30: SourceProfile = {
  ...common,
  name: 'dcsa-3.0',
  label: { zh: 'DCSA Track & Trace 3.0（其他船公司）', en: 'DCSA Track & Trace 3.0 (any other carrier)' },
  docsUrl: 'https://github.com/dcsaorg/DCSA-OpenAPI/tree/master/tnt/v3',
  endpoints: { production: { baseUrl: '' } },
  connector: dcsa3Connector,
};
