import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of maps. */
export const map = {
  attribution: {
    zh: '陆地轮廓：Natural Earth · 示意图，不用于导航',
    en: 'Land: Natural Earth · schematic, not for navigation',
  },
  zoomIn: { zh: '放大', en: 'Zoom in' },
  zoomOut: { zh: '缩小', en: 'Zoom out' },
  missing: {
    zh: '当前浏览器无法绘制地图，以列表显示。',
    en: 'This browser cannot show maps; a list is shown instead.',
  },
  travelled: { zh: '已走过', en: 'Travelled' },
  riskZones: { zh: '风险区域（示意，不用于航行或保险）', en: 'Risk zones (sketched; not for navigation or insurance)' },
  remaining: { zh: '剩余路程', en: 'Remaining' },
  group: { zh: '此处 {{count}} 个', en: '{{count}} here' },
  estimatedPosition: { zh: '推算船位', en: 'Estimated position' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    map: typeof map;
  }
}
