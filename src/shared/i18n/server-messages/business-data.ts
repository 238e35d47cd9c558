import type { MessageTable } from './types.ts';

/** What the editors of booking, legs, containers and milestones say. */
export const businessDataMessages = {
  'business.containerTwice': { zh: '不能录入相同的箱号', en: 'You cannot enter the same container number twice' },
  'business.statusTwice': {
    zh: '同一港口状态代码重复',
    en: 'The same status code is there twice for one port',
  },
  'business.processTypeRequired': { zh: '处理类型不能为空', en: 'The process type is required' },
  'business.sourceTypeRequired': { zh: '数据来源不能为空', en: 'The data source is required' },
  'business.containersRequired': { zh: '至少需要一条箱信息', en: 'At least one container is required' },
  'business.oneContainerOnly': {
    zh: '按箱订阅只能有一条箱信息',
    en: 'A subscription of a container can only have this one container',
  },
  'business.statusContainer': {
    zh: '新增状态前请先选择有箱号的箱信息',
    en: 'Select a container with a number before you add a status',
  },
  'business.statusRequired': { zh: '状态代码不能为空', en: 'The status code is required' },
  'business.statusUnknown': { zh: '未知的状态代码：{{code}}', en: 'Unknown status code: {{code}}' },
  'business.statusTime': {
    zh: '状态需要实际时间或预计时间',
    en: 'A status needs an actual or an estimated time',
  },
  'business.bookingOrJobRequired': {
    zh: 'remoteJobId和bkId不能同时为空',
    en: 'Either remoteJobId or bkId is required',
  },
  'business.legGap': {
    zh: '第{{leg}}程为空，船期必须从第1程起连续填写',
    en: 'Leg {{leg}} is empty: legs have to be filled in from leg 1 without gaps',
  },
  'business.legPorts': {
    zh: '第{{leg}}程的起运港和目的港不能为空',
    en: 'Leg {{leg}} needs a loading port and a discharge port',
  },
  'business.tooManyLegs': { zh: '最多{{max}}程', en: 'At most {{max}} {{max, plural(one: leg; other: legs)}}' },
  'business.cutoffTold': {
    zh: '该时间由数据源提供，不能清空，只能改为其他时间',
    en: 'A source tells this time: it can be changed to another one, not cleared',
  },
  'business.unchanged': { zh: '没有修改', en: 'Nothing was changed' },
  'business.undone': { zh: '已撤销', en: 'Undone' },
  'business.alreadyUndone': { zh: '该修改已被撤销', en: 'This change has been undone already' },
  'business.changedSince': {
    zh: '{{who}} 之后又修改了这些数据，请先撤销后面的修改',
    en: '{{who}} has changed this data since then; undo the later change first',
  },
  'business.arrivalCopied': {
    zh: '已更新{{count}}条到港时间',
    en: 'The arrival of {{count}} {{count, plural(one: booking; other: bookings)}} was updated',
  },
  'business.notSameVoyage': {
    zh: '有{{count}}条记录与模板的船名、航次或卸货港不同',
    en: '{{count}} {{count, plural(one: record has; other: records have)}} another vessel, voyage or discharge port than the template',
  },
  'business.lookupFound': { zh: '已从数据源获取订舱信息', en: 'The sources know this booking' },
  'business.lookupNothing': { zh: '数据源没有该订舱信息', en: 'No source knows this booking' },
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
