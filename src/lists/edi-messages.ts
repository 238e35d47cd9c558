import { declareList } from '#shared/list/declare.ts';

/** EDI messages: what came in and went out, what became of it and why. */
export const ediMessagesList = declareList({
  name: 'edi-manager',
  call: 'ediQuery',
  route: '/edi-manager',
  label: { zh: 'EDI 报文', en: 'EDI messages' },
  empty: {
    zh: '还没有报文。把 EDIFACT 文件拖到这里，或放入 EDI 目录。',
    en: 'There are no messages yet. Drop EDIFACT files here, or put them into the EDI folder.',
  },
  id: 'id',
  pageSize: 20,
  lastPage: 5_000,
  exported: true,
  columns: {
    receivedTime: { kind: 'instant', label: { zh: '时间', en: 'Time' }, sortable: true },
    state: {
      kind: 'code',
      label: { zh: '状态', en: 'State' },
      width: 104,
      values: {
        received: { zh: '待处理', en: 'Waiting', tone: 'info' },
        parsed: { zh: '已处理', en: 'Done', tone: 'ok' },
        partly: { zh: '部分处理', en: 'Partly done', tone: 'warn' },
        refused: { zh: '已拒绝', en: 'Refused', tone: 'danger' },
        duplicate: { zh: '重复', en: 'Duplicate', tone: 'neutral' },
        held: { zh: '暂存', en: 'On hold', tone: 'warn' },
        sent: { zh: '已发送', en: 'Sent', tone: 'ok' },
      },
    },
    messageType: { kind: 'text', label: { zh: '报文类型', en: 'Type' }, width: 104, nullable: true },
    reasons: { kind: 'drawn', exported: true, label: { zh: '原因', en: 'Reasons' }, width: 300 },
    partnerName: { kind: 'text', label: { zh: '伙伴', en: 'Partner' }, width: 168, nullable: true },
    documentNo: { kind: 'text', label: { zh: '单证号', en: 'Document' }, width: 190, nullable: true, copyable: true },
    /** Events reported; of these tied to shipments, without a subscription yet, and refused. */
    events: { kind: 'number', label: { zh: '事件', en: 'Events' }, width: 92 },
    applied: { kind: 'number', label: { zh: '已使用', en: 'Used' }, width: 92 },
    waiting: { kind: 'number', label: { zh: '无订阅', en: 'Unmatched' }, width: 92 },
    refusedEvents: { kind: 'number', label: { zh: '未采用', en: 'Not taken' }, width: 92 },
    controlRef: {
      kind: 'text',
      label: { zh: '控制号', en: 'Control ref.' },
      width: 140,
      nullable: true,
      copyable: true,
    },
    messageRef: { kind: 'text', label: { zh: '报文编号', en: 'Message ref.' }, width: 110, nullable: true },
    sender: { kind: 'text', label: { zh: '发送方', en: 'Sender' }, width: 130, nullable: true },
    receiver: { kind: 'text', label: { zh: '接收方', en: 'Receiver' }, width: 130, nullable: true },
    direction: {
      kind: 'code',
      label: { zh: '方向', en: 'Direction' },
      width: 84,
      values: { in: { zh: '接收', en: 'In' }, out: { zh: '发送', en: 'Out' } },
    },
    way: {
      kind: 'code',
      label: { zh: '途径', en: 'Way' },
      width: 90,
      values: {
        folder: { zh: '目录', en: 'Folder' },
        upload: { zh: '上传', en: 'Upload' },
        send: { zh: '发送', en: 'Sent' },
      },
    },
    fileName: { kind: 'text', label: { zh: '文件', en: 'File' }, width: 220 },
    tenantName: { kind: 'text', label: { zh: '租户', en: 'Tenant' }, width: 140, nullable: true },
    messageVersion: { kind: 'text', label: { zh: '版本', en: 'Version' }, nullable: true, hidden: true },
    partnerCode: { kind: 'text', label: { zh: '伙伴代码', en: 'Code of the partner' }, nullable: true, hidden: true },
    problemCount: { kind: 'number', label: { zh: '问题数', en: 'Problems' }, hidden: true },
    /** Id of the message that this one repeats. */
    duplicateOf: { kind: 'text', label: { zh: '重复于', en: 'Repeats' }, nullable: true, hidden: true },
  },
  filters: {
    /** Found in references, container numbers, control numbers, senders, file names. */
    keyword: { kind: 'text', label: { zh: '单号或箱号', en: 'Number or file' }, max: 60 },
    state: { kind: 'choice' },
    messageType: { kind: 'choice' },
    direction: { kind: 'choice' },
    partner: { kind: 'choice', label: { zh: '伙伴', en: 'Partner' } },
    received: { kind: 'range', wire: ['from', 'to'], label: { zh: '接收时间', en: 'Received' } },
    /** Counts above the list link to the messages of one reason. */
    reason: { kind: 'choice', label: { zh: '原因', en: 'Reason' }, link: true },
  },
  order: [['receivedTime', 'desc']],
});
