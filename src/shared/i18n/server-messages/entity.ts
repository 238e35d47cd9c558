import type { MessageTable } from './types.ts';

/** Configuration entities; most of their texts are made from the declarations. */
export const entityMessages = {
  'entity.text': { zh: '{{text}}', en: '{{text}}' },
  'entity.notDeleted': {
    zh: '该{{label}}未被删除，无需撤销',
    en: 'This row ({{label}}) is not deleted: nothing to undo',
  },
  'entity.nothingToUndo': { zh: '该操作无法撤销', en: 'There is nothing to undo in this act' },
  'entity.platformOnly': {
    zh: '{{label}}只能由平台人员修改',
    en: '{{label}}: only people of the platform may change this',
  },
  'entity.sharedReadOnly': {
    zh: '{{label}}由所有租户共用，只能由平台人员修改',
    en: '{{label}}: all tenants share these rows, so only people of the platform may change them',
  },
  'success.restored': { zh: '已撤销', en: 'Undone' },
  'import.started': {
    zh: '该导入已经开始，不能再修改内容',
    en: 'This import has begun: its rows cannot be changed any more',
  },
  'import.tooManyRows': {
    zh: '发送的行超过了文件的行数（{{total}}）',
    en: 'More rows were sent than the file has ({{total}})',
  },
  'import.incomplete': {
    zh: '只收到 {{total}} 行中的 {{received}} 行，请重新上传文件',
    en: 'Only {{received}} of {{total}} {{total, plural(one: row has; other: rows have)}} arrived: choose the file again',
  },
  'export.tooMany': {
    zh: '已有 {{max}} 个导出正在进行，请等待完成或取消其中一个',
    en: '{{max}} exports are under way: wait for one to end, or cancel one',
  },
  'export.notReady': { zh: '导出文件尚未就绪', en: 'This file is not ready' },
  'export.failed': { zh: '导出失败，请重试', en: 'The export failed: try again' },
  'entity.tooManyClashes': {
    zh: '一小时内尝试了过多不可用的值，请稍后再试',
    en: 'Too many values that cannot be used were tried within an hour; try again later',
  },
  'entity.noHistory': { zh: '变更记录不存在', en: 'There is no such entry in the history' },
} as const satisfies MessageTable;
