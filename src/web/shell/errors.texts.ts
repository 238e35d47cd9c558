import type { TextTree } from '#web/i18n/all-texts.ts';

/** The 403 and 404 pages. */
export const errors = {
  forbiddenTitle: { zh: '没有权限', en: 'No permission' },
  forbidden: { zh: '您没有权限访问该页面。', en: 'You have no permission to open this page.' },
  forbiddenPath: { zh: '您没有权限访问 {{path}}。', en: 'You have no permission to open {{path}}.' },
  noMenu: {
    zh: '尚未给您分配任何菜单，请联系管理员。',
    en: 'No menu is assigned to you; please ask your administrator.',
  },
  notFoundTitle: { zh: '页面不存在', en: 'Page not found' },
  notFound: { zh: '您访问的页面不存在。', en: 'The page you asked for does not exist.' },
  notFoundPath: { zh: '页面 {{path}} 不存在。', en: 'There is no page {{path}}.' },
  home: { zh: '返回首页', en: 'Back to home' },
  previous: { zh: '返回上一页', en: 'Back to the previous page' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    errors: typeof errors;
  }
}
