import type { MessageTable } from './types.ts';

/** Orders and references that come by e-mail: why a mail or a sheet is not taken, and the answer to the sender. */
export const mailImportMessages = {
  'mailImport.off': {
    zh: '本系统尚未开启邮件接收，请联系管理员设置 MAIL_IN_PORT 与 MAIL_IN_DOMAIN',
    en: 'This installation takes no e-mails: ask the operator to set MAIL_IN_PORT and MAIL_IN_DOMAIN',
  },
  'mailImport.badSender': {
    zh: '“{{value}}”不是邮箱地址，也不是以 @ 开头的域名',
    en: '"{{value}}" is neither an e-mail address nor a domain that begins with @',
  },
  'mailImport.publicDomain': {
    zh: '不能允许整个公共邮箱域名“{{value}}”，请逐个填写地址',
    en: '"{{value}}" is a public mail service: enter single addresses instead',
  },
  'mailImport.missingColumns': { zh: '请为以下字段选择列：{{columns}}', en: 'Choose a column for: {{columns}}' },
  'mailImport.noSuchColumn': { zh: '表格没有第 {{place}} 列', en: 'The sheet has no column {{place}}' },
  'mailImport.columnTwice': { zh: '“{{heading}}”被选择了两次', en: '"{{heading}}" is chosen twice' },
  'mailImport.noSuchField': { zh: '没有字段“{{name}}”', en: 'There is no field "{{name}}"' },
  'mailImport.notWaiting': { zh: '该附件不需要对应列', en: 'This file does not wait for a mapping' },
  'mailImport.mayNotTake': {
    zh: '您没有导入这类数据的权限，请由有权限的同事对应列',
    en: 'You may not import such data: ask a colleague who may to map the columns',
  },
  'mailImport.actNotNow': {
    zh: '该邮件的状态已变化，请刷新后再试',
    en: 'The state of this mail has changed: reload and try again',
  },
  'mailImport.saved': { zh: '邮件导入设置已保存', en: 'The settings are saved' },
  'mailImport.moved': {
    zh: '已更换地址，旧地址不再接收邮件',
    en: 'The address is changed; the former one takes nothing any more',
  },
  'mailImport.mapped': {
    zh: '列对应已保存，正在导入 {{count}} 个附件',
    en: 'The mapping is saved; {{count}} {{count, plural(one: file is; other: files are)}} being imported',
  },
  'mailImport.mail.stranger': {
    zh: '发件人不在允许的范围内，等待人工确认',
    en: 'The sender is not one of the allowed senders; a person has to accept it',
  },
  'mailImport.mail.noSender': {
    zh: '邮件没有唯一的发件人地址，等待人工确认',
    en: 'The mail does not name exactly one sender; a person has to accept it',
  },
  'mailImport.mail.unproven': {
    zh: '未能证明发件人身份（SPF/DKIM），等待人工确认',
    en: 'The sender is not proven by SPF or DKIM; a person has to accept it',
  },
  'mailImport.mail.noSheet': { zh: '邮件没有附件', en: 'The mail has no attachment' },
  'mailImport.mail.unreadable': { zh: '无法读取邮件', en: 'The mail cannot be read' },
  'mailImport.sheet.type': { zh: '只支持 xlsx 和 csv 文件', en: 'Only xlsx and csv files can be imported' },
  'mailImport.sheet.oldExcel': {
    zh: '不支持旧版 xls 文件，请另存为 xlsx 或 csv',
    en: 'Old xls files cannot be read: save it as xlsx or csv',
  },
  'mailImport.sheet.encrypted': {
    zh: '文件设有密码，请取消密码后重新发送',
    en: 'The file is protected by a password: remove the password and send it again',
  },
  'mailImport.sheet.tooLarge': { zh: '文件超过 20 MB', en: 'The file is larger than 20 MB' },
  'mailImport.sheet.inflated': { zh: '文件解压后过大，无法读取', en: 'The file is too large once unpacked' },
  'mailImport.sheet.spread': {
    zh: '工作表的列或单元格过多（{{count}}），请删除表格右侧和下方的多余内容',
    en: 'The sheet spans too many columns or cells ({{count}}): delete what stands far beside or below the table',
  },
  'mailImport.sheet.encoding': {
    zh: '无法识别文件的编码，请另存为 UTF-8',
    en: 'The encoding of the file is unknown: save it as UTF-8',
  },
  'mailImport.sheet.unreadable': {
    zh: '无法读取文件，文件可能已损坏',
    en: 'The file cannot be read; it may be damaged',
  },
  'mailImport.sheet.empty': { zh: '文件中没有数据行', en: 'The file has no rows of data' },
  'mailImport.sheet.tooMany': { zh: '数据行过多（{{count}} 行）', en: 'The sheet has too many rows ({{count}})' },
  'mailImport.sheet.merged': {
    zh: '表格含有合并单元格，请拆分后重新发送',
    en: 'The table has merged cells: split them and send it again',
  },
  'mailImport.sheet.slow': { zh: '读取文件超时', en: 'Reading the file took too long' },
  'mailImport.sheet.nestedMail': {
    zh: '附件是另一封邮件，请直接附上表格文件',
    en: 'The attachment is another e-mail: attach the sheet itself',
  },
  'mailImport.sheet.winmail': {
    zh: '附件被 Outlook 包装为 winmail.dat，请以纯文本或 HTML 格式发送',
    en: 'Outlook has wrapped the attachments as winmail.dat: send the mail as plain text or HTML',
  },
  'mailImport.sheet.failed': {
    zh: '处理时多次出错，请重新导入',
    en: 'Processing failed several times: import it again',
  },
  'mailImport.sheet.noPerson': {
    zh: '设置地址或对应列的用户已停用，请由其他用户重新对应列',
    en: 'The user who set up the address or mapped the columns is gone: another user has to map the columns',
  },
  'mailImport.sheet.mayNot': {
    zh: '设置地址或对应列的用户没有导入这类数据的权限，请由有权限的用户重新对应列',
    en: 'The user who set up the address or mapped the columns may not import such data: a user who may has to map the columns',
  },
  'mailImport.proof.aligned': { zh: '发件人已证实', en: 'The sender is proven' },
  'mailImport.proof.not': { zh: '发件人未证实', en: 'The sender is not proven' },
  'mailImport.proof.undecided': {
    zh: '域名服务未应答，无法判断发件人',
    en: 'The name service did not answer: the sender could not be checked',
  },
  'mailImport.check.pass': { zh: '通过', en: 'Passed' },
  'mailImport.check.fail': { zh: '未通过', en: 'Failed' },
  'mailImport.check.none': { zh: '未设置', en: 'Not set up' },
  'mailImport.check.undecided': { zh: '无法判断', en: 'Could not be checked' },
  'mailImport.answer.subject': { zh: '导入结果：{{subject}}', en: 'Import: {{subject}}' },
  'mailImport.answer.noSubject': { zh: '（无主题）', en: '(no subject)' },
  'mailImport.answer.intro': {
    zh: '您发送到 {{address}} 的邮件已处理。',
    en: 'Your e-mail to {{address}} has been processed.',
  },
  'mailImport.answer.counts': {
    zh: '{{name}}：导入 {{taken}} 行，无变化 {{unchanged}} 行，被拒 {{refused}} 行。',
    en: '{{name}}: {{taken}} taken, {{unchanged}} unchanged, {{refused}} refused.',
  },
  'mailImport.answer.refusedSheet': { zh: '{{name}}：未导入。{{reason}}。', en: '{{name}}: not imported. {{reason}}.' },
  'mailImport.answer.row': { zh: '　第 {{row}} 行：{{reason}}', en: '  Row {{row}}: {{reason}}' },
  'mailImport.answer.more': {
    zh: '　还有 {{count}} 行被拒，见下方链接。',
    en: '  {{count}} more refused {{count, plural(one: row; other: rows)}}: see the link below.',
  },
  'mailImport.answer.link': { zh: '明细：{{link}}', en: 'Details: {{link}}' },
  'mailImport.answer.automatic': { zh: '此邮件由系统自动发送。', en: 'This e-mail was sent automatically.' },
  'mailImport.inbox.subject': { zh: '邮件中的表格等待对应列', en: 'A sheet that came by e-mail waits for a mapping' },
  'mailImport.inbox.content': {
    zh: '{{sender}} 发来的“{{name}}”使用了新的表头，请对应列后导入。',
    en: '"{{name}}" from {{sender}} has new headings. Map its columns to import it.',
  },
} as const satisfies MessageTable;
