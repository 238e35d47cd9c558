import type { MessageTable } from './types.ts';

/** Messages about prices. */
export const freightMessages = {
  'freight.nothingChosen': { zh: '没有符合条件的价格', en: 'No price matches these filters' },
  'freight.tooMany': {
    zh: '符合条件的有 {{count}} 行，一次最多修改 {{most}} 行，请缩小范围',
    en: '{{count}} lines match; a change may include at most {{most}}: narrow the filters',
  },
  'freight.nothingChanged': {
    zh: '这样修改后价格没有变化，请检查填写的值',
    en: 'The change has no effect: check your input',
  },
  'freight.severalCurrencies': {
    zh: '所选价格有多种币种（{{currencies}}），按金额调整前请先按币种筛选',
    en: 'These prices are in several currencies ({{currencies}}): filter by one before you change them by an amount',
  },
  'freight.linesRefused': {
    zh: '{{count}} 行不能这样修改，没有写入任何内容：{{number}} {{text}}',
    en: '{{count}} lines cannot be changed this way; nothing was changed: {{number}}: {{text}}',
  },
  'freight.linesMoved': {
    zh: '预览之后有价格被修改，请重新查看',
    en: 'Prices have changed since the preview: preview again',
  },
  'freight.lookFirst': { zh: '请先查看修改前后的值', en: 'Preview the change first' },
  'freight.noSuchChange': { zh: '没有这次批量修改', en: 'The change does not exist' },
  'freight.alreadyUndone': { zh: '这次修改已经撤销', en: 'This change has already been undone' },
  'freight.undoOverlaps': {
    zh: '撤销后有效期将与 {{number}} 重叠，请先处理',
    en: 'After the undo a validity would overlap that of {{number}}: correct that first',
  },
  'freight.changedMany': { zh: '已修改 {{count}} 行价格', en: 'Changed {{count}} lines' },
  'freight.undoneMany': { zh: '已恢复 {{count}} 行价格', en: 'Restored {{count}} lines' },
  'freight.what.percent': { zh: '按比例调整 {{value}}%', en: 'By {{value}} %' },
  'freight.what.amount': { zh: '按金额调整 {{value}}', en: 'By {{value}}' },
  'freight.what.validity': { zh: '有效期改为 {{value}}', en: 'Validity {{value}}' },
} as const satisfies MessageTable;
