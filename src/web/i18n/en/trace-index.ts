import type { Messages } from '#web/i18n/messages.ts';
import type { traceIndex as zh } from '../zh/trace-index.ts';

/** The tracking list and what is pasted into it. */
export const traceIndex: Messages<typeof zh> = {
  open: 'Open shipment',
  add: 'Add tracking',
  exceptions: '{{count}} {{count, plural(one: exception; other: exceptions)}}',
  boxesArrived: '{{done}} of {{count}} {{count, plural(one: container; other: containers)}} arrived',
  boxesSince: '{{arrived}}, first {{first}}',
  title: 'Paste references to track',
  hint: 'Paste any text: numbers, an email, a table, a chat. Up to {{max}} references are read.',
  text: 'Text with references',
  marked: 'Position in the text',
  recognise: 'Read',
  failed: 'The action failed',
  subscribeFailed: 'Subscribing failed',
  nothing: 'No bill or container was found.',
  subscribe: 'Track {{count}}',
  none: 'Choose at least one reference',
  autoCarrier: 'Recognised by Freightower',
  noCarrier: 'Choose a carrier for each chosen reference',
  created: '{{count}} {{count, plural(one: reference is; other: references are)}} tracked now',
  direction: 'Direction',
  directionOpen: 'Not specified',
  choose: 'Choose {{number}}',
  tracked: 'Tracked already',
  column: { number: 'Reference', kind: 'Kind', carrier: 'Carrier', certainty: 'Carrier is', result: 'Remark' },
  kind: { bill: 'Bill / booking', container: 'Container', airWaybill: 'Air waybill' },
  certainty: { certain: 'Certain', likely: 'Likely', lessor: 'Leased box', unknown: 'Unknown' },
  problem: {
    duplicate: 'Repeats no. {{row}}',
    checkDigit: 'Wrong check digit; it can still be tracked',
    containerShape: 'A container is 4 letters and 7 digits',
    otherMode: 'Not a sea reference',
    tooMany: 'More than {{max}}; ignored',
  },
};
