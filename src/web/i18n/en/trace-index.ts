import type { Messages } from '#web/i18n/messages.ts';
import type { traceIndex as zh } from '../zh/trace-index.ts';

/** The tracking list and what is pasted into it. */
export const traceIndex: Messages<typeof zh> = {
  open: 'Open trace',
  add: 'Track',
  exceptions: '{{count}} {{count, plural(one: exception; other: exceptions)}}',
  title: 'Paste references to track',
  hint: 'Paste anything: numbers, a mail, a table, a chat. Up to {{max}} references are read.',
  text: 'Text with references',
  marked: 'Where they stand in the text',
  recognise: 'Read',
  failed: 'That failed',
  nothing: 'No bill or container was found.',
  subscribe: 'Track {{count}}',
  none: 'Choose at least one reference',
  noCarrier: 'Choose a carrier for each chosen reference',
  created: '{{count}} {{count, plural(one: reference is; other: references are)}} tracked now',
  direction: 'Direction',
  directionOpen: 'Not said',
  choose: 'Choose {{number}}',
  tracked: 'Tracked already',
  column: { number: 'Reference', kind: 'Kind', carrier: 'Carrier', certainty: 'Carrier is', result: 'Remark' },
  kind: { bill: 'Bill / booking', container: 'Container', airWaybill: 'Air waybill' },
  certainty: { certain: 'Certain', likely: 'Likely', unknown: 'Unknown' },
  problem: {
    duplicate: 'Repeats no. {{row}}',
    checkDigit: 'Check digit is wrong; it can be tracked all the same',
    containerShape: 'A container is 4 letters and 7 digits',
    otherMode: 'Not a sea reference',
    tooMany: 'Beyond {{max}}; left out',
  },
};
