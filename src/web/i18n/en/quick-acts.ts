import type { Messages } from '#web/i18n/messages.ts';
import type { quickActs as zh } from '../zh/quick-acts.ts';

/** Texts of handling an exception by a single key. */
export const quickActs: Messages<typeof zh> = {
  status: 'Set to "{{status}}"',
  assignToMe: 'Assign to me',
  mine: 'Assigned to me',
  undo: 'Undo',
  undoLast: 'Undo the last action',
  undone: 'Undone: {{name}}',
  undoFailed: 'Undoing failed',
  nothingToUndo: 'There is nothing to undo',
  updateFailed: 'Update failed',
  assignFailed: 'Assigning failed',
};
