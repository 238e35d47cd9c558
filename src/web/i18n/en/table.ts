import type { Messages } from '../messages.ts';
import type { table as zh } from '../zh/table.ts';

/** Texts of data tables: head, selection, columns, pager, keys, export. */
export const table: Messages<typeof zh> = {
  sortHint:
    'Click to sort ascending, descending, not at all; several columns may be sorted, the number tells their order',
  actions: 'Actions',
  selectRow: 'Select this row',
  selectPage: 'Select this page',
  selected: '{{count}} selected',
  selecting: 'Selecting {{known}} of {{all}}',
  selectAll: 'Select all {{count}} filtered',
  selectionLimit: 'At most {{max}} at once: the first {{max}} are selected',
  clearSelection: 'Clear',
  copy: 'Copy {{text}}',
  copied: 'Copied',
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  copyHint: 'Copy',
  views: 'Views',
  columns: {
    button: 'Columns',
    title: 'Columns',
    hint: 'Tick the columns to show; drag them or use the arrows to change their order. Kept for you here and on your other devices.',
    reset: 'Standard',
    none: 'The table has no fields shown',
    up: 'Move {{name}} up',
    down: 'Move {{name}} down',
  },
  pager: {
    total: '{{count}} in total',
    sizes: 'Rows per page',
    perPage: '{{size}} / page',
  },
  keys: {
    title: 'Keyboard',
    move: 'Move up and down',
    cell: 'Move between cells',
    open: 'Open the row',
    select: 'Select the row',
    spaceKey: 'Space',
    copy: 'Copy the cell',
    help: 'Show this help',
  },
  export: {
    title: 'Export',
    xlsx: 'Excel (.xlsx)',
    csv: 'CSV',
    running: 'Exporting, {{size}} KB',
    building: 'Building the sheet…',
    done: '{{count}} exported',
    failed: 'Export failed',
    tooMany: 'A sheet holds {{max}} rows, these are {{total}}: export CSV or filter more',
  },
};
