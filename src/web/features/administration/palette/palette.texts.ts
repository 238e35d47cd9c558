import type { TextTree } from '#web/i18n/all-texts.ts';

/** The field that leads anywhere (Ctrl+K). */
export const palette = {
  title: { zh: '查找提单号、箱号或页面', en: 'Find a bill, container or page' },
  placeholder: { zh: '页面、提单号、箱号、用户或操作', en: 'Page, bill, container, user or action' },
  kind: {
    today: { zh: '今日待办', en: 'Needs you today' },
    shipment: { zh: '提单与箱', en: 'Bills and containers' },
    page: { zh: '页面', en: 'Pages' },
    action: { zh: '操作', en: 'Actions' },
    user: { zh: '用户', en: 'Users' },
  },
  trace: { zh: '跟踪详情', en: 'Shipment' },
  subscription: { zh: '订阅（暂无数据）', en: 'Subscription (no data yet)' },
  track: { zh: '跟踪 {{number}}', en: 'Track {{number}}' },
  untracked: { zh: '尚未跟踪', en: 'Not tracked yet' },
  theirExceptions: { zh: '查看负责的异常', en: 'Exceptions' },
  sidebar: { zh: '收起或展开菜单', en: 'Collapse or expand the sidebar' },
  looking: { zh: '正在查找…', en: 'Searching…' },
  nothing: {
    zh: '没有找到。提单号和箱号需要输入完整。',
    en: 'Nothing found. Enter complete bill or container numbers.',
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    palette: typeof palette;
  }
}
