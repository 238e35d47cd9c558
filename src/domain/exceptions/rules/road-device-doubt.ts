import { roadMilestones as v } from '../../tracking/journey/road.ts';
import { waitingRule } from '../waiting.ts';

/** The device of a truck signed in from an unknown network or twice, or jumped: its positions may not be those of the truck. Silent once somebody has looked. */
export const roadDeviceDoubt = waitingRule({
  code: 'ROAD_DEVICE_DOUBT',
  modes: ['road'],
  severity: 'medium',
  hours: 0,
  begins: [v.deviceInDoubt],
  ends: [v.deviceChecked, v.signed],
  text: {
    zh: '车载终端自 {{sinceAt}} 起来源可疑，已{{hours}}未核实',
    en: 'The source of the positions has been in doubt since {{sinceAt}} and was not checked for {{hours}}',
  },
});
