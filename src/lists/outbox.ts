import { declareList } from '#shared/list/declare.ts';

/** Notifications: what was sent to whom, what waits, what failed and why. */
export const outboxList = declareList({
  name: 'outbox',
  call: 'outboxQuery',
  route: '/outbox',
  label: { zh: '通知发件箱', en: 'Outbox of notifications' },
  empty: {
    zh: '还没有发送过通知。反馈定义的触发状态或触发事件发生后，通知会出现在这里。',
    en: 'Nothing has been sent yet. Notifications appear here when an event of a feedback definition happens.',
  },
  filledAt: { href: '/feedback', label: { zh: '新建反馈定义', en: 'Define a notification' } },
  id: 'notificationId',
  pageSize: 20,
  lastPage: 5_000,
  exported: true,
  columns: {
    createTime: { kind: 'instant', label: { zh: '创建时间', en: 'Created' }, sortable: true },
    state: {
      kind: 'code',
      label: { zh: '状态', en: 'State' },
      width: 104,
      values: {
        waiting: { zh: '等待发送', en: 'Waiting', tone: 'info' },
        failed: { zh: '待重试', en: 'Will retry', tone: 'warn' },
        sent: { zh: '已送达', en: 'Delivered', tone: 'ok' },
        given_up: { zh: '最终失败', en: 'Failed permanently', tone: 'danger' },
      },
    },
    subject: { kind: 'text', label: { zh: '主题', en: 'Subject' }, width: 260, nullable: true },
    feedbackName: { kind: 'text', label: { zh: '反馈定义', en: 'Definition' }, width: 160 },
    feedbackType: { kind: 'dict', dict: 'WL_FEEDBACK_TYPE', label: { zh: '反馈方式', en: 'Type' }, width: 110 },
    /** Without what opens the door there. */
    address: { kind: 'text', label: { zh: '反馈地址', en: 'Address' }, width: 220, copyable: true },
    causeStatusName: { kind: 'text', label: { zh: '触发', en: 'Cause' }, width: 110 },
    attempts: { kind: 'number', label: { zh: '发送次数', en: 'Attempts' }, sortable: true },
    /** Why the last attempt failed, in words. */
    reasonText: { kind: 'text', label: { zh: '失败原因', en: 'Why it failed' }, width: 200, nullable: true },
    nextAttemptTime: {
      kind: 'instant',
      label: { zh: '下次重试', en: 'Next attempt' },
      nullable: true,
      sortable: true,
    },
    sentTime: { kind: 'instant', label: { zh: '送达时间', en: 'Delivered' }, nullable: true, sortable: true },
    tenantName: { kind: 'text', label: { zh: '租户', en: 'Tenant' }, width: 140 },
    causeTime: { kind: 'instant', label: { zh: '发生时间', en: 'Happened' }, sortable: true },
    wlFeedbackId: { kind: 'text', label: { zh: '反馈定义', en: 'Definition' }, hidden: true },
    /** job, exception or test. */
    kind: { kind: 'text', label: { zh: '种类', en: 'Kind' }, hidden: true },
    causeStatus: { kind: 'text', label: { zh: '触发代码', en: 'Code of the cause' }, hidden: true },
  },
  filters: {
    keyword: { kind: 'text', label: { zh: '关键字', en: 'Keyword' } },
    state: { kind: 'choice' },
    feedbackType: { kind: 'choice' },
    createTime: { kind: 'range' },
    wlFeedbackId: { kind: 'id', link: true },
  },
  order: [['createTime', 'desc']],
});
