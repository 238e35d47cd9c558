/** What lists of subscribed sailings and of subscribed flights have in common. */
export const subscriptionListBase = { pageSize: 20, exported: true, order: [['createTime', 'desc']] } as const;

/** Whether a subscription is in effect today, as its tenant counts days. */
export const subscriptionState = {
  kind: 'code',
  label: { zh: '状态', en: 'State' },
  width: 90,
  values: {
    waiting: { zh: '待生效', en: 'Not yet', tone: 'info' },
    active: { zh: '生效中', en: 'In effect', tone: 'ok' },
    expired: { zh: '已失效', en: 'Expired' },
    cancelled: { zh: '已取消', en: 'Cancelled' },
  },
} as const;

/** Columns behind those of what is subscribed. */
export const subscriptionColumns = {
  drift: { kind: 'drawn', label: { zh: '订阅后时间变化', en: 'Moved since subscribed' }, width: 184 },
  lastChange: {
    kind: 'drawn',
    exported: true,
    label: { zh: '最近变更', en: 'Last change' },
    width: 380,
    grow: true,
  },
  effectiveDate: { kind: 'text', label: { zh: '生效日期', en: 'Takes effect' }, width: 110, sortable: true },
  expiryDate: { kind: 'text', label: { zh: '失效日期', en: 'Expires' }, width: 110, sortable: true },
  tenantName: { kind: 'text', label: { zh: '租户', en: 'Tenant' }, width: 140 },
  createTime: { kind: 'instant', label: { zh: '订阅时间', en: 'Subscribed' }, sortable: true },
  createUserCode: { kind: 'text', label: { zh: '订阅人', en: 'Subscribed by' }, width: 110 },
} as const;
