import type { TextTree } from '#web/i18n/all-texts.ts';

/** Who did what: the audit view. */
export const audit = {
  view: { zh: '查看', en: 'View' },
  rowHistory: { zh: '此对象的全部变更', en: 'All changes of this row' },
  requestAll: { zh: '同一次请求的全部变更', en: 'All changes of the same request' },
  undo: { zh: '撤销此变更', en: 'Undo this change' },
  undoTitle: { zh: '撤销此变更？', en: 'Undo this change?' },
  undoDelete: {
    zh: '“{{title}}”于 {{time}} 被删除，将恢复到删除前的样子。',
    en: '"{{title}}" was deleted at {{time}} and will be restored.',
  },
  undoChange: {
    zh: '“{{title}}”将恢复到 {{time}} 变更之前的样子，此后的修改也会被撤销。',
    en: '"{{title}}" is restored to its state before the change of {{time}}; later changes are undone too.',
  },
  undoFailed: { zh: '撤销失败', en: 'The change could not be undone' },
  onlyLatest: {
    zh: '仅列出最近 {{max}} 条，请缩小范围查看更早的记录',
    en: 'Only the latest {{max}} are listed; filter the list to see older ones',
  },
  detailTitle: { zh: '{{action}} {{entity}}', en: '{{action}}: {{entity}}' },
  noChanges: { zh: '此操作没有记录字段变更', en: 'This action changed no fields' },
  field: { zh: '字段', en: 'Field' },
  before: { zh: '原值', en: 'Before' },
  after: { zh: '新值', en: 'After' },
  empty: { zh: '（空）', en: '(empty)' },
  pagesAdded: { zh: '新增：{{pages}}', en: 'Added: {{pages}}' },
  pagesRemoved: { zh: '移除：{{pages}}', en: 'Removed: {{pages}}' },
  changed: { zh: '{{label}}：{{before}} → {{after}}', en: '{{label}}: {{before}} → {{after}}' },
  comma: { zh: '，', en: ', ' },
  set: { zh: '{{label}}：{{after}}', en: '{{label}}: {{after}}' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    audit: typeof audit;
  }
}
