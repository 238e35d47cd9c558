import type { Text } from '../text.ts';

/** Texts about detection rules and their runs. */
export const autotestMessages = {
  'rule.unknown': { zh: '没有检测规则 {{code}}', en: 'Detection rule {{code}} does not exist' },
  'rule.nothingSet': { zh: '请设置开关或至少一个阈值', en: 'Set the switch or at least one threshold' },
  'rule.unknownThreshold': { zh: '规则没有阈值 {{name}}', en: 'The rule has no threshold {{name}}' },
  'rule.outOfRange': {
    zh: '{{label}}应在 {{min}} 到 {{max}} 之间',
    en: '{{label}} must be between {{min}} and {{max}}',
  },
  'rule.notAStep': { zh: '{{label}}应为 {{step}} 的倍数', en: '{{label}} must be a multiple of {{step}}' },
  'rule.noLevel': { zh: '按航线设置时须同时指定租户和船公司', en: 'Settings of a lane need a tenant and a carrier' },
  'rule.badLane': {
    zh: '航线应写作“装港-卸港”，如 CNSHA-NLRTM',
    en: 'A lane is written as two ports, such as CNSHA-NLRTM',
  },
  'rule.scopeTaken': { zh: '这一层级已有设置，请直接修改', en: 'This level already has settings; change those' },
  'rule.sharedReadOnly': {
    zh: '对所有租户生效的设置只能由平台人员修改',
    en: 'Only platform users can change settings for all tenants',
  },
  'rule.saved': {
    zh: '规则设置已保存，正在重新检测 {{count}} 票',
    en: 'Settings saved; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being checked again',
  },
  'rule.removed': {
    zh: '规则设置已删除，正在重新检测 {{count}} 票',
    en: 'Settings removed; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being checked again',
  },
  'rule.restored': {
    zh: '规则设置已恢复，正在重新检测 {{count}} 票',
    en: 'Settings restored; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being checked again',
  },
  'rule.nothingToUndo': { zh: '没有可撤销的修改', en: 'There is nothing to undo' },
  'rule.runStarted': { zh: '试运行已开始', en: 'The test has started' },
  'rule.runCancelled': { zh: '试运行已取消', en: 'The test was cancelled' },
  'rule.runOver': { zh: '运行已结束，无法取消', en: 'The run has ended and cannot be cancelled' },
  'rule.tooManyRuns': {
    zh: '您已有 {{max}} 个试运行在进行，请等待其结束',
    en: 'You have {{max}} tests running; wait for one to finish',
  },
} as const satisfies Record<string, Text>;
