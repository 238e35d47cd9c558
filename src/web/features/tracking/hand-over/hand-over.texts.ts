import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of the hand-over of a shift. */
export const handOver = {
  shiftFrom: { zh: '班次开始于', en: 'Shift began' },
  hours: { zh: '{{count}} 小时前', en: '{{count}} {{count, plural(one: hour; other: hours)}} ago' },
  of: { zh: '班次负责人：{{name}}', en: 'Shift of {{name}}' },
  copyLink: { zh: '复制链接', en: 'Copy link' },
  copyText: { zh: '复制为文本', en: 'Copy as text' },
  copied: { zh: '已复制', en: 'Copied' },
  send: { zh: '发送给接班人', en: 'Send to the next person' },
  to: { zh: '接班人', en: 'Next person' },
  note: { zh: '备注', en: 'Note' },
  chooseUser: { zh: '请选择接班人', en: 'Choose the next person' },
  sent: { zh: '已发送', en: 'Sent' },
  sendFailed: { zh: '发送失败', en: 'Sending failed' },
  sendHint: {
    zh: '接班人会在站内消息中收到文本和链接；租户的反馈定义如订阅了“交接班”，会同时以邮件等方式发送。',
    en: 'The next person gets the text and the link in the inbox. Tenant notifications for "Hand-over" send it too, such as by email.',
  },
  open: { zh: '未完结', en: 'Open' },
  openFacts: {
    zh: '共 {{total}} 条，严重 {{high}} 条，无责任人 {{unassigned}} 条，可能损失 USD {{money}}',
    en: '{{total}} in total, {{high}} of high severity, {{unassigned}} unassigned, USD {{money}} at risk',
  },
  changed: { zh: '班内变化', en: 'Changed during the shift' },
  changedFacts: {
    zh: '新增 {{opened}} 条，消除 {{resolved}} 条，处理 {{handled}} 条',
    en: '{{opened}} found, {{resolved}} resolved, {{handled}} handled',
  },
  due: { zh: '24 小时内到期', en: 'Due within 24 hours' },
  nobody: { zh: '无责任人', en: 'unassigned' },
  nothing: { zh: '没有', en: 'Nothing' },
  change: {
    opened: { zh: '新增', en: 'Found' },
    resolved: { zh: '消除', en: 'Resolved' },
    handled: { zh: '处理', en: 'Handled' },
  },
  kind: {
    snoozed: { zh: '暂缓到期', en: 'Postponed until' },
    event: { zh: '事件处理时限', en: 'Event due' },
    arrival: { zh: '预计到港', en: 'Expected arrival' },
    order: { zh: '订单承诺交付', en: 'Order promised' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    handOver: typeof handOver;
  }
}
