import type { MessageTable } from './types.ts';

/** What the editors of booking, legs, containers and milestones say. */
export const businessDataMessages = {
  'business.containerTwice': { zh: '不能录入相同的箱号', en: 'You cannot enter the same container number twice' },
  'business.statusTwice': {
    zh: '同一港口状态代码重复',
    en: 'The same status code is there twice for one port',
  },
  'business.selectRpaBooking': {
    zh: '请选择一条非自助RPA的OBM_BK记录',
    en: 'Select one non-autonomic RPA OBM_BK record',
  },
  'business.selectStatuses': { zh: '请勾选要删除的状态信息', en: 'Tick the status information to delete' },
  'business.selectRecords': { zh: '请勾选要删除的记录', en: 'Tick the records to delete' },
  'business.selectSchedulesToStart': { zh: '请选择要启动的调度', en: 'Select the schedules to start' },
  'business.selectSchedulesToStop': { zh: '请选择要停止的调度', en: 'Select the schedules to stop' },
  'business.ftNothingToCopy': { zh: 'FT请求无数据,无法复制', en: 'The FT request has no data, nothing to copy' },
  'business.copied': { zh: '已复制', en: 'Copied' },
} as const satisfies MessageTable;
