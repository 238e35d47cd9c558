/** Messages within the product. */
export const inbox = {
  title: '站内消息',
  label: '站内消息，{{count}} 条未读',
  empty: '没有站内消息',
  open: '查看',
  read: '标为已读',
  readAll: '全部标为已读',
  failed: '标记失败',
} as const;
