import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of filters in the heads of columns. */
export const columnFilter = {
  button: { zh: '筛选“{{name}}”', en: 'Filter “{{name}}”' },
  contains: { zh: '“{{name}}”包含的文字', en: 'Text in “{{name}}”' },
  values: { zh: '“{{name}}”的值', en: 'Values of “{{name}}”' },
  placeholder: { zh: '包含文字', en: 'Contains' },
  empty: { zh: '（空）', en: '(empty)' },
  none: { zh: '没有包含该文字的值', en: 'No value contains this text' },
  more: { zh: '还有 {{count}} 个值，请输入文字缩小范围', en: '{{count}} more; enter text to narrow them down' },
  clear: { zh: '清除筛选', en: 'Clear the filter' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    columnFilter: typeof columnFilter;
  }
}
