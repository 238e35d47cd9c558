import type { MessageTable } from './types.ts';

/** Keys of the outward API. */
export const outwardMessages = {
  'apiKey.nameRequired': { zh: '请填写密钥名称', en: 'Please give the key a name' },
  'apiKey.tooMany': { zh: '每个租户最多 {{most}} 个有效密钥', en: 'A tenant may have at most {{most}} keys in use' },
  'apiKey.created': {
    zh: '密钥已创建，请立即保存，之后不再显示',
    en: 'Key created. Store it now: it is not shown again',
  },
  'apiKey.revoked': { zh: '密钥已停用', en: 'The key is no longer valid' },
} as const satisfies MessageTable;
