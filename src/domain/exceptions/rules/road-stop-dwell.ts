import { roadMilestones as v } from '../../tracking/journey/road.ts';
import { waitingRule } from '../waiting.ts';

/** A truck stays within the fence of a stop for longer than usual. Silent once it left, and before it begins its way. */
export const roadStopDwell = waitingRule({
  code: 'ROAD_STOP_DWELL',
  modes: ['road'],
  severity: 'medium',
  hours: 6,
  begins: [v.reached],
  ends: [v.left, v.reached, v.signed],
  text: {
    zh: '{{sinceAt}} 进入{{port}}围栏，停留{{hours}}仍未离开',
    en: 'Within the fence of {{port}} since {{sinceAt}}, still there after {{hours}}',
  },
});
