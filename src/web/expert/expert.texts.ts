import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of expert values: correcting, switching on and off, history. */
export const expert = {
  title: { zh: '专家数据', en: 'Expert data' },
  selfTitle: { zh: '自助专家数据', en: 'Self-service expert data' },
  field: { zh: '字段', en: 'Field' },
  shown: { zh: '当前值', en: 'Shown' },
  automatic: { zh: '自动值', en: 'Automatic' },
  expert: { zh: '专家值', en: 'Expert value' },
  by: { zh: '录入人', en: 'By' },
  use: { zh: '采用专家值', en: 'Use expert value' },
  edit: { zh: '修正', en: 'Correct' },
  clear: { zh: '清空该字段', en: 'Clear this field' },
  cleared: { zh: '（清空）', en: '(cleared)' },
  save: { zh: '保存', en: 'Save' },
  leg: { zh: '第 {{number}} 程', en: 'Leg {{number}}' },
  box: { zh: '箱 {{number}}', en: 'Container {{number}}' },
  event: { zh: '{{status}} {{port}} {{box}}', en: '{{status}} {{port}} {{box}}' },
  history: { zh: '修正历史', en: 'History of corrections' },
  historyEmpty: { zh: '还没有修正。', en: 'No corrections yet.' },
  undo: { zh: '撤销', en: 'Undo' },
  zone: { zh: '时间为{{zone}}当地时间', en: 'Local time of {{zone}}' },
  timeFormat: { zh: '输入的时间格式不正确', en: 'The time format entered is incorrect' },
  onlyChanged: { zh: '只看已修正的字段', en: 'Only corrected fields' },
  nothingChanged: { zh: '没有修正过的字段。', en: 'No field was corrected.' },
  kind: {
    entered: { zh: '录入', en: 'Entered' },
    changed: { zh: '修改', en: 'Changed' },
    enabled: { zh: '启用', en: 'Switched on' },
    disabled: { zh: '停用', en: 'Switched off' },
    dropped: { zh: '重新融合时移除', en: 'Removed by recomputing' },
    restored: { zh: '恢复', en: 'Restored' },
    undone: { zh: '撤销', en: 'Undone' },
  },
  none: { zh: '无', en: 'none' },
  off: { zh: '{{value}}（停用）', en: '{{value}} (off)' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    expert: typeof expert;
  }
}
