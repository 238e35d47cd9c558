import type { TextTree } from '#web/i18n/all-texts.ts';

/** The outbox of notifications, and sending tests. */
export const outbox = {
  notification: { zh: '通知', en: 'Notification' },
  view: { zh: '查看', en: 'View' },
  replay: { zh: '重新发送', en: 'Send again' },
  replayTitle: {
    zh: '重新发送 {{count}} 条通知？',
    en: 'Send {{count}} {{count, plural(one: notification; other: notifications)}} again?',
  },
  replayContent: {
    zh: '将以同一个通知编号再发一次，接收方可据此识别重复。',
    en: 'It is sent with the same id, so that the receiver can recognise the repetition.',
  },
  replayFailed: { zh: '重新发送失败', en: 'Could not be sent again' },
  webhookId: { zh: '通知编号', en: 'Webhook id' },
  content: { zh: '内容', en: 'Content' },
  attempts: { zh: '发送记录', en: 'Attempts' },
  noAttempts: { zh: '尚未发送', en: 'Not sent yet' },
  milliseconds: { zh: '{{ms}} 毫秒', en: '{{ms}} ms' },
  bySystem: { zh: '系统', en: 'System' },
  received: { zh: '接收方收到的内容', en: 'Received by the receiver' },
  receivedHint: {
    zh: '由模拟世界的接收方提供，用于查看对方实际收到了什么。',
    en: 'Reported by the receivers of the simulated world.',
  },
  nothingReceived: { zh: '接收方没有收到这条通知', en: 'The receiver did not get this notification' },
  answered: { zh: '应答 {{answer}}', en: 'answered {{answer}}' },
  attempt: {
    number: { zh: '次序', en: 'No.' },
    time: { zh: '时间', en: 'Time' },
    result: { zh: '结果', en: 'Result' },
    code: { zh: '应答码', en: 'Code' },
    duration: { zh: '耗时', en: 'Took' },
    answer: { zh: '原因与应答', en: 'Reason and answer' },
    actor: { zh: '发起人', en: 'By' },
  },
  result: {
    running: { zh: '发送中', en: 'Running' },
    sent: { zh: '已送达', en: 'Delivered' },
    failed: { zh: '失败', en: 'Failed' },
    unknown: { zh: '未知', en: 'Unknown' },
  },
  kind: {
    mail: { zh: '邮件', en: 'E-mail' },
    webhook: { zh: '网络回调', en: 'Webhook' },
    dingtalk: { zh: '钉钉', en: 'DingTalk' },
    wecom: { zh: '企业微信', en: 'WeCom' },
    feishu: { zh: '飞书', en: 'Feishu' },
    slack: { zh: 'Slack', en: 'Slack' },
    teams: { zh: 'Teams', en: 'Teams' },
  },
  signature: {
    valid: { zh: '签名有效', en: 'Signature valid' },
    invalid: { zh: '签名不符', en: 'Signature wrong' },
    missing: { zh: '未签名', en: 'Not signed' },
    late: { zh: '签名过期', en: 'Signature too old' },
  },
  test: {
    action: { zh: '发送测试', en: 'Send test' },
    form: { zh: '按当前内容发送测试', en: 'Send a test with this input' },
    outbox: { zh: '查看发件箱', en: 'Open outbox' },
    title: { zh: '测试结果：{{name}}', en: 'Result of the test: {{name}}' },
    failed: { zh: '测试通知发送失败', en: 'The test could not be sent' },
    delivered: { zh: '已送达', en: 'Delivered' },
    notDelivered: { zh: '未送达', en: 'Not delivered' },
    address: { zh: '发往', en: 'Sent to' },
    answer: { zh: '对方应答', en: 'Answer' },
    noAnswer: { zh: '无应答', en: 'No answer' },
    duration: { zh: '耗时', en: 'Took' },
    sent: { zh: '实际发送的内容', en: 'Sent content' },
    text: { zh: '通知内容', en: 'Notification text' },
    nothingSent: { zh: '没有发出任何内容', en: 'Nothing was sent' },
    again: { zh: '再试一次', en: 'Try again' },
  },
  placeholder: {
    title: {
      zh: '点击占位符，插入到主题或内容的光标处',
      en: 'Click a placeholder to insert it at the cursor in the subject or content',
    },
    preview: { zh: '预览（以示例数据填充）', en: 'Preview with sample values' },
    name: {
      process: { zh: '流程或异常类型', en: 'Process or type' },
      tenant: { zh: '租户', en: 'Tenant' },
      status: { zh: '状态', en: 'Status' },
      jobId: { zh: '编号', en: 'Number' },
      time: { zh: '时间', en: 'Time' },
      error: { zh: '错误或异常明细', en: 'Error or detail' },
      link: { zh: '链接', en: 'Link' },
      severity: { zh: '严重程度', en: 'Severity' },
      billNo: { zh: '提单号', en: 'Bill no.' },
      containerNo: { zh: '箱号', en: 'Container no.' },
      carrier: { zh: '船公司', en: 'Carrier' },
      vessel: { zh: '船名', en: 'Vessel' },
      voyage: { zh: '航次', en: 'Voyage' },
    },
    sample: {
      process: { zh: '到港延误', en: 'Arrival delay' },
      tenant: { zh: '海帆供应链', en: 'Haifan Supply Chain' },
      status: { zh: '新异常', en: 'New exception' },
      jobId: { zh: '10086', en: '10086' },
      time: { zh: '2026-03-01 08:30', en: '2026-03-01 08:30' },
      error: { zh: '到港晚 3 天', en: 'Arrival 3 days late' },
      link: { zh: 'https://portolan.example/exception-manage', en: 'https://portolan.example/exception-manage' },
      severity: { zh: '高', en: 'High' },
      billNo: { zh: 'MERI123456789', en: 'MERI123456789' },
      containerNo: { zh: 'MERU1234567', en: 'MERU1234567' },
      carrier: { zh: 'MERI', en: 'MERI' },
      vessel: { zh: 'MERIDIAN STAR', en: 'MERIDIAN STAR' },
      voyage: { zh: '412W', en: '412W' },
    },
  },
  kindHelp: {
    title: { zh: '所选方式的地址和认证信息', en: 'Address and credential of the chosen type' },
    address: { zh: '反馈地址', en: 'Address' },
    secret: { zh: '认证信息', en: 'Credential' },
    noSecret: { zh: '此方式没有认证信息，请留空。', en: 'This type has none: leave it empty.' },
    markup: {
      zh: '内容中可用 **粗体**、[文字](https://…)、# 标题和 > 引用，会按各聊天软件的格式发送；过长的内容会截断。内容里没有的提单号、船名等和链接附在后面。',
      en: 'The content may use **bold**, [text](https://…), # heading and > quote; each chat program gets them in its own format, and what is too long is cut. Bill, vessel and so on, and the link, are added where the content has none.',
    },
  },
  secret: {
    make: { zh: '生成网络回调密钥', en: 'Create a webhook secret' },
    hint: {
      zh: '请复制到“认证信息”并交给接收方；保存后不再显示。轮换时把新旧两个都填上，以空格分隔，新的在前。',
      en: 'Copy it into the credential and give it to the receiver; it is not shown after saving. To rotate, enter both secrets separated by a space, the new one first.',
    },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    outbox: typeof outbox;
  }
}
