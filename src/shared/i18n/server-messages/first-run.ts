import type { MessageTable } from './types.ts';

/** Setting up a product that has no user. */
export const firstRunMessages = {
  'firstRun.done': {
    zh: '系统已完成初始设置，请直接登录',
    en: 'The product is set up already: please sign in',
  },
  'firstRun.code': {
    zh: '设置码不正确，请查看启动时控制台显示的设置码',
    en: 'The set-up code is wrong: it is shown on the console where the product was started',
  },
  'firstRun.zone': { zh: '时区“{{zone}}”不存在', en: 'There is no time zone "{{zone}}"' },
  'firstRun.succeeded': { zh: '设置完成，欢迎使用航图', en: 'Portolan is set up. Welcome' },
} as const satisfies MessageTable;
