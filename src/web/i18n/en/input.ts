import type { Messages } from '#web/i18n/messages.ts';
import type { input as zh } from '../zh/input.ts';

/** Texts of widgets that are typed into: times, ports, tables. */
export const input: Messages<typeof zh> = {
  timeFormat: 'The time format entered is incorrect',
  zone: 'In local time of {{zone}}',
  noZone: 'This place has no time zone; {{zone}} is used',
  pickAll: 'Select all rows',
  pick: 'Select row {{row}}',
  cell: '{{title}}, row {{row}}',
  new: 'New',
  changed: 'Changed',
  gone: 'To delete',
};
