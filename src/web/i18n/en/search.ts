import type { Messages } from '../messages.ts';
import type { search as zh } from '../zh/search.ts';

/** Texts of search forms. */
export const search: Messages<typeof zh> = {
  search: 'Search',
  reset: 'Reset',
  more: '{{count}} more',
  less: 'Less',
  all: 'All',
  active: 'Active filters',
  remove: 'Remove filter {{label}}',
  numbersHint: 'Paste many at once',
  numbers: '{{count}} {{count, plural(one: number; other: numbers)}}',
  tooMany: 'At most {{max}}; the rest is ignored',
  tooShort: 'Enter at least {{min}} characters',
  dayHint: 'yyyy-mm-dd',
  wrongDate: 'The time format entered is incorrect',
  fromOf: '{{label}} from',
  toOf: '{{label}} to',
  ranges: 'Ranges for {{label}}',
  today: 'Today',
  lastDays: 'Last {{days}} {{days, plural(one: day; other: days)}}',
  pickFrom: 'Pick the first day…',
  pickTo: 'Pick the last day…',
  clearRange: 'Clear',
  inWords: 'Filter by a sentence',
  wordsHint: 'For example: to Los Angeles next week, not handled, Maersk. Press Enter.',
  notUnderstood: 'Not understood and ignored: {{parts}}.',
};
