import type { Messages } from '../messages.ts';
import type { chart as zh } from '../zh/chart.ts';

/** Texts of pictures: the switch to a table and the time strip. */
export const chart: Messages<typeof zh> = {
  asPicture: 'Show as a picture',
  now: 'now',
  what: 'Item',
  from: 'From',
  to: 'To',
  kind: 'Kind of time',
  note: 'Note',
  keys: 'Arrow keys move, Enter opens',
  keysMove: 'Arrow keys move',
  since: 'from {{from}}',
  range: '{{from}} to {{to}}',
  timeOfKind: '{{kind}} {{time}}',
  cutOff: {
    label: 'Openings and cut-offs',
    window: 'Receiving window',
    departure: 'Departure',
    ahead: 'Upcoming',
    over: 'Passed',
  },
  zone: 'Times: {{zone}}',
};
