import { HOUR_MS } from '#shared/time/instant.ts';
import { alarmMilestones as alarm, roadMilestones } from '../../tracking/journey/road.ts';
import type { HappenedEvent } from '../../tracking/model.ts';
import { actualEvidence, contentOf, happened, hasHappened, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, RuleSettings, Severity, ShipmentView } from '../types.ts';

const severities: Readonly<Record<string, Severity>> = {
  [alarm.emergency]: 'high',
  [alarm.collision]: 'high',
  [alarm.rollover]: 'high',
  [alarm.theft]: 'high',
  [alarm.overspeed]: 'low',
  [alarm.fatigue]: 'low',
};

/** Alarms about how the driver drives. */
const driving: ReadonlySet<string> = new Set([alarm.overspeed, alarm.fatigue]);

const keepMs = (settings: RuleSettings): number => (settings['keepHours'] ?? 0) * HOUR_MS;

/** The last alarm of each kind on the way; none once the goods are signed for. */
function alarmsOf(view: ShipmentView, settings: RuleSettings): HappenedEvent[] {
  const { events } = contentOf(view);
  if (hasHappened(events, [roadMilestones.signed])) return [];
  const raised = happened(events, ...Object.values(alarm))
    .filter(({ statusCode }) => settings['reportDriving'] !== 0 || !driving.has(statusCode))
    .toSorted((a, b) => a.actual - b.actual);
  return [...new Map(raised.map((event) => [event.statusCode, event])).values()];
}

/** The device of a truck raised an alarm on the way: found for some time after the last one of its kind. */
export const roadDeviceAlarm: ExceptionRule = {
  code: 'ROAD_DEVICE_ALARM',
  modes: ['road'],
  defaults: { keepHours: 24, reportDriving: 1 },
  text: {
    zh: '车载终端于 {{raisedAt}} 上报：{{alarmStatus}}',
    en: 'The device of the truck reported at {{raisedAt}}: {{alarmStatus}}',
  },
  monotonic: 'decreasing',
  changeTimes: (view, settings) => alarmsOf(view, settings).map(({ actual }) => actual + keepMs(settings)),
  detect: (view, now, settings, reference) =>
    alarmsOf(view, settings)
      .filter(({ actual }) => now - actual < keepMs(settings))
      .map((event) => ({
        key: event.statusCode,
        params: {
          alarmStatus: event.statusCode,
          raisedAt: event.actual,
          raisedZone: zoneOfEvent(event, reference) ?? noZone,
        },
        evidence: [actualEvidence(view, event, reference)],
        severity: severities[event.statusCode] ?? 'medium',
      })),
};
