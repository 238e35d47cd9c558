import type { TextTree } from '#web/i18n/all-texts.ts';

/** Orders and references that come as sheets by e-mail. */
export const mailImport = {
  off: {
    zh: '本系统尚未开启邮件接收。请运维人员设置 MAIL_IN_PORT 与 MAIL_IN_DOMAIN，见“设置”文档。',
    en: 'This installation does not receive e-mail. Ask the operator to set MAIL_IN_PORT and MAIL_IN_DOMAIN.',
  },
  none: {
    zh: '还没有导入地址。管理员建立地址后，ERP 或同事即可将表格发送到该地址。',
    en: 'There is no address yet. Once an administrator creates one, an ERP or a colleague can send sheets to it.',
  },
  address: { zh: '导入地址', en: 'Address' },
  stopped: { zh: '已停用', en: 'Switched off' },
  by: { zh: '以 {{name}} 的权限导入', en: 'Imports with the rights of {{name}}' },
  make: { zh: '建立地址', en: 'Create an address' },
  settings: { zh: '设置', en: 'Settings' },
  view: { zh: '查看', en: 'View' },
  download: { zh: '下载原始邮件', en: 'Download the e-mail' },
  failed: { zh: '操作失败，请重试', en: 'That did not work; try again' },
  setup: {
    title: { zh: '邮件导入设置', en: 'Import by e-mail' },
    active: { zh: '接收邮件', en: 'Receive e-mails' },
    users: {
      zh: '本租户用户的邮箱始终可以发送：{{list}}',
      en: 'Users of the tenant may always send: {{list}}',
    },
    noUsers: {
      zh: '本租户的用户都没有登记邮箱，请在下方填写发件人。',
      en: 'No user of the tenant has an e-mail address: enter the senders below.',
    },
    senders: { zh: '其他允许的发件人', en: 'Other senders' },
    sendersHint: {
      zh: '每行一个邮箱地址，或以 @ 开头的整个域名，如 @supplier.example。其他人的邮件会被隔离，由您确认。',
      en: 'One address a line, or a whole domain that begins with @, such as @supplier.example. Mails of others go into quarantine until somebody accepts them.',
    },
    proof: { zh: '仅接受身份已证实的发件人（SPF/DKIM）', en: 'Accept only proven senders (SPF or DKIM)' },
    proofHint: {
      zh: '邮件直接送达本系统时建议开启；经其他服务器转发时 SPF 会失败。',
      en: 'Recommended where mails come directly to this server; SPF fails for mails that other servers forward.',
    },
    change: { zh: '更换地址', en: 'Change the address' },
    changeTitle: { zh: '更换导入地址？', en: 'Change the address?' },
    changeText: {
      zh: '旧地址立即失效，发件人需要改用新地址。',
      en: 'The old address stops working at once; senders have to use the new one.',
    },
    mappings: { zh: '已知的表头', en: 'Known headings' },
    noMappings: { zh: '还没有对应过列。', en: 'No columns have been mapped yet.' },
    kind: { zh: '内容', en: 'Content' },
    columns: { zh: '列', en: 'Columns' },
    person: { zh: '对应人', en: 'Mapped by' },
    time: { zh: '时间', en: 'Time' },
    forget: { zh: '删除', en: 'Delete' },
    forgetTitle: { zh: '删除这一列对应？', en: 'Delete this mapping?' },
    forgetText: {
      zh: '下次收到相同表头的表格时需要重新对应。',
      en: 'The next sheet with these headings waits for a mapping again.',
    },
  },
  kind: { references: { zh: '提单与箱号', en: 'References' }, orders: { zh: '订单', en: 'Orders' } },
  drawer: {
    title: { zh: '邮件', en: 'E-mail' },
    sheets: { zh: '附件', en: 'Files' },
    noSheets: { zh: '没有附件。', en: 'No files.' },
    facts: { zh: '邮件信息', en: 'About the e-mail' },
    answer: { zh: '回复', en: 'Answer' },
    noAnswer: { zh: '尚未回复。', en: 'Not answered.' },
    answerFailed: { zh: '回复发送失败：{{reason}}', en: 'The answer could not be sent: {{reason}}' },
    senderName: { zh: '发件人名称', en: 'Name of the sender' },
    envelope: { zh: '退信地址', en: 'Return path' },
    to: { zh: '收件地址', en: 'Sent to' },
    from: { zh: '来源服务器', en: 'Server' },
    encrypted: { zh: '加密传输', en: 'Encrypted' },
    plain: { zh: '未加密传输', en: 'Not encrypted' },
    size: { zh: '大小', en: 'Size' },
    proof: { zh: '身份验证', en: 'Sender checked' },
    notChecked: { zh: '未验证', en: 'Not checked' },
    decidedBy: { zh: '处理人', en: 'Decided by' },
    again: { zh: '重新导入', en: 'Import again' },
    accept: { zh: '接受并导入', en: 'Accept and import' },
    reject: { zh: '拒绝', en: 'Reject' },
    rejectTitle: { zh: '拒绝这封邮件？', en: 'Reject this e-mail?' },
    rejectText: {
      zh: '附件不会导入，发件人不会收到回复。',
      en: 'Nothing of it is imported, and the sender gets no answer.',
    },
    map: { zh: '对应列', en: 'Map the columns' },
    mapAgain: { zh: '重新对应', en: 'Map again' },
    file: { zh: '下载', en: 'Download' },
    counts: {
      zh: '共 {{rows}} 行：导入 {{taken}}，无变化 {{unchanged}}，被拒 {{refused}}',
      en: '{{rows}} {{rows, plural(one: row; other: rows)}}: {{taken}} taken, {{unchanged}} unchanged, {{refused}} refused',
    },
    person: { zh: '以 {{name}} 的名义', en: 'In the name of {{name}}' },
    row: { zh: '行', en: 'Row' },
    reason: { zh: '原因', en: 'Reason' },
    more: { zh: '还有 {{count}} 行未列出。', en: '{{count}} more {{count, plural(one: row; other: rows)}} not shown.' },
    refusals: { zh: '被拒的行', en: 'Refused rows' },
    state: {
      waiting: { zh: '待处理', en: 'Waiting' },
      unmapped: { zh: '待对应列', en: 'Map the columns' },
      working: { zh: '导入中', en: 'Importing' },
      done: { zh: '已导入', en: 'Imported' },
      refused: { zh: '未导入', en: 'Not imported' },
    },
  },
  mapping: {
    title: { zh: '对应列：{{name}}', en: 'Map the columns of {{name}}' },
    intro: {
      zh: '请确认每个字段在哪一列。表头相同的表格以后会自动导入，以您的权限进行。',
      en: 'Check which column holds which field. Sheets with the same headings are imported from then on, with your rights.',
    },
    kind: { zh: '表格内容', en: 'What the sheet holds' },
    mayNot: { zh: '您没有导入这类数据的权限。', en: 'You may not import such data.' },
    noColumn: { zh: '无此列', en: 'No column' },
    unnamed: { zh: '第 {{number}} 列', en: 'Column {{number}}' },
    sample: { zh: '{{name}}（如 {{example}}）', en: '{{name}} (such as {{example}})' },
    by: {
      name: { zh: '按名称', en: 'By name' },
      content: { zh: '按内容', en: 'By content' },
      memory: { zh: '上次的选择', en: 'As before' },
    },
    first: {
      zh: '前 {{count}} 行（共 {{total}} 行）',
      en: 'First {{count}} of {{total}} {{total, plural(one: row; other: rows)}}',
    },
    ok: { zh: '保存并导入', en: 'Save and import' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    mailImport: typeof mailImport;
  }
}
