import { declareList } from '#shared/list/declare.ts';

/** Ports that sources name by codes nobody knows, with what was decided about each. */
export const unknownPortsList = declareList({
  name: 'unknownPorts',
  call: 'unknownPortQuery',
  route: '/unknown-ports',
  label: { zh: '未识别港口与用语', en: 'Unknown ports and words' },
  empty: {
    zh: '没有未识别的内容。来源出现无法识别的港口代码或动态用语时，会在这里汇总。',
    en: 'Nothing is unknown. Codes of ports and words for moves appear here as soon as a source uses one that is not known.',
  },
  filledAt: { href: '/sources', label: { zh: '查看数据源', en: 'See the sources' } },
  id: 'unknownPortId',
  pageSize: 20,
  exported: true,
  columns: {
    rawCode: { kind: 'text', label: { zh: '来源的写法', en: 'As written' }, width: 140, copyable: true },
    /** Whether a port is named so, or something that happened. */
    kind: {
      kind: 'code',
      label: { zh: '类别', en: 'Kind' },
      width: 88,
      values: {
        port: { zh: '港口', en: 'Port', tone: 'neutral' },
        word: { zh: '动态用语', en: 'Words for a move', tone: 'neutral' },
      },
    },
    source: { kind: 'text', at: 'sourceName', label: { zh: '来源', en: 'Source' }, width: 150 },
    state: {
      kind: 'code',
      label: { zh: '状态', en: 'State' },
      width: 100,
      values: {
        open: { zh: '待处理', en: 'Open', tone: 'warn' },
        mapped: { zh: '已映射', en: 'Mapped', tone: 'ok' },
        not_port: { zh: '无对应', en: 'No match', tone: 'neutral' },
      },
    },
    /** The port that the code is mapped to, or the milestone that the words mean. */
    port: { kind: 'drawn', exported: true, label: { zh: '对应', en: 'Means' }, width: 160 },
    /** Shipments of the caller's tenants whose record names it. */
    shipments: { kind: 'number', whole: true, label: { zh: '货物', en: 'Shipments' }, width: 88 },
    /** Of these, those that wait for being made again. */
    waiting: { kind: 'number', whole: true, label: { zh: '待修复', en: 'To correct' }, width: 88 },
    tenants: { kind: 'number', whole: true, label: { zh: '租户', en: 'Tenants' }, width: 88 },
    /** What the sources call the place besides. */
    places: { kind: 'drawn', exported: true, label: { zh: '地点文字', en: 'Place as text' }, width: 200 },
    /** Guesses are made for a page of rows; a file would need them for all. */
    guess: { kind: 'drawn', label: { zh: '最可能的港口', en: 'Most likely port' }, width: 160 },
    /** Progress of a correction that is under way or was the last one. */
    run: { kind: 'drawn', label: { zh: '修复进度', en: 'Correction' }, width: 110 },
    firstSeenTime: { kind: 'instant', label: { zh: '首次出现', en: 'First seen' }, nullable: true },
    lastSeenTime: { kind: 'instant', label: { zh: '最近出现', en: 'Last seen' }, nullable: true },
    mappedBy: { kind: 'text', label: { zh: '处理人', en: 'Decided by' }, width: 120, nullable: true },
    mapTime: { kind: 'instant', label: { zh: '处理时间', en: 'Decided at' }, nullable: true },
  },
  filters: {
    keyword: { kind: 'text', label: { zh: '代码或来源', en: 'Code or source' }, max: 100 },
    kind: { kind: 'choice' },
    state: { kind: 'choice' },
  },
  /** Codes that nobody has decided about come before all others. */
  order: [['shipments', 'desc']],
});
