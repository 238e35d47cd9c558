import { railMilestones as r } from '../../tracking/journey/rail.ts';
import { waitingRule } from '../waiting.ts';

/** Goods stand at a border station for longer than usual. Silent once a train took them on, or they were seen farther on. */
export const railBorderLate = waitingRule({
  code: 'RAIL_BORDER_LATE',
  modes: ['rail'],
  severity: 'high',
  hours: 72,
  begins: [r.borderReached],
  ends: [r.borderLeft, r.departed, r.arrived, r.borderReached, r.unloaded, r.handedOver],
  text: {
    zh: '{{sinceAt}} 到达口岸站{{port}}，停留{{hours}}仍未离开',
    en: 'At the border station {{port}} since {{sinceAt}}, not on its way for {{hours}}',
  },
});
