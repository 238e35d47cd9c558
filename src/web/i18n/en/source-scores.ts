import type { Messages } from '#web/i18n/messages.ts';
import type { sourceScores as zh } from '../zh/source-scores.ts';

/** Scores of sources. */
export const sourceScores: Messages<typeof zh> = {
  about:
    'Scores compare source times with what happened: for actual departures and arrivals, the first time a source reported while the shipment was tracked (right within 6 hours); for expected arrivals, the time reported 3 days before arrival (right within 24 hours).',
  sample:
    'The latest {{examined}} of {{arrived}} {{arrived, plural(one: shipment; other: shipments)}} that arrived while tracked',
  carrier: 'Carrier',
  all: 'All',
  empty: 'Scores count shipments that arrived after tracking began; there is none yet.',
  emptyOf:
    '{{arrived}} {{arrived, plural(one: shipment; other: shipments)}} arrived after tracking began, but no source gave these times while they were tracked, so there are no scores.',
  table: 'Scores of sources',
  column: {
    time: 'Time',
    carrier: 'Carrier',
    source: 'Source',
    shipments: 'Shipments',
    words: 'Times reported',
    first: 'First reported',
    error: 'Median error',
    right: 'Right',
  },
  early: '{{span}} before',
  late: '{{span}} after',
  attribute: { atd: 'Actual departure', ata: 'Actual arrival', eta: 'Expected arrival' },
  advice: 'Recommended order of sources',
  adviceText: '{{attribute}}: the scores suggest the order {{order}}',
  noAdvice: 'The scores support the current order of sources.',
  preview: 'Preview',
};
