import type { MessageTable } from './types.ts';

/** Versions of packages. */
export const versionMessages = {
  'version.used': {
    zh: '版本 {{version}} 已被作业使用，不能修改，请新建版本',
    en: 'Jobs have run version {{version}}: it stays as it is, make a new one',
  },
  'version.oneWork': { zh: '处理程序和脚本只能填写一项', en: 'A version has a handler or a script, not both' },
  'version.saved': { zh: '执行内容保存成功', en: 'What the version runs was saved' },
  'version.noScript': { zh: '该版本没有脚本，无法试运行', en: 'The version has no script to try' },
  'version.nothingToTry': {
    zh: '没有可供试运行的作业：该产品的其他脚本版本尚未成功执行过',
    en: 'There is nothing to try it on: no script of another version of the package has succeeded yet',
  },
  'version.trying': {
    zh: '已开始 {{count}} 次试运行',
    en: '{{count}} {{count, plural(one: trial; other: trials)}} were started',
  },
  'version.notAvailable': {
    zh: '版本 {{version}} 的状态不是可用，不能发布',
    en: 'Version {{version}} is not available and is not released',
  },
  'version.released': {
    zh: '已发布，{{count}} 个流程改用此版本',
    en: 'Released: {{count}} {{count, plural(one: process; other: processes)}} run this version from now on',
  },
} as const satisfies MessageTable;
