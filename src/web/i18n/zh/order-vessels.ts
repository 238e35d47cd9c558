/** 订单船位 */
export const orderVessels = {
  title: '承运订单 {{orderNo}} 的船舶',
  none: '目前没有可接收到 AIS 信号的承运船舶',
  noneText: '货物尚未装船、已经到达，或不是海运。',
  carries: '承运第 {{lines}} 行，{{from}} → {{to}}',
  unseen: '船舶未知或没有 AIS 信号：{{numbers}}',
  toOrder: '返回订单',
  toOrders: '查看订单',
  noOrder: '请从订单打开本页',
  noOrderText: '本页显示某一订单货物所在的船舶。',
  state: { waiting: '待装船', loading: '装船中', underway: '航行中', arrived: '已到达' },
} as const;
