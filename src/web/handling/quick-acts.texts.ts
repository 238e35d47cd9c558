import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of handling an exception by a single key. */
export const quickActs = {
  status: { zh: '设为“{{status}}”', en: 'Set to "{{status}}"' },
  assignToMe: { zh: '分配给我', en: 'Assign to me' },
  mine: { zh: '已分配给我', en: 'Assigned to me' },
  undo: { zh: '撤销', en: 'Undo' },
  undoLast: { zh: '撤销刚才的操作', en: 'Undo the last action' },
  undone: { zh: '已撤销：{{name}}', en: 'Undone: {{name}}' },
  undoFailed: { zh: '撤销失败', en: 'Undoing failed' },
  nothingToUndo: { zh: '没有可以撤销的操作', en: 'There is nothing to undo' },
  updateFailed: { zh: '更新失败', en: 'Update failed' },
  assignFailed: { zh: '分配失败', en: 'Assigning failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    quickActs: typeof quickActs;
  }
}
