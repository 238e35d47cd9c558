import type { MessageTable } from './types.ts';

/** Names of background work, by kind. */
export const taskMessages = {
  'task.pull': { zh: '向数据源查询', en: 'Asking sources' },
  'task.pushed': { zh: '处理推送', en: 'Taking in what was pushed' },
  'task.booking_feed': { zh: '读取订单', en: 'Reading bookings' },
  'task.push_subscription': { zh: '维护推送订阅', en: 'Keeping push subscriptions' },
  'task.housekeeping': { zh: '日常清理', en: 'Housekeeping' },
} as const satisfies MessageTable;
