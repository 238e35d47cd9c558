import type { Messages } from '#web/i18n/messages.ts';
import type { columnFilter as zh } from '../zh/column-filter.ts';

/** Texts of filters in the heads of columns. */
export const columnFilter: Messages<typeof zh> = {
  button: 'Filter “{{name}}”',
  contains: 'Text in “{{name}}”',
  values: 'Values of “{{name}}”',
  placeholder: 'Contains',
  empty: '(empty)',
  none: 'No value contains this text',
  more: '{{count}} more; enter text to narrow them down',
  clear: 'Clear the filter',
};
