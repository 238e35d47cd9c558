/** Texts of handling an exception by a single key. */
export const quickActs = {
  status: '设为“{{status}}”',
  assignToMe: '分配给我',
  mine: '已分配给我',
  undo: '撤销',
  undoLast: '撤销刚才的操作',
  undone: '已撤销：{{name}}',
  undoFailed: '撤销失败',
  nothingToUndo: '没有可以撤销的操作',
  updateFailed: '更新失败',
  assignFailed: '分配失败',
} as const;
