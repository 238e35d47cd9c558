/** 港口围栏的地图。 */
export const portFences = {
  map: '围栏地图',
  showOnMap: '地图',
  shape: '形状',
  circle: '圆形',
  outline: '多边形',
  clear: '清除',
  fences: '围栏（示意，不用于航行）',
  middle: '圆心',
  edge: '半径',
  corner: '顶点 {{number}}',
  hintCircle: '点击地图设置圆心，拖动圆心移动围栏，拖动方形手柄调整半径。',
  hintOutline: '点击地图添加顶点，拖动顶点调整，双击或按 Delete 键删除顶点。',
  hintKeys: '选中手柄后可用方向键微调。',
  ofPort: '{{port}} 的围栏',
  noFences: '该港口没有启用的围栏，按所在位置 6 海里的圆计算。',
} as const;
