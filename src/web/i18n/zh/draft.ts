/** What was entered and not saved. */
export const draft = {
  earlier: '您在 {{time}} 填写的内容还没有保存。',
  outdated: '此后他人修改过这条数据，继续后请逐项选择。',
  takeUp: '继续填写',
  giveUp: '不再需要',
  conflict: '在您编辑期间，其他人保存了新的内容。',
  loadTheirs: '载入最新内容',
  keepMine: '保留我的修改',
} as const;
