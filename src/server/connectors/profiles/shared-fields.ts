import type { CredentialField } from './types.ts';

/** Client id of an application that was registered at the counterpart. */
export const clientId: CredentialField = {
  name: 'clientId',
  label: { zh: '客户端 ID', en: 'Client ID' },
  help: { zh: '开发者门户中所建应用的 Client ID', en: 'Client ID of your application in the developer portal' },
};

/** Secret of such an application. */
export const clientSecret: CredentialField = {
  name: 'clientSecret',
  label: { zh: '客户端密钥', en: 'Client secret' },
  help: {
    zh: '与 Client ID 一同签发；部分门户只显示一次',
    en: 'Issued with the client ID; some portals show it only once',
  },
  secret: true,
};

/** One key for all calls. */
export const apiKey: CredentialField = {
  name: 'apiKey',
  label: { zh: 'API 密钥', en: 'API key' },
  help: { zh: '开发者门户中所建应用的密钥', en: 'The key of your application in the developer portal' },
  secret: true,
};
