import type { MessageTable } from './types.ts';

/** Views of lists and column schemes kept by name. */
export const viewMessages = {
  'view.notOwner': {
    zh: '只有创建者“{{owner}}”可以修改此项',
    en: 'Only {{owner}}, who made it, can change it',
  },
  'view.nameTaken': { zh: '您已有名为“{{name}}”的项', en: 'You have one named "{{name}}" already' },
  'view.nameRequired': { zh: '名称不能为空', en: 'The name cannot be empty' },
  'view.tooMany': { zh: '每个列表最多保存 {{max}} 项', en: 'At most {{max}} can be kept for one list' },
  'view.tooLarge': { zh: '内容过大，无法保存', en: 'This is too large to be kept' },
  'view.saved': { zh: '已保存“{{name}}”', en: '"{{name}}" was saved' },
  'view.deleted': { zh: '已删除“{{name}}”', en: '"{{name}}" was deleted' },
} as const satisfies MessageTable;
