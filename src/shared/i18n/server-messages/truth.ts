import type { MessageTable } from './types.ts';

/** Texts about trust in sources, runs of re-fusion and unknown ports. */
export const truthMessages = {
  'task.refusion': { zh: '重新融合', en: 'Fusing shipments again' },
  'precedence.badOrder': {
    zh: '“{{attribute}}”的数据源顺序不正确：{{problem}}',
    en: 'The order of sources for {{attribute}} is not right: {{problem}}',
  },
  'precedence.problem.unknown_attribute': { zh: '没有这个字段', en: 'there is no such attribute' },
  'precedence.problem.not_every_source': {
    zh: '每个数据源类型必须出现且只出现一次',
    en: 'every type of source has to be named exactly once',
  },
  'precedence.problem.expert_first': { zh: '专家值必须排在首位', en: 'experts have to come first' },
  'precedence.changedMeanwhile': {
    zh: '优先级已被他人修改，请刷新后再保存',
    en: 'Somebody else has changed the order meanwhile; reload and try again',
  },
  'precedence.nothingChanged': { zh: '与当前生效的优先级相同，无需保存', en: 'This is the order in force already' },
  'world.platformOnly': {
    zh: '模拟世界的时钟由平台管理员设置',
    en: 'The clock of the simulated world is set by administrators of the platform',
  },
  'precedence.platformOnly': {
    zh: '此设置对所有租户生效，仅平台人员可以修改',
    en: 'This concerns all tenants; only people of the platform can change it',
  },
  'precedence.saved': {
    zh: '优先级已保存，正在重新融合 {{count}} 票货物',
    en: 'The order is saved; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being fused again',
  },
  'precedence.started': {
    zh: '正在重新融合 {{count}} 票货物',
    en: '{{count}} {{count, plural(one: shipment is; other: shipments are)}} being fused again',
  },
  'refusion.superseded': { zh: '已由新的任务代替', en: 'A newer run has taken its place' },
  'refusion.ended': { zh: '该任务已结束', en: 'This run has ended already' },
  'refusion.cancelled': { zh: '任务已取消，已处理的货物保持现状', en: 'Called off; what was fused again stays so' },
  'unknownPort.noSuchPort': { zh: '没有代码为 {{code}} 的港口', en: 'There is no port {{code}}' },
  'unknownPort.changedMeanwhile': {
    zh: '该港口已被他人处理，请刷新后再试',
    en: 'Somebody else has dealt with this port meanwhile; reload and try again',
  },
  'unknownPort.notMapped': { zh: '该港口没有映射可以撤销', en: 'There is no mapping to take back' },
  'unknownPort.mapped': {
    zh: '已映射到 {{code}}，正在修复 {{count}} 票货物',
    en: 'Mapped to {{code}}; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being healed',
  },
  'unknownPort.markedNoPort': {
    zh: '已标记为非港口，正在更新 {{count}} 票货物',
    en: 'Marked as no port; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being updated',
  },
  'unknownPort.unmapped': {
    zh: '映射已撤销，正在还原 {{count}} 票货物',
    en: 'The mapping was taken back; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being made again without it',
  },
} as const satisfies MessageTable;
