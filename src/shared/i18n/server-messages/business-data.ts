import type { MessageTable } from './types.ts';

/** What the editors of booking, legs, containers and milestones say. */
export const businessDataMessages = {
  'business.processTypeRequired': { zh: '处理类型不能为空', en: 'The process type is required' },
  'business.sourceTypeRequired': { zh: '数据类型不能为空', en: 'The data type is required' },
  'business.containerMissing': { zh: '至少需要一条箱信息', en: 'At least one container is required' },
  'business.containerTwice': { zh: '不能录入相同的箱号', en: 'You cannot enter the same container number twice' },
  'business.oneContainerOnly': {
    zh: '按箱订阅只能有一条箱信息',
    en: 'A subscription of a container can have one container only',
  },
  'business.chooseContainer': {
    zh: '请先选择有箱号的箱信息',
    en: 'Choose a container with a number first',
  },
  'business.statusTwice': {
    zh: '同一港口状态代码重复',
    en: 'The same status code is there twice for one port',
  },
  'business.queryIdsEmpty': {
    zh: 'remoteJobId和bkId不能同时为空',
    en: 'Give a remoteJobId or a bkId',
  },
  'business.typeNameRequired': { zh: '请选择异常类型', en: 'Choose an exception type' },
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
  'business.confirmClear': { zh: '确定要清空吗？', en: 'Clear everything?' },
  'business.confirmMoveLeg': { zh: '确定要移动该航段吗？', en: 'Move this leg?' },
  'business.confirmDeleteContainers': {
    zh: '将删除所选箱及其状态信息，是否继续？',
    en: 'The chosen containers and their statuses will be deleted. Continue?',
  },
  'business.confirmDeleteStatuses': {
    zh: '将删除所选状态信息，是否继续？',
    en: 'The chosen statuses will be deleted. Continue?',
  },
  'business.confirmDeleteRecords': {
    zh: '将删除所选记录，是否继续？',
    en: 'The chosen records will be deleted. Continue?',
  },
  'business.confirmFuse': {
    zh: '重新融合将删除专家数据({{count}} 个字段),是否继续？',
    en: 'Fusing again deletes expert data ({{count}} fields). Continue?',
  },
  'business.confirmReinsert': {
    zh: '将用最近一次FT数据重新入库，是否继续？',
    en: 'The latest FT data will be read in again. Continue?',
  },
} as const satisfies MessageTable;
