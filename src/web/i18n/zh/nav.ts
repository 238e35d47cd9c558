/** Names of the groups of the sidebar. */
export const nav = {
  group: {
    capacity: '运力计划',
    supplyChain: '全程供应链',
    tracking: '货物跟踪',
    location: '位置服务',
    events: '事件管理',
    risk: '风险分析',
    exceptions: '异常管理',
    eventProxy: '事件代理',
    freight: '运价订舱',
    automation: '自动化',
    configuration: '基础配置',
    masterData: '主数据',
    system: '系统管理',
    home: '工作台',
    detail: '详情',
  },
} as const;
