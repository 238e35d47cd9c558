import type { Messages } from '../messages.ts';
import type { sailingSubscriptions as zh } from '../zh/sailing-subscriptions.ts';

/** Subscribed sailings. */
export const sailingSubscriptions: Messages<typeof zh> = {
  add: 'Subscribe to sailings',
  edit: 'Change the period',
  editTitle: 'Change the period: {{name}}',
  cancel: 'Cancel',
  cancelQuestion: 'Cancel the subscription of {{name}}?',
  isCancelled: 'Cancelled; subscribe again if you need it',
  unchanged: 'no change since subscription',
  allChanges: 'All changes',
  changeCount: 'show all ({{count}})',
  period: 'Period',
  made: 'Subscribed',
  change: { time: 'Known since', field: 'What', oldValue: 'Before', newValue: 'After', shift: 'Moved by' },
  shift: '{{days}} d',
  failed: { subscribe: 'Subscribing failed', modify: 'Modifying failed', cancel: 'Cancelling failed' },
  form: {
    carrierCode: 'Carrier',
    vesselName: 'Vessel',
    voyage: 'Voyage',
    portCode: 'Port',
    effectiveDate: 'Takes effect',
    expiryDate: 'Expires',
    remove: 'Remove row {{number}}',
    more: 'Add another ({{count}}/10)',
  },
  value: {
    vessel: 'vessel',
    voyage: 'voyage',
    terminal: 'terminal',
    omitted: 'omitted',
    plannedArrival: 'planned arrival',
    estimatedArrival: 'estimated arrival',
    actualArrival: 'actual arrival',
    plannedDeparture: 'planned departure',
    estimatedDeparture: 'estimated departure',
    actualDeparture: 'actual departure',
  },
};
