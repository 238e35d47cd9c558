import { roadMilestones as v } from '../../tracking/journey/road.ts';
import { waitingRule } from '../waiting.ts';

/** A truck has left its route. Silent once it is back on it, or came to a stop. */
export const roadOffRoute = waitingRule({
  code: 'ROAD_OFF_ROUTE',
  modes: ['road'],
  severity: 'high',
  hours: 0,
  begins: [v.offRoute],
  ends: [v.backOnRoute, v.reached, v.signed],
  text: {
    zh: '车辆自 {{sinceAt}} 起偏离路线，已持续{{hours}}',
    en: 'The truck left its route on {{sinceAt}} and has not been back for {{hours}}',
  },
});
