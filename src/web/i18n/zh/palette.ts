/** The field that leads anywhere (Ctrl+K). */
export const palette = {
  title: '查找提单号、箱号或页面',
  placeholder: '页面、提单号、箱号、用户或操作',
  kind: { today: '今日待办', shipment: '提单与箱', page: '页面', action: '操作', user: '用户' },
  trace: '跟踪详情',
  subscription: '订阅（暂无数据）',
  track: '跟踪 {{number}}',
  untracked: '尚未跟踪',
  theirExceptions: '查看负责的异常',
  sidebar: '收起或展开菜单',
  looking: '正在查找…',
  nothing: '没有找到。提单号和箱号需要输入完整。',
} as const;
