import type { Messages } from '#web/i18n/messages.ts';
import type { expert as zh } from '../zh/expert.ts';

/** Texts of expert values: correcting, switching on and off, history. */
export const expert: Messages<typeof zh> = {
  title: 'Expert data',
  selfTitle: 'Self-service expert data',
  field: 'Field',
  shown: 'Shown',
  automatic: 'Automatic',
  expert: 'Expert value',
  by: 'By',
  use: 'Use expert value',
  edit: 'Correct',
  clear: 'Clear this field',
  cleared: '(cleared)',
  save: 'Save',
  leg: 'Leg {{number}}',
  box: 'Container {{number}}',
  event: '{{status}} {{port}} {{box}}',
  history: 'History of corrections',
  historyEmpty: 'No corrections yet.',
  undo: 'Undo',
  zone: 'Local time of {{zone}}',
  timeFormat: 'The time format entered is incorrect',
  onlyChanged: 'Only corrected fields',
  nothingChanged: 'No field was corrected.',
  kind: {
    entered: 'Entered',
    changed: 'Changed',
    enabled: 'Switched on',
    disabled: 'Switched off',
    dropped: 'Removed by recomputing',
    restored: 'Restored',
    undone: 'Undone',
  },
  none: 'none',
  off: '{{value}} (off)',
};
