import type { TextTree } from '#web/i18n/all-texts.ts';

/** Names of the groups of the sidebar. */
export const nav = {
  group: {
    capacity: { zh: '运力计划', en: 'Capacity plan' },
    supplyChain: { zh: '全程供应链', en: 'Full supply chain' },
    tracking: { zh: '货物跟踪', en: 'Cargo tracking' },
    location: { zh: '位置服务', en: 'Location service' },
    events: { zh: '事件管理', en: 'Event management' },
    risk: { zh: '风险分析', en: 'Risk analysis' },
    exceptions: { zh: '异常管理', en: 'Exception management' },
    eventProxy: { zh: '事件代理', en: 'Event proxy' },
    freight: { zh: '运价订舱', en: 'Freight and booking' },
    automation: { zh: '自动化', en: 'Automation' },
    configuration: { zh: '基础配置', en: 'Configuration' },
    masterData: { zh: '主数据', en: 'Master data' },
    system: { zh: '系统管理', en: 'System' },
    home: { zh: '工作台', en: 'Workbench' },
    detail: { zh: '详情', en: 'Details' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    nav: typeof nav;
  }
}
