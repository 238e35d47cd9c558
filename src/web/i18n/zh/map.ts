/** Texts of maps. */
export const map = {
  attribution: '陆地轮廓：Natural Earth · 示意图，不用于导航',
  zoomIn: '放大',
  zoomOut: '缩小',
  missing: '当前浏览器无法绘制地图，以列表显示。',
  travelled: '已走过',
  riskZones: '风险区域（示意，不用于航行或保险）',
  remaining: '剩余路程',
  group: '此处 {{count}} 个',
  estimatedPosition: '推算船位',
} as const;
