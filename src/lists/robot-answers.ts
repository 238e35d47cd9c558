import { declareList } from '#shared/list/declare.ts';

/** What robots brought of carriers' pages, and how far it could be read. */
export const robotAnswersList = declareList({
  name: 'robot-answers',
  call: 'rpaAnswerQuery',
  route: '/robot-answers',
  label: { zh: '机器人取回的页面', en: 'Pages from robots' },
  empty: {
    zh: '还没有机器人取回页面。登记机器人并安排计划后，取回的页面会出现在这里。',
    en: 'No pages from robots yet. Enter a robot and schedule its work; what it brings appears here.',
  },
  filledAt: { href: '/robot', label: { zh: '登记机器人', en: 'Enter robots' } },
  id: 'answerId',
  pageSize: 20,
  exported: true,
  columns: {
    receiveTime: { kind: 'instant', label: { zh: '收到时间', en: 'Received' } },
    state: {
      kind: 'code',
      label: { zh: '状态', en: 'State' },
      width: 112,
      values: {
        parsed: { zh: '已读取', en: 'Read', tone: 'ok' },
        partly: { zh: '部分读取', en: 'Partly read', tone: 'warn' },
        unknown: { zh: '查无此单', en: 'Not known', tone: 'neutral' },
        refused: { zh: '未读取', en: 'Not read', tone: 'danger' },
      },
    },
    carrierCode: { kind: 'reference', of: 'carrier', label: { zh: '承运人', en: 'Carrier' }, width: 150 },
    subjectNo: { kind: 'text', label: { zh: '单号', en: 'Number' }, width: 170, copyable: true },
    /** The version that read it; null: none did. */
    parserId: { kind: 'text', label: { zh: '解析器版本', en: 'Read by' }, width: 170, nullable: true },
    reasons: { kind: 'drawn', exported: true, label: { zh: '原因', en: 'Reason' }, width: 280 },
    events: { kind: 'number', label: { zh: '事件数', en: 'Events' } },
    refusedEvents: { kind: 'number', label: { zh: '未读行数', en: 'Rows not read' } },
    collectTime: { kind: 'instant', label: { zh: '页面时间', en: 'Seen' } },
    robotId: { kind: 'text', label: { zh: '机器人', en: 'Robot' }, width: 110 },
    jobId: { kind: 'text', label: { zh: '作业号', en: 'Job' }, width: 190, copyable: true },
    sizeBytes: { kind: 'number', label: { zh: '字节数', en: 'Bytes' } },
    parserVersion: { kind: 'number', label: { zh: '版本', en: 'Version' }, nullable: true, hidden: true },
    carrierName: { kind: 'text', label: { zh: '承运人名称', en: 'Carrier name' }, nullable: true, hidden: true },
    subject: {
      kind: 'code',
      label: { zh: '单号种类', en: 'Kind of number' },
      values: { bill: { zh: '提单或运单', en: 'Bill or waybill' }, container: { zh: '箱号', en: 'Container' } },
      hidden: true,
    },
    contentType: {
      kind: 'code',
      label: { zh: '格式', en: 'Format' },
      values: { html: { zh: 'HTML', en: 'HTML' }, json: { zh: 'JSON', en: 'JSON' } },
      hidden: true,
    },
  },
  filters: {
    keyword: { kind: 'text', label: { zh: '单号或作业号', en: 'Number or job' }, max: 60 },
    carrierCode: { kind: 'choice' },
    state: { kind: 'choice' },
    parserId: { kind: 'choice', label: { zh: '解析器', en: 'Parser' } },
    reason: { kind: 'choice', label: { zh: '原因', en: 'Reason' }, link: true },
    answerId: { kind: 'id', label: { zh: '页面编号', en: 'Page' }, link: true },
  },
  order: [['receiveTime', 'desc']],
});
