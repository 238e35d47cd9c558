import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of links to a trace, of what sources stated, and of cut-offs. */
export const traceSharing = {
  share: {
    open: { zh: '分享', en: 'Share' },
    title: { zh: '分享这票货的跟踪', en: 'Share the trace of this shipment' },
    about: {
      zh: '拿到链接的人无需登录即可只读查看这一票货的路线、节点和船位；看不到来源、异常、租户和人员信息。',
      en: 'Anyone with the link can view the route, milestones and vessel of this shipment without signing in, but cannot change anything. Sources, exceptions, your company and its people are not shown.',
    },
    days: { zh: '有效期', en: 'Valid for' },
    dayCount: { zh: '{{count}} 天', en: '{{count}} {{count, plural(one: day; other: days)}}' },
    note: { zh: '给谁（仅自己可见）', en: 'Recipient (only visible to you)' },
    noteExample: { zh: '如：收货人 张先生', en: 'Such as: consignee, Mr Zhang' },
    make: { zh: '创建链接', en: 'Create a link' },
    makeFailed: { zh: '创建链接失败', en: 'The link could not be created' },
    none: { zh: '还没有链接。', en: 'No links yet.' },
    copy: { zh: '复制链接', en: 'Copy link' },
    copied: { zh: '链接已复制', en: 'Link copied' },
    revoke: { zh: '停用', en: 'End' },
    revokeTitle: { zh: '停用这个链接？', en: 'Revoke this link?' },
    revokeContent: {
      zh: '停用后立即失效，已经拿到链接的人不能再查看。',
      en: 'It stops working at once for everybody.',
    },
    revokeFailed: { zh: '停用失败', en: 'The link could not be revoked' },
    until: { zh: '有效至', en: 'Valid until' },
    revoked: { zh: '已停用', en: 'ended' },
    expired: { zh: '已过期', en: 'expired' },
    views: { zh: '查看 {{count}} 次', en: 'opened {{count}} {{count, plural(one: time; other: times)}}' },
    by: { zh: '{{user}} 创建于', en: 'Created by {{user}}' },
    withoutNote: { zh: '未注明对象', en: 'No recipient' },
  },
  raw: {
    open: { zh: '查看原文', en: 'Raw data' },
    title: { zh: '{{source}} 的原文与解析', en: '{{source}}: as received and as parsed' },
    understood: { zh: '解析结果', en: 'As parsed' },
    received: { zh: '收到的原文', en: 'As received' },
    about: { zh: '内容', en: 'What' },
    value: { zh: '该来源', en: 'This source' },
    fused: { zh: '融合结果', en: 'Fused value' },
    differs: { zh: '不同', en: 'differs' },
    differences: {
      zh: '与融合结果不同 {{count}} 项，共 {{total}} 项',
      en: '{{count}} of {{total}} {{total, plural(one: value; other: values)}} differ from the fused ones',
    },
    noRecord: { zh: '这个来源还没有可用的记录。', en: 'There is no record of this source yet.' },
    noAnswer: { zh: '没有保存这个来源的原文。', en: 'No answer of this source is stored.' },
    via: {
      pull: { zh: '查询获得', en: 'pulled' },
      push: { zh: '对方推送', en: 'pushed to us' },
    },
    size: { zh: '{{size}} KB', en: '{{size}} KB' },
    truncated: { zh: '内容过长，只显示开头部分', en: 'Too long to show in full; only the beginning is shown' },
    byRobot: { zh: '由机器人 {{robot}} 采集', en: 'Collected by robot {{robot}}' },
    page: { zh: '查看页面', en: 'View page' },
    job: { zh: '查看作业 #{{job}}', en: 'See job #{{job}}' },
  },
  cutoff: {
    tab: { zh: '截止时间', en: 'Cut-offs' },
    none: { zh: '还没有截止时间', en: 'No cut-offs yet' },
    noneText: {
      zh: '数据源尚未提供，可按订舱确认书等文件填写。',
      en: 'No source has reported any. Enter them from the booking confirmation or another document.',
    },
    add: { zh: '填写截止时间', en: 'Enter a cut-off' },
    edit: { zh: '修改', en: 'Change' },
    remove: { zh: '删除', en: 'Remove' },
    kind: { zh: '类型', en: 'Kind' },
    time: { zh: '时间', en: 'Time' },
    timeHint: {
      zh: '起运港当地时间，如 2026-03-01 18:00',
      en: 'Local time of the port of loading, such as 2026-03-01 18:00',
    },
    paper: { zh: '依据文件', en: 'Document' },
    paperExample: { zh: '如：订舱确认书 SO123', en: 'Such as: booking confirmation SO123' },
    save: { zh: '保存', en: 'Save' },
    saveFailed: { zh: '保存失败', en: 'The cut-off could not be saved' },
    wrongTime: { zh: '时间格式不正确', en: 'Invalid time' },
    left: { zh: '还剩 {{time}}', en: '{{time}} left' },
    over: { zh: '已过 {{time}}', en: '{{time}} ago' },
    source: { zh: '{{paper}} · {{user}} 录入', en: '{{paper}} · entered by {{user}}' },
    sourceless: { zh: '{{user}} 录入', en: 'Entered by {{user}}' },
    told: { zh: '来自 {{source}}', en: 'Reported by {{source}}' },
    toldBeside: { zh: '{{source}} 给出', en: '{{source}} reports' },
  },
  shared: {
    readOnly: { zh: '只读分享', en: 'Shared, read only' },
    expires: { zh: '链接有效至', en: 'Link valid until' },
    gone: { zh: '链接无法打开', en: 'This link cannot be opened' },
    noLink: { zh: '地址里没有分享链接的内容，请完整复制链接。', en: 'The link is incomplete. Please copy it in full.' },
    updated: { zh: '数据更新于', en: 'Updated' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    traceSharing: typeof traceSharing;
  }
}
