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

/** Proves pushes of the account that the keys belong to; that of the platform's account may stand at the source instead. */
export const pushSecret: CredentialField = {
  name: 'pushSecret',
  label: { zh: '推送密钥', en: 'Push secret' },
  help: {
    zh: '对接方向本账号推送时用于验证的密钥；租户填写后，其自己账号的推送只用于该租户。不接收推送可留空',
    en: 'Verifies what the counterpart pushes for this account; pushes of a tenant’s own account reach this tenant only. Leave it empty without pushes',
  },
  secret: true,
  optional: true,
};
