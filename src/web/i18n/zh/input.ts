/** Texts of widgets that are typed into: times, ports, tables. */
export const input = {
  timeFormat: '输入的时间格式不正确',
  zone: '时间为{{zone}}当地时间',
  noZone: '该地点没有时区，按{{zone}}处理',
  pickAll: '全选',
  pick: '选择第{{row}}行',
  cell: '第{{row}}行 {{title}}',
  new: '新增',
  changed: '已修改',
  gone: '待删除',
} as const;
