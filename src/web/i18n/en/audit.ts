import type { Messages } from '../messages.ts';
import type { audit as zh } from '../zh/audit.ts';

/** Who did what: the audit view. */
export const audit: Messages<typeof zh> = {
  view: 'View',
  rowHistory: 'All changes of this row',
  requestAll: 'All changes of the same request',
  undo: 'Undo this change',
  undoTitle: 'Undo this change?',
  undoDelete: '"{{title}}" was deleted at {{time}} and will be restored.',
  undoChange: '"{{title}}" is restored to its state before the change of {{time}}; later changes are undone too.',
  undoFailed: 'The change could not be undone',
  onlyLatest: 'Only the latest {{max}} are listed; filter the list to see older ones',
  detailTitle: '{{action}}: {{entity}}',
  noChanges: 'This action changed no fields',
  field: 'Field',
  before: 'Before',
  after: 'After',
  empty: '(empty)',
  pagesAdded: 'Added: {{pages}}',
  pagesRemoved: 'Removed: {{pages}}',
  changed: '{{label}}: {{before}} → {{after}}',
  comma: ', ',
  set: '{{label}}: {{after}}',
};
