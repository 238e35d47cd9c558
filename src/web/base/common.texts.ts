import type { TextTree } from '#web/i18n/all-texts.ts';

/** Words used on many screens. */
export const common = {
  productName: { zh: '航图 Portolan', en: 'Portolan' },
  language: { zh: '语言', en: 'Language' },
  lightTheme: { zh: '切换为浅色', en: 'Switch to light' },
  darkTheme: { zh: '切换为深色', en: 'Switch to dark' },
  ok: { zh: '确定', en: 'OK' },
  cancel: { zh: '取消', en: 'Cancel' },
  save: { zh: '保存', en: 'Save' },
  edit: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  close: { zh: '关闭', en: 'Close' },
  retry: { zh: '重试', en: 'Retry' },
  refresh: { zh: '刷新', en: 'Refresh' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
  copyFailed: { zh: '复制失败，请手动选择文本', en: 'Copying failed; please select the text by hand' },
  noData: { zh: '暂无数据', en: 'No data' },
  loading: { zh: '加载中…', en: 'Loading…' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
  select: { zh: '请选择', en: 'Please select' },
  enter: { zh: '请输入', en: 'Please enter' },
  dismiss: { zh: '关闭提示', en: 'Dismiss' },
  failed: { zh: '操作失败，请稍后重试', en: 'That did not work; please try again later' },
  because: { zh: '{{what}}：{{why}}', en: '{{what}}: {{why}}' },
  networkFailed: {
    zh: '网络连接失败，请检查网络后重试',
    en: 'No connection to the server; please check the network and try again',
  },
  timedOut: { zh: '请求超时，服务器 {{seconds}} 秒内没有响应', en: 'The server did not answer within {{seconds}} s' },
  noPermission: { zh: '您没有权限执行此操作', en: 'You have no permission to do this' },
  serverFailed: {
    zh: '服务器出错了（HTTP {{httpStatus}}），请稍后重试',
    en: 'The server reported a problem (HTTP {{httpStatus}}); please try again later',
  },
  loadFailed: { zh: '加载失败', en: 'Loading failed' },
  pageCrashed: { zh: '页面出错了', en: 'Something went wrong on this page' },
  pageCrashedHint: {
    zh: '其他标签页不受影响，可以重新加载本页。',
    en: 'The other tabs are not affected. You can reload this page.',
  },
  notFetched: { zh: '这部分内容没有取到。', en: 'This part could not be loaded.' },
  notFetchedHint: {
    zh: '网络恢复后会自动加载，已填写的内容不受影响。',
    en: 'It loads automatically when the connection is back; your input is not affected.',
  },
  partCrashed: {
    zh: '这部分出错了，页面上的其他内容不受影响。',
    en: 'This part failed; the rest of the page is not affected.',
  },
  languageNotFetched: {
    zh: '语言没有切换：{{language}} 的文字需要从服务器获取，但现在连接不上。请在网络恢复后再试。',
    en: 'The language was not switched: the server with its texts ({{language}}) cannot be reached. Try again when the connection is back.',
  },
  reloadPage: { zh: '重新加载本页', en: 'Reload this page' },
  newer: {
    zh: '{{who}} 刚刚保存了：{{what}}。您的内容仍在；再次保存将以您的内容为准。',
    en: '{{who}} has just saved: {{what}}. Your input is still here; saving again overwrites that change.',
  },
  newerBySystem: {
    zh: '系统刚刚更新了这条数据，现在是：{{what}}。您的内容仍在；再次保存将以您的内容为准。',
    en: 'The system has just updated this record. It is now: {{what}}. Your input is still here; saving again overwrites that update.',
  },
  nothing: { zh: '（空）', en: '(nothing)' },
  unsavedTitle: { zh: '放弃未保存的内容？', en: 'Discard unsaved input?' },
  unsavedContent: { zh: '关闭后，已填写但尚未保存的内容将丢失。', en: 'Your unsaved input will be lost.' },
  discard: { zh: '放弃', en: 'Discard' },
  keepEditing: { zh: '继续编辑', en: 'Keep editing' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    common: typeof common;
  }
}
