/** 用户手册。 */
export const manual = {
  title: '用户手册',
  contents: '目录',
} as const;
