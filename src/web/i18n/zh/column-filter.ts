/** Texts of filters in the heads of columns. */
export const columnFilter = {
  button: '筛选“{{name}}”',
  contains: '“{{name}}”包含的文字',
  values: '“{{name}}”的值',
  placeholder: '包含文字',
  empty: '（空）',
  none: '没有包含该文字的值',
  more: '还有 {{count}} 个值，请输入文字缩小范围',
  clear: '清除筛选',
} as const;
