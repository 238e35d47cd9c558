import type { TextTree } from '#web/i18n/all-texts.ts';

/** Saved views of lists and named column schemes. */
export const views = {
  title: { zh: '已保存的视图', en: 'Saved views' },
  none: {
    zh: '还没有保存的视图。设置好筛选、排序和列后，可以另存为视图。',
    en: 'No saved views yet. Set filters, sorting and columns, then save them as a view.',
  },
  changed: { zh: '已修改', en: 'changed' },
  open: { zh: '打开视图“{{name}}”', en: 'Open the view "{{name}}"' },
  sharedBy: { zh: '{{owner}} 共享', en: 'Shared by {{owner}}' },
  sharedOwn: { zh: '已共享', en: 'Shared' },
  standard: { zh: '标准列表', en: 'Standard list' },
  standardHint: { zh: '不带筛选、标准排序和列', en: 'No filters, standard sorting and columns' },
  saveAs: { zh: '另存为视图', en: 'Save as a view' },
  saveChanges: { zh: '保存修改到“{{name}}”', en: 'Save changes to "{{name}}"' },
  saveFailed: { zh: '保存失败', en: 'Saving failed' },
  deleteFailed: { zh: '删除失败', en: 'Deleting failed' },
  name: { zh: '视图名称', en: 'Name of the view' },
  nameRequired: { zh: '名称不能为空', en: 'The name cannot be empty' },
  nameHint: { zh: '例如：今天要处理的延误', en: 'For example: delays to handle today' },
  share: { zh: '与本租户的同事共享', en: 'Share with colleagues of this tenant' },
  shareHint: { zh: '同事可以使用，只有您可以修改', en: 'Colleagues can use it, only you can change it' },
  pin: { zh: '固定', en: 'Pin' },
  unpin: { zh: '取消固定', en: 'Unpin' },
  pinLong: { zh: '固定在列表上方', en: 'Pin above the list' },
  makeDefault: { zh: '设为默认', en: 'Make it the default' },
  dropDefault: { zh: '取消默认', en: 'No longer the default' },
  defaultLong: { zh: '打开此列表时默认使用', en: 'Use it whenever this list is opened' },
  rename: { zh: '名称与共享', en: 'Name and sharing' },
  editTitle: { zh: '修改视图', en: 'Change the view' },
  remove: { zh: '删除', en: 'Delete' },
  removeTitle: { zh: '删除视图“{{name}}”？', en: 'Delete the view "{{name}}"?' },
  removeContent: { zh: '删除后不能恢复。', en: 'This cannot be undone.' },
  removeShared: {
    zh: '同事也将不能再使用此视图。删除后不能恢复。',
    en: 'Your colleagues lose it too. This cannot be undone.',
  },
  more: { zh: '“{{name}}”的更多操作', en: 'More for "{{name}}"' },
  copyLink: { zh: '复制链接', en: 'Copy link' },
  linkCopied: { zh: '链接已复制', en: 'Link copied' },
  notThere: { zh: '此视图不存在，或未与您共享', en: 'This view does not exist or is not shared with you' },
  whatIsKept: {
    zh: '保存内容：筛选条件、排序、每页条数和列设置。',
    en: 'A view saves filters, sorting, rows per page and columns.',
  },
  schemes: {
    title: { zh: '列方案', en: 'Column schemes' },
    choose: { zh: '选择列方案', en: 'Choose a column scheme' },
    none: { zh: '还没有列方案', en: 'No column schemes yet' },
    saveAs: { zh: '另存为方案', en: 'Save' },
    name: { zh: '方案名称', en: 'Scheme name' },
    share: { zh: '与同事共享', en: 'Share with colleagues' },
    remove: { zh: '删除方案“{{name}}”', en: 'Delete the scheme "{{name}}"' },
    removeTitle: { zh: '删除列方案“{{name}}”？', en: 'Delete the column scheme "{{name}}"?' },
    update: { zh: '以当前列更新“{{name}}”', en: 'Update "{{name}}" to these columns' },
  },
  /** Rows as cards on a phone. */
  cards: {
    filter: { zh: '筛选', en: 'Filter' },
    sort: { zh: '排序', en: 'Sort by' },
    ascending: { zh: '升序，点按改为降序', en: 'Ascending; tap for descending' },
    descending: { zh: '降序，点按改为升序', en: 'Descending; tap for ascending' },
    page: { zh: '本页全选', en: 'Select page' },
    close: { zh: '关闭筛选', en: 'Close the filter' },
    select: { zh: '选择 {{name}}', en: 'Select {{name}}' },
    more: { zh: '{{name}} 的更多操作', en: 'More for {{name}}' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    views: typeof views;
  }
}
