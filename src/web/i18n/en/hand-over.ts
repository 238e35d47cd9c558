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
  sendFailed: 'It could not be sent',
  sendHint:
    'They get the text and the link in their inbox. Notifications of the tenant that listen to "Hand-over" send it too, such as by e-mail.',
  open: 'Open',
  openFacts:
    '{{total}} in all, {{high}} of high severity, {{unassigned}} without anybody responsible, USD {{money}} at risk',
  changed: 'Changed during the shift',
  changedFacts: '{{opened}} found, {{resolved}} resolved, {{handled}} handled',
  due: 'Due within 24 hours',
  nobody: 'nobody responsible',
  nothing: 'Nothing',
  change: { opened: 'Found', resolved: 'Resolved', handled: 'Handled' },
  kind: {
    snoozed: 'Postponed until',
    event: 'Event to handle by',
    arrival: 'Expected arrival',
    order: 'Order promised',
  },
};
