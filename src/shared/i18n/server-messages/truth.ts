import type { MessageTable } from './types.ts';

/** Texts about trust in sources, runs that recompute shipments, and unknown ports. */
export const truthMessages = {
  'task.refusion': { zh: '重新融合', en: 'Recomputing shipments' },
  'precedence.badOrder': {
    zh: '“{{attribute}}”的数据源顺序不正确：{{problem}}',
    en: 'The order of sources for {{attribute}} is not valid: {{problem}}',
  },
  'precedence.problem.unknown_attribute': { zh: '没有这个字段', en: 'unknown attribute' },
  'precedence.problem.not_every_source': {
    zh: '每个数据源类型必须出现且只出现一次',
    en: 'every source type must occur exactly once',
  },
  'precedence.problem.expert_first': { zh: '专家值必须排在首位', en: 'experts must come first' },
  'precedence.changedMeanwhile': {
    zh: '优先级已被他人修改，请刷新后再保存',
    en: 'Somebody else has changed the order in the meantime; reload and try again',
  },
  'precedence.nothingChanged': { zh: '与当前生效的优先级相同，无需保存', en: 'This order is already in force' },
  'world.platformOnly': {
    zh: '模拟世界的时钟由平台管理员设置',
    en: 'Only platform administrators can set the clock of the simulated world',
  },
  'precedence.platformOnly': {
    zh: '此设置对所有租户生效，仅平台人员可以修改',
    en: 'This applies to all tenants; only platform users can change it',
  },
  'precedence.saved': {
    zh: '优先级已保存，正在重新融合 {{count}} 票货物',
    en: 'Order saved; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being recomputed',
  },
  'precedence.started': {
    zh: '正在重新融合 {{count}} 票货物',
    en: '{{count}} {{count, plural(one: shipment is; other: shipments are)}} being recomputed',
  },
  'refusion.superseded': { zh: '已由新的任务代替', en: 'Replaced by a newer run' },
  'refusion.ended': { zh: '该任务已结束', en: 'This run has already ended' },
  'refusion.cancelled': {
    zh: '任务已取消，已处理的货物保持现状',
    en: 'Cancelled; shipments already recomputed stay as they are',
  },
  'unknownPort.noSuchPort': { zh: '没有代码为 {{code}} 的港口', en: 'Port {{code}} does not exist' },
  'unknownPort.noSuchMilestone': { zh: '没有代码为 {{code}} 的海运节点', en: 'There is no sea milestone {{code}}' },
  'unknownPort.notOfKind': {
    zh: '港口代码只能对应港口，动态用语只能对应节点',
    en: 'A port code can be mapped to a port only, words for a move to a milestone only',
  },
  'unknownPort.changedMeanwhile': {
    zh: '已被他人处理，请刷新后再试',
    en: 'Somebody else has handled this in the meantime; reload and try again',
  },
  'unknownPort.notMapped': { zh: '没有映射可以撤销', en: 'There is no mapping to undo' },
  'unknownPort.mapped': {
    zh: '已映射到 {{code}}，正在修复 {{count}} 票货物',
    en: 'Mapped to {{code}}; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being corrected',
  },
  'unknownPort.markedNoPort': {
    zh: '已标记为无对应，正在更新 {{count}} 票货物',
    en: 'Marked as having no match; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being updated',
  },
  'unknownPort.unmapped': {
    zh: '映射已撤销，正在还原 {{count}} 票货物',
    en: 'Mapping undone; {{count}} {{count, plural(one: shipment is; other: shipments are)}} being recomputed without it',
  },
} as const satisfies MessageTable;
