import type { TextTree } from '#web/i18n/all-texts.ts';

/** The frame around the pages: sidebar, header, tabs, footer. */
export const shell = {
  skipToContent: { zh: '跳到正文', en: 'Skip to content' },
  readOnly: {
    zh: '只读：服务器磁盘已满，可以查看，不能保存。磁盘有空间后请重新登录。',
    en: 'Read-only: the disk of the server is full. You can look, but nothing is saved. Sign in again once there is room.',
  },
  sharedTrace: { zh: '货物跟踪', en: 'Shipment tracking' },
  mainMenu: { zh: '主菜单', en: 'Main menu' },
  collapseMenu: { zh: '收起侧边栏', en: 'Collapse the sidebar' },
  expandMenu: { zh: '展开侧边栏', en: 'Expand the sidebar' },
  userMenu: { zh: '用户菜单', en: 'User menu' },
  admin: { zh: '管理员', en: 'Administrator' },
  user: { zh: '普通用户', en: 'User' },
  account: { zh: '账号安全', en: 'Account security' },
  changePassword: { zh: '修改密码', en: 'Change password' },
  logout: { zh: '退出登录', en: 'Sign out' },
  logoutTitle: { zh: '退出登录？', en: 'Sign out?' },
  logoutUnsaved: {
    zh: '有标签页中的内容尚未保存，退出后将丢失。',
    en: 'Some tabs have unsaved input, which will be lost.',
  },
  openTabs: { zh: '已打开的页面', en: 'Open pages' },
  closeTab: { zh: '关闭 {{title}}', en: 'Close {{title}}' },
  tabActions: { zh: '标签页操作', en: 'Tab actions' },
  closeOthers: { zh: '关闭其他', en: 'Close others' },
  closeAll: { zh: '关闭全部', en: 'Close all' },
  unsaved: { zh: '有未保存的内容', en: 'Has unsaved input' },
  dropTitle: { zh: '最多打开 {{count}} 个标签页', en: 'At most {{count}} tabs can be open' },
  dropContent: {
    zh: '打开新页面需要关闭“{{title}}”，其中有未保存的内容。是否关闭？',
    en: 'To open the new page, “{{title}}” must close, but it has unsaved input. Close it?',
  },
  dropOk: { zh: '关闭并打开', en: 'Close it and open' },
  dropCancel: { zh: '不打开', en: 'Do not open' },
  closeTabTitle: { zh: '关闭“{{title}}”？', en: 'Close “{{title}}”?' },
  closeManyTitle: {
    zh: '关闭 {{count}} 个有未保存内容的标签页？',
    en: 'Close {{count}} {{count, plural(one: tab; other: tabs)}} with unsaved input?',
  },
  permissionsChanged: {
    zh: '您的菜单权限已变更，菜单已更新',
    en: 'Your menu permissions have changed; the menu was updated',
  },
  help: { zh: '本页帮助', en: 'Help on this page' },
  find: { zh: '查找提单号、箱号或页面', en: 'Find a bill, container or page' },
  zone: {
    title: { zh: '时间显示时区', en: 'Time zone of the screen' },
    browser: { zh: '浏览器时区（{{zone}}）', en: 'Browser ({{zone}})' },
    hint: {
      zh: '不属于某个地点的时间按 {{zone}} 显示，地点的时间按当地时区显示',
      en: 'Times are shown in {{zone}}; times of a place are in its own zone',
    },
    unsaved: {
      zh: '切换时区会重新载入页面，未保存的内容将丢失。',
      en: 'The page reloads in the new zone, and unsaved input is lost.',
    },
  },
  again: {
    title: { zh: '请重新登录', en: 'Sign in again' },
    text: {
      zh: '登录已过期。重新登录后，本页和已填写的内容都会保留，请再保存一次。',
      en: 'Your session has expired. After you sign in, this page and your input are still here; then save again.',
    },
    leave: { zh: '换一个账号', en: 'Use another account' },
    oidc: {
      zh: '在新窗口中使用单点登录，完成后回到本页',
      en: 'Single sign-on in a new window; then come back to this page',
    },
  },
  connectionLost: { zh: '实时连接已断开，正在重连…', en: 'The live connection is lost; reconnecting…' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    shell: typeof shell;
  }
}
