import type { MessageTable } from './types.ts';

/** Assets as running jobs read them. */
export const assetMessages = {
  'asset.unknown': { zh: '没有资产“{{assetType}}”', en: 'Asset {{assetType}} does not exist' },
  'asset.noValue': {
    zh: '资产“{{assetType}}”既没有租户值，也没有默认值',
    en: 'Asset {{assetType}} has neither a tenant value nor a default',
  },
  'asset.keyGone': {
    zh: '资产“{{assetType}}”所用的密钥已不存在，请重新填写资产值',
    en: 'Asset {{assetType}} can no longer be decrypted; enter the value again',
  },
} as const satisfies MessageTable;
