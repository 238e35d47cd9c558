import { declareList } from '#shared/list/declare.ts';

/** Mails with orders or references that a tenant received. */
export const receivedMailsList = declareList({
  name: 'received-mails',
  call: 'receivedMail.list',
  path: '/api/data/mailImport/query',
  menus: ['/mail-import'],
  route: '/mail-import',
  label: { zh: '邮件导入', en: 'Import by e-mail' },
  empty: {
    zh: '还没有收到邮件。请把带表格附件的邮件发送到上方地址。',
    en: 'No e-mails yet. Send an e-mail with a sheet attached to the address above.',
  },
  id: 'mailId',
  pageSize: 20,
  exported: true,
  columns: {
    receivedTime: { kind: 'instant', label: { zh: '收到时间', en: 'Received' }, sortable: true },
    state: {
      kind: 'code',
      label: { zh: '状态', en: 'State' },
      width: 110,
      values: {
        received: { zh: '待读取', en: 'Waiting', tone: 'info' },
        held: { zh: '已隔离', en: 'In quarantine', tone: 'warn' },
        unmapped: { zh: '待对应列', en: 'Map the columns', tone: 'warn' },
        working: { zh: '导入中', en: 'Importing', tone: 'info' },
        done: { zh: '已导入', en: 'Imported', tone: 'ok' },
        partly: { zh: '部分导入', en: 'Partly imported', tone: 'warn' },
        refused: { zh: '未导入', en: 'Not imported', tone: 'danger' },
        rejected: { zh: '已拒绝', en: 'Rejected', tone: 'neutral' },
      },
    },
    sender: {
      kind: 'text',
      label: { zh: '发件人', en: 'Sender' },
      width: 210,
      nullable: true,
      missing: { zh: '未知', en: 'Unknown' },
      copyable: true,
    },
    subject: { kind: 'text', label: { zh: '主题', en: 'Subject' }, width: 260, grow: true, nullable: true },
    reason: { kind: 'text', label: { zh: '说明', en: 'Note' }, width: 280, nullable: true },
    sheets: { kind: 'number', whole: true, label: { zh: '附件', en: 'Files' }, width: 80 },
    taken: { kind: 'number', whole: true, label: { zh: '已导入行', en: 'Rows taken' }, width: 104 },
    unchanged: { kind: 'number', whole: true, label: { zh: '无变化行', en: 'Unchanged' }, width: 104 },
    refused: { kind: 'number', whole: true, label: { zh: '被拒行', en: 'Rows refused' }, width: 110 },
    answer: {
      kind: 'code',
      label: { zh: '回复', en: 'Answer' },
      width: 96,
      values: {
        none: { zh: '未回复', en: 'None', tone: 'neutral' },
        waiting: { zh: '待发送', en: 'Waiting', tone: 'info' },
        sent: { zh: '已发送', en: 'Sent', tone: 'ok' },
        failed: { zh: '发送失败', en: 'Failed', tone: 'danger' },
      },
    },
    tenantName: { kind: 'text', label: { zh: '租户', en: 'Tenant' }, width: 140 },
  },
  filters: {
    /** Found in senders, subjects and names of files. */
    keyword: { kind: 'text', label: { zh: '发件人、主题或文件名', en: 'Sender, subject or file' }, max: 60 },
    state: { kind: 'choice' },
    /** Answers and messages link to one mail. */
    mailId: { kind: 'id', link: true, label: { zh: '邮件', en: 'E-mail' } },
    received: { kind: 'range', wire: ['from', 'to'], label: { zh: '收到时间', en: 'Received' } },
  },
  order: [['receivedTime', 'desc']],
});
