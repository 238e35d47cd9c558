import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of incidents: exceptions of one cause, and why an exception is here. */
export const exceptionIncidents = {
  group: {
    label: { zh: '分组方式', en: 'Grouping' },
    exceptions: { zh: '按异常', en: 'Exceptions' },
    incidents: { zh: '按原因', en: 'Incidents' },
  },
  escalatingHint: { zh: '严重程度上升', en: 'It got worse' },
  counted: { zh: '未关闭 {{open}}，累计 {{total}}', en: '{{open}} open of {{total}}' },
  moreTypes: { zh: '等 {{count}} 类', en: 'and more, {{count}} in all' },
  action: {
    view: { zh: '查看异常', en: 'Show its exceptions' },
    expand: { zh: '展开异常', en: 'Expand' },
    list: { zh: '在列表中打开', en: 'Open in the list' },
    mine: { zh: '分配给我', en: 'Assign to me' },
    assign: { zh: '分配', en: 'Assign' },
    update: { zh: '更新状态', en: 'Update status' },
    comment: { zh: '评论', en: 'Comment' },
    snooze: { zh: '搁置', en: 'Snooze' },
    wake: { zh: '取消搁置', en: 'End snooze' },
  },
  parts: { zh: '各租户', en: 'Tenants' },
  partsOf: {
    zh: '显示未关闭异常最多的 {{shown}} 个租户，共 {{total}} 个',
    en: 'Tenants with most open exceptions: {{shown}} of {{total}}',
  },
  waiting: { zh: '等待数据的票数', en: 'Shipments waiting for data' },
  withException: { zh: '有异常的票数', en: 'Bookings with an exception' },
  map: { zh: '地图', en: 'Map' },
  members: { zh: '组内异常', en: 'Exceptions of the incident' },
  memberColumn: {
    number: { zh: '单号', en: 'Number' },
    type: { zh: '异常类型', en: 'Type' },
    detail: { zh: '异常明细', en: 'Detail' },
    state: { zh: '状态', en: 'State' },
    person: { zh: '责任人', en: 'Responsible' },
  },
  shownOf: { zh: '显示前 {{shown}} 条，共 {{total}} 条', en: 'The first {{shown}} of {{total}}' },
  snoozedUntil: { zh: '搁置至 {{time}}', en: 'Snoozed until {{time}}' },
  snoozed: { zh: '搁置至恶化', en: 'Snoozed until it gets worse' },
  dialog: {
    assign: { zh: '分配整组异常', en: 'Assign the whole incident' },
    handle: { zh: '更新整组异常的处理状态', en: 'Update the status of the whole incident' },
    comment: { zh: '评论整组异常', en: 'Comment on the whole incident' },
    snooze: { zh: '搁置整组异常', en: 'Snooze the whole incident' },
    scope: {
      zh: '作用于该组全部 {{count}} 条未关闭异常，每条都会记入历史。',
      en: 'Applies to all {{count}} open exceptions of the incident and is recorded in the history of each.',
    },
    commentText: { zh: '评论内容', en: 'Comment' },
    commentRequired: { zh: '请填写评论内容', en: 'Please write a comment' },
    until: { zh: '最长搁置', en: 'At most for' },
    untilWorse: { zh: '直到恶化', en: 'Until it gets worse' },
    hours: { zh: '{{count}} 小时', en: '{{count}} {{count, plural(one: hour; other: hours)}}' },
    days: { zh: '{{count}} 天', en: '{{count}} {{count, plural(one: day; other: days)}}' },
    snoozeNote: {
      zh: '异常恶化时会提前恢复为未处理；问题消失时自动关闭。',
      en: 'Exceptions that get worse come back earlier as untreated; exceptions that are gone close automatically.',
    },
    failed: { zh: '操作失败', en: 'The action failed' },
    left: { zh: '还有 {{count}} 条，继续处理', en: '{{count}} more in progress' },
  },
  why: {
    title: { zh: '产生原因', en: 'Why it was raised' },
    reason: { zh: '状态', en: 'Development' },
    threshold: { zh: '触发阈值', en: 'Threshold' },
    money: { zh: '可能损失', en: 'Possible cost' },
    reached: { zh: '{{measured}}，达到阈值 {{limit}}', en: '{{measured}}: the threshold of {{limit}} is reached' },
    measured: {
      zh: '{{measured}}，超出阈值 {{limit}} 达 {{over}}',
      en: '{{measured}}: {{over}} above the threshold of {{limit}}',
    },
    below: {
      zh: '剩余 {{measured}}，低于阈值 {{limit}} 达 {{over}}',
      en: '{{measured}} left: {{over}} below the threshold of {{limit}}',
    },
    days: { zh: '{{count}} 天', en: '{{count}} {{count, plural(one: day; other: days)}}' },
    times: { zh: '{{count}} 次', en: '{{count}} {{count, plural(one: time; other: times)}}' },
    incident: { zh: '所属异常组', en: 'Part of' },
    incidentText: {
      zh: '{{text}}（共 {{count}} 票受影响）',
      en: '{{text}} ({{count}} {{count, plural(one: booking; other: bookings)}})',
    },
    alone: { zh: '仅涉及本票', en: 'Only this booking' },
    life: { zh: '经过', en: 'History' },
    system: { zh: '系统', en: 'System' },
    kinds: {
      opened: { zh: '发现异常', en: 'Found' },
      resolved: { zh: '自动关闭', en: 'Closed automatically' },
      regressed: { zh: '再次出现', en: 'Came back' },
      escalated: { zh: '严重程度上升', en: 'Got worse' },
      assigned: { zh: '分配责任人', en: 'Assigned' },
      handled: { zh: '处理', en: 'Handled' },
      snoozed: { zh: '搁置', en: 'Snoozed' },
      woken: { zh: '恢复为未处理', en: 'Untreated again' },
      undone: { zh: '撤销', en: 'Undone' },
      causes: { zh: '记录原因', en: 'Causes recorded' },
      comment: { zh: '评论', en: 'Comment' },
      other: { zh: '更新', en: 'Changed' },
    },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    exceptionIncidents: typeof exceptionIncidents;
  }
}
