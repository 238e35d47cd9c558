import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of data tables: head, selection, columns, pager, keys, export. */
export const table = {
  sortHint: {
    zh: '点击排序：升序、降序、取消；可按多列排序，序号为先后',
    en: 'Click to sort ascending, descending or not at all; with several sorted columns the number shows their order',
  },
  actions: { zh: '操作', en: 'Actions' },
  selectRow: { zh: '选择此行', en: 'Select this row' },
  selectPage: { zh: '选择本页', en: 'Select this page' },
  selected: { zh: '已选 {{count}} 条', en: '{{count}} selected' },
  selecting: { zh: '正在选择 {{known}} / {{all}}', en: 'Selecting {{known}} of {{all}}' },
  selectAll: { zh: '选择全部 {{count}} 条筛选结果', en: 'Select all {{count}} filtered' },
  selectionLimit: {
    zh: '一次最多选择 {{max}} 条，已选前 {{max}} 条',
    en: 'At most {{max}} at once: the first {{max}} are selected',
  },
  clearSelection: { zh: '清空选择', en: 'Clear' },
  copy: { zh: '复制 {{text}}', en: 'Copy {{text}}' },
  copied: { zh: '已复制', en: 'Copied' },
  copyHint: { zh: '复制', en: 'Copy' },
  asTable: { zh: '显示为表格', en: 'Show as a table' },
  views: { zh: '视图', en: 'Views' },
  board: {
    earlier: { zh: '更早 {{count}}', en: '{{count}} earlier' },
    later: { zh: '更晚 {{count}}', en: '{{count}} later' },
    thisWeek: { zh: '本周', en: 'this week' },
    openWeek: {
      zh: '{{week}} 起的一周：在表格中查看 {{count}} 条',
      en: 'Week of {{week}}: show {{count}} in the table',
    },
    openOverdue: { zh: '已逾期：在表格中查看 {{count}} 条', en: 'Overdue: show {{count}} in the table' },
    more: { zh: '还有 {{count}} 条', en: '{{count}} more' },
  },
  columns: {
    button: { zh: '列设置', en: 'Columns' },
    title: { zh: '列设置', en: 'Columns' },
    hint: {
      zh: '勾选要显示的列，拖动或用箭头调整顺序。设置保存在本机，并随您的账号同步。',
      en: 'Tick the columns to show; drag them or use the arrows to reorder. Saved for you on all your devices.',
    },
    reset: { zh: '恢复默认', en: 'Reset' },
    none: { zh: '表格没有显示任何字段', en: 'The table has no fields shown' },
    up: { zh: '上移 {{name}}', en: 'Move {{name}} up' },
    down: { zh: '下移 {{name}}', en: 'Move {{name}} down' },
  },
  pager: {
    total: { zh: '共 {{count}} 条', en: '{{count}} in total' },
    sizes: { zh: '每页条数', en: 'Rows per page' },
    perPage: { zh: '{{size}} 条/页', en: '{{size}} / page' },
    jump: { zh: '跳至', en: 'Go to' },
    page: { zh: '页', en: 'page' },
  },
  walk: {
    previous: { zh: '上一条', en: 'Previous' },
    next: { zh: '下一条', en: 'Next' },
    place: { zh: '第 {{place}} / {{total}} 条', en: '{{place}} of {{total}}' },
  },
  unfold: { zh: '展开或收起', en: 'Expand or collapse' },
  expand: { zh: '展开 {{name}}', en: 'Expand {{name}}' },
  collapse: { zh: '收起 {{name}}', en: 'Collapse {{name}}' },
  keys: {
    title: { zh: '键盘操作', en: 'Keyboard' },
    move: { zh: '上下移动', en: 'Move up and down' },
    cell: { zh: '左右移动到单元格', en: 'Move between cells' },
    open: { zh: '打开当前行', en: 'Open the row' },
    select: { zh: '选择当前行', en: 'Select the row' },
    spaceKey: { zh: '空格', en: 'Space' },
    copy: { zh: '复制当前单元格', en: 'Copy the cell' },
    help: { zh: '显示本说明', en: 'Show this help' },
  },
  export: {
    title: { zh: '导出', en: 'Export' },
    xlsx: { zh: 'Excel (.xlsx)', en: 'Excel (.xlsx)' },
    csv: { zh: 'CSV', en: 'CSV' },
    parquet: { zh: 'Parquet', en: 'Parquet' },
    waiting: { zh: '正在准备导出…', en: 'Preparing the export…' },
    running: { zh: '正在导出 {{done}} / {{total}}', en: 'Exporting {{done}} of {{total}}' },
    done: { zh: '已导出 {{count}} 条', en: '{{count}} exported' },
    failed: { zh: '导出失败', en: 'Export failed' },
    cancelled: { zh: '已取消导出', en: 'Export cancelled' },
    mine: { zh: '我的导出', en: 'My exports' },
    none: { zh: '最近没有导出', en: 'No recent exports' },
    list: { zh: '列表', en: 'List' },
    kind: { zh: '格式', en: 'Format' },
    state: { zh: '状态', en: 'State' },
    rows: { zh: '行数', en: 'Rows' },
    size: { zh: '大小', en: 'Size' },
    orderedAt: { zh: '导出时间', en: 'Exported at' },
    keptUntil: { zh: '保留至', en: 'Kept until' },
    act: { zh: '操作', en: 'Actions' },
    download: { zh: '下载', en: 'Download' },
    states: {
      waiting: { zh: '等待中', en: 'Waiting' },
      running: { zh: '进行中', en: 'Running' },
      done: { zh: '已完成', en: 'Done' },
      failed: { zh: '失败', en: 'Failed' },
      cancelled: { zh: '已取消', en: 'Cancelled' },
    },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    table: typeof table;
  }
}
