import type { TextTree } from '#web/i18n/all-texts.ts';

/** Messages within the product. */
export const inbox = {
  title: { zh: '站内消息', en: 'Messages' },
  label: { zh: '站内消息，{{count}} 条未读', en: 'Messages, {{count}} unread' },
  empty: { zh: '没有站内消息', en: 'There are no messages' },
  open: { zh: '查看', en: 'Open' },
  read: { zh: '标为已读', en: 'Mark as read' },
  readAll: { zh: '全部标为已读', en: 'Mark all as read' },
  failed: { zh: '标记失败', en: 'Marking failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    inbox: typeof inbox;
  }
}
