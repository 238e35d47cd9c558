import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of the exception list and its dialogs. */
export const exceptionManage = {
  nobody: { zh: '无责任人', en: 'Nobody' },
  batchAssign: { zh: '批量分配', en: 'Assign' },
  batchUpdate: { zh: '批量更新处理状态', en: 'Update handling' },
  newRows: { zh: '{{count}} 条新异常，点击显示', en: '{{count}} new — show' },
  changedRows: { zh: '列表有更新，点击刷新', en: 'List changed — refresh' },
  regressedHint: {
    zh: '消失后又出现 {{count}} 次',
    en: 'Resolved and came back {{count}} {{count, plural(one: time; other: times)}}',
  },
  resolvedHint: { zh: '系统自动关闭，原因见该异常的页面', en: 'Closed by the system; open it for the reason' },
  newTab: { zh: '在新窗口打开', en: 'opens a new window' },
  numberCopied: {
    zh: '已复制 {{number}}，可在船公司网站粘贴查询',
    en: '{{number}} copied, ready to paste on the carrier’s site',
  },
  openTrace: { zh: '查看跟踪', en: 'Open shipment' },
  noBookingYet: { zh: '还没有任何来源给出订舱数据', en: 'No source has provided booking data yet' },
  rule: { zh: '规则：{{text}}', en: 'Rule: {{text}}' },
  action: {
    view: { zh: '查看', en: 'View' },
    assign: { zh: '分配异常记录', en: 'Assign exception record' },
    update: { zh: '更新处理状态', en: 'Update handling status' },
    record: { zh: '记录异常处理', en: 'Record exception handling' },
  },
  problem: {
    noSubscription: { zh: '无订阅记录,无法跳转详情', en: 'No subscription record, cannot jump to detail' },
    noBooking: { zh: '订阅无bk信息,无法跳转', en: 'Subscription has no bk info, cannot jump' },
    nothingToView: { zh: '订阅ID和bkId均为空', en: 'Subscription id and bkId both empty' },
    noSubscriptionId: { zh: '无订阅ID,无法记录异常处理', en: 'No subscription id, cannot record handling' },
    nothingToAssign: { zh: '请先勾选要分配的记录', en: 'Tick the records to assign first' },
    nothingToUpdate: { zh: '请先勾选要更新的记录', en: 'Tick the records to update first' },
  },
  dialog: {
    assignTitle: { zh: '分配责任人', en: 'Assign a responsible person' },
    assignCount: {
      zh: '将 {{count}} 条异常分配给：',
      en: 'Assign {{count}} {{count, plural(one: exception; other: exceptions)}} to:',
    },
    choosePerson: { zh: '请选择责任人', en: 'Please choose the responsible person' },
    assigned: { zh: '已分配 {{count}} 条', en: '{{count}} assigned' },
    assignFailed: { zh: '分配失败', en: 'Assigning failed' },
    former: { zh: '现责任人：{{names}}', en: 'Responsible now: {{names}}' },
    formerOne: { zh: '{{name}} {{count}} 条', en: '{{name}} ({{count}})' },
    chooseStatus: { zh: '请选择处理状态', en: 'Please choose a handle status' },
    updateCount: {
      zh: '更新 {{count}} 条异常的处理状态。',
      en: 'Updates the handling of {{count}} {{count, plural(one: exception; other: exceptions)}}.',
    },
    overwrites: {
      zh: '保存后，这些异常的责任人将改为 {{name}}，处理时间记为服务器当前时间；原责任人保留在历史中。',
      en: 'Saving makes {{name}} responsible for these exceptions and sets the handle time to the server time; the previous person stays in the history.',
    },
    updated: { zh: '已更新 {{count}} 条', en: '{{count}} updated' },
    partly: { zh: '已更新 {{changed}} 条，{{failed}} 条未更新', en: '{{changed}} updated, {{failed}} not' },
    saved: { zh: '保存成功', en: 'Saved' },
    updateFailed: { zh: '更新失败', en: 'Update failed' },
    failuresTitle: { zh: '未能更新的异常', en: 'Exceptions that were not updated' },
  },
  section: {
    evidence: { zh: '判断依据', en: 'Evidence' },
    expert: { zh: '专家修正', en: 'Active expert values' },
    facts: { zh: '基本信息', en: 'Facts' },
    route: { zh: '路径', en: 'Route' },
    legs: { zh: '船程', en: 'Legs' },
    containers: { zh: '集装箱', en: 'Containers' },
    milestones: { zh: '节点', en: 'Milestones' },
  },
  boxes: { zh: '涉及的箱（{{count}}）', en: 'Affected containers ({{count}})' },
  place: {
    por: { zh: '收货地', en: 'Place of receipt' },
    pol: { zh: '起运港', en: 'Port of loading' },
    pod: { zh: '目的港', en: 'Port of discharge' },
    deliveryPlace: { zh: '交货地', en: 'Place of delivery' },
  },
  leg: {
    leg: { zh: '程', en: 'Leg' },
    vessel: { zh: '船名', en: 'Vessel' },
    voyage: { zh: '航次', en: 'Voyage' },
    from: { zh: '装港', en: 'From' },
    departure: { zh: '离港', en: 'Departure' },
    to: { zh: '卸港', en: 'To' },
    arrival: { zh: '到港', en: 'Arrival' },
  },
  box: {
    number: { zh: '箱号', en: 'Container no.' },
    sizeType: { zh: '箱型', en: 'Type' },
    seal: { zh: '铅封号', en: 'Seal no.' },
    weight: { zh: '毛重 kg', en: 'Gross kg' },
    volume: { zh: '体积 m³', en: 'Volume m³' },
    milestone: { zh: '节点', en: 'Milestone' },
    port: { zh: '地点', en: 'Place' },
    time: { zh: '时间', en: 'Time' },
  },
  sources: {
    button: { zh: '数据源', en: 'Sources' },
    buttonFailing: {
      zh: '{{count}} 个数据源故障',
      en: '{{count}} {{count, plural(one: source; other: sources)}} failing',
    },
    title: { zh: '数据源状态', en: 'Sources' },
    fine: { zh: '正常', en: 'working' },
    failing: { zh: '故障', en: 'failing' },
    overdue: { zh: '滞后', en: 'behind' },
    unheard: { zh: '尚无数据', en: 'no data yet' },
    off: { zh: '停用', en: 'off' },
    lastSuccess: { zh: '最近成功', en: 'Last success' },
    never: { zh: '从未', en: 'never' },
    failures: {
      zh: '连续失败 {{count}} 次',
      en: '{{count}} {{count, plural(one: failure; other: failures)}} in a row',
    },
    overdueCount: { zh: '{{count}} 个拉取逾期', en: '{{count}} {{count, plural(one: pull; other: pulls)}} overdue' },
    refusals: { zh: '24 小时内拒收 {{count}} 条', en: '{{count}} refused in 24 h' },
    refusalTitle: { zh: '被拒收的消息', en: 'Refused messages' },
    showAll: { zh: '显示全部', en: 'Show all' },
    noRefusals: { zh: '没有被拒收的消息', en: 'No messages refused' },
    newer: { zh: '较新', en: 'Newer' },
    older: { zh: '较早', en: 'Older' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    exceptionManage: typeof exceptionManage;
  }
}
