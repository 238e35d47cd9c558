/** The 403 and 404 pages. */
export const errors = {
  forbiddenTitle: '没有权限',
  forbidden: '您没有权限访问该页面。',
  forbiddenPath: '您没有权限访问 {{path}}。',
  noMenu: '尚未给您分配任何菜单，请联系管理员。',
  notFoundTitle: '页面不存在',
  notFound: '您访问的页面不存在。',
  notFoundPath: '页面 {{path}} 不存在。',
  home: '返回首页',
  previous: '返回上一页',
} as const;
