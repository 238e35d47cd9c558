import type { Messages } from '#web/i18n/messages.ts';
import type { sourceScores as zh } from '../zh/source-scores.ts';

/** Scores of sources. */
export const sourceScores: Messages<typeof zh> = {
  about:
    'Sources are scored by what proved true: actual departures and arrivals by the first time a source gave while the shipment was tracked (right within 6 hours), expected arrivals by the time it gave 3 days before the arrival (right within 24 hours).',
  sample:
    'The newest {{examined}} of {{arrived}} {{arrived, plural(one: shipment; other: shipments)}} that arrived while they were tracked',
  carrier: 'Carrier',
  all: 'All',
  empty: 'No shipment has arrived yet, so there is nothing to score.',
  table: 'Scores of sources',
  column: {
    carrier: 'Carrier',
    source: 'Source',
    shipments: 'Shipments',
    words: 'Times told',
    first: 'First told',
    error: 'Median error',
    right: 'Right',
  },
  early: '{{hours}} h before',
  late: '{{hours}} h after',
  hours: '{{hours}} h',
  attribute: { atd: 'Actual departure', ata: 'Actual arrival', eta: 'Expected arrival' },
  advice: 'Advice for the order of sources',
  adviceText: '{{attribute}}: the scores speak for the order {{order}}',
  noAdvice: 'The scores do not speak for another order of sources.',
  preview: 'Preview',
};
