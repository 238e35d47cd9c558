import type { TextTree } from '#web/i18n/all-texts.ts';

/** The map of port fences. */
export const portFences = {
  map: { zh: '围栏地图', en: 'Map of the fence' },
  showOnMap: { zh: '地图', en: 'Map' },
  shape: { zh: '形状', en: 'Shape' },
  circle: { zh: '圆形', en: 'Circle' },
  outline: { zh: '多边形', en: 'Outline' },
  clear: { zh: '清除', en: 'Clear' },
  fences: { zh: '围栏（示意，不用于航行）', en: 'Fences (sketched; not for navigation)' },
  middle: { zh: '圆心', en: 'Centre' },
  edge: { zh: '半径', en: 'Radius' },
  corner: { zh: '顶点 {{number}}', en: 'Corner {{number}}' },
  hintCircle: {
    zh: '点击地图设置圆心，拖动圆心移动围栏，拖动方形手柄调整半径。',
    en: 'Click the map to set the centre; drag the centre to move the fence and the square handle to change its radius.',
  },
  hintOutline: {
    zh: '点击地图添加顶点，拖动顶点调整，双击或按 Delete 键删除顶点。',
    en: 'Click the map to add corners. Drag to move a corner; double-click it or press Delete to remove it.',
  },
  hintKeys: { zh: '选中手柄后可用方向键微调。', en: 'Arrow keys move the focused handle.' },
  ofPort: { zh: '{{port}} 的围栏', en: 'Fences of {{port}}' },
  noFences: {
    zh: '该港口没有启用的围栏，按所在位置 6 海里的圆计算。',
    en: 'This port has no active fence; a circle of 6 nm around it is used.',
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    portFences: typeof portFences;
  }
}
