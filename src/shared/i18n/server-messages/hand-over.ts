import type { MessageTable } from './types.ts';

/** Hand-over of a shift. */
export const handOverMessages = {
  'handOver.unknownUser': {
    zh: '找不到用户 {{code}}，或该用户看不到你的租户',
    en: 'There is no user {{code}}, or that user does not see your tenants',
  },
  'handOver.sent': {
    zh: '已发送给 {{count}} 人',
    en: 'Sent to {{count}} {{count, plural(one: person; other: people)}}',
  },
} as const satisfies MessageTable;
