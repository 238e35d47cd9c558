import { HOUR_MS } from '#shared/time/instant.ts';
import { alarmMilestones as alarm, roadMilestones } from '../../journey/road.ts';
import { actualEvidence, contentOf, happened, hasHappened, zoneOfEvent } from '../facts.ts';
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

/** Alarms on the way, by what they are about, oldest first; none once the goods are signed for. */
function alarmsOf(view: ShipmentView, settings: RuleSettings) {
  const { events } = contentOf(view);
  if (hasHappened(events, [roadMilestones.signed])) return [];
  const raised = happened(events, ...Object.values(alarm))
    .filter(({ statusCode }) => settings['reportDriving'] !== 0 || !driving.has(statusCode))
    .toSorted((a, b) => a.actual - b.actual);
  return [...Map.groupBy(raised, ({ statusCode }) => statusCode)];
}

/** The device of a truck raised an alarm on the way: found for some time after the last one of its kind, one for each kind. */
export const roadDeviceAlarm: ExceptionRule = {
  code: 'ROAD_DEVICE_ALARM',
  modes: ['road'],
  defaults: { keepHours: 24, reportDriving: 1 },
  text: {
    zh: '{{alarmStatus}}：{{lastAt}}{{#count}}，共 {{count}} 次{{/count}}',
    en: '{{alarmStatus}} on {{lastAt}}{{#count}}, {{count}} times{{/count}}',
  },
  pace: 'fades',
  turns: (view, settings) =>
    alarmsOf(view, settings).flatMap(([, raised]) => raised.map(({ actual }) => actual + keepMs(settings))),
  detect: (view, now, settings, reference) =>
    alarmsOf(view, settings).flatMap(([alarmStatus, raised]) => {
      const last = raised.at(-1);
      if (last === undefined || now - last.actual >= keepMs(settings)) return [];
      return [
        {
          key: alarmStatus,
          params: {
            alarmStatus,
            lastAt: last.actual,
            lastZone: zoneOfEvent(last, reference) ?? 'UTC',
            ...(raised.length > 1 && { count: raised.length }),
          },
          evidence: [actualEvidence(view, last, reference)],
          severity: severities[alarmStatus] ?? 'medium',
        },
      ];
    }),
};
