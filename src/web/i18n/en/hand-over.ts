import type { Messages } from '../messages.ts';
import type { handOver as zh } from '../zh/hand-over.ts';

/** Texts of the hand-over of a shift. */
export const handOver: Messages<typeof zh> = {
  shiftFrom: 'Shift began',
  hours: '{{count}} {{count, plural(one: hour; other: hours)}} ago',
  of: 'Shift of {{name}}',
  copyLink: 'Copy link',
  copyText: 'Copy as text',
  copied: 'Copied',
  send: 'Send to the next person',
  to: 'Next person',
  note: 'Note',
  chooseUser: 'Choose the next person',
  sent: 'Sent',
  sendFailed: 'Sending failed',
  sendHint:
    'The next person gets the text and the link in the inbox. Tenant notifications for "Hand-over" send it too, such as by email.',
  open: 'Open',
  openFacts: '{{total}} in total, {{high}} of high severity, {{unassigned}} unassigned, USD {{money}} at risk',
  changed: 'Changed during the shift',
  changedFacts: '{{opened}} found, {{resolved}} resolved, {{handled}} handled',
  due: 'Due within 24 hours',
  nobody: 'unassigned',
  nothing: 'Nothing',
  change: { opened: 'Found', resolved: 'Resolved', handled: 'Handled' },
  kind: {
    snoozed: 'Postponed until',
    event: 'Event due',
    arrival: 'Expected arrival',
    order: 'Order promised',
  },
};
