import type { MessageTable } from './types.ts';

/** Links to a trace for people without an account, and cut-offs. */
export const shareMessages = {
  'share.gone': {
    zh: '链接无效或已过期，请向分享人索取新的链接',
    en: 'This link is no longer valid. Please ask the sender for a new one',
  },
  'share.tooMany': {
    zh: '每票货最多 {{most}} 个有效链接，请先停用不用的',
    en: 'A shipment may have at most {{most}} active links; please revoke one first',
  },
  'share.created': { zh: '分享链接已创建', en: 'The link is made' },
  'share.revoked': { zh: '分享链接已停用', en: 'The link is no longer valid' },
  'cutoff.saved': { zh: '截止时间已保存', en: 'The cut-off is saved' },
  'cutoff.removed': { zh: '截止时间已删除', en: 'The cut-off is removed' },
} as const satisfies MessageTable;
