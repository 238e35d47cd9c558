import type { Finding, RuleSettings } from './types.ts';

/** Units in which thresholds are reported. */
export type ThresholdUnit = 'hours' | 'days' | 'times';

/** The threshold that a finding crossed: how the setting is called, where it lies, and what was measured. */
export type Crossing = {
  setting: string;
  limit: number;
  measured: number;
  unit: ThresholdUnit;
  /** The measured value lies below the limit, as time that is left does. */
  below?: true;
};

/** A parameter of the finding and the setting it was compared with; the first whose parameter is there counts. */
type Measure = { param: string; setting: string; unit: ThresholdUnit; below?: true; when?: string };

const hours = (setting: string, param = 'hours'): Measure[] => [{ param, setting, unit: 'hours' }];
const days = (setting: string, param = 'days'): Measure[] => [{ param, setting, unit: 'days' }];
const freeTime: Measure[] = [{ param: 'hoursLeft', setting: 'warnHours', unit: 'hours', below: true }];

const measures: Readonly<Record<string, readonly Measure[]>> = {
  AIS_DIVERGENCE: [
    { param: 'hours', setting: 'thresholdHours', unit: 'hours', when: 'late' },
    ...hours('departedHours'),
  ],
  AIS_STALE: hours('thresholdHours'),
  ARRIVE_DELAY: days('thresholdDays'),
  ATD_BEFORE_ETD: days('thresholdDays'),
  CUTOFF_MISSED: [{ param: 'hours', setting: 'lagHours', unit: 'hours', when: 'missed' }],
  DEMURRAGE_RISK: freeTime,
  DEPART_DELAY: days('thresholdDays'),
  DETENTION_RISK: freeTime,
  ETA_SLIP: [{ param: 'days', setting: 'totalDays', unit: 'days', when: 'total' }, ...hours('recentHours')],
  FUTURE_ACTUAL: hours('toleranceHours'),
  HOLD: hours('thresholdHours'),
  MISSING_MILESTONE: [
    { param: 'hours', setting: 'dischargeHours', unit: 'hours', when: 'arrived' },
    ...hours('loadHours'),
  ],
  NO_DATA: hours('thresholdHours'),
  NO_DEPARTURE_AFTER_LOAD: days('thresholdDays'),
  ROLLED: days('thresholdDays'),
  SOURCE_FAILING: [{ param: 'failures', setting: 'failures', unit: 'times' }],
  TIME_CONFLICT: hours('thresholdHours'),
  TRACK_TIMEOUT: days('thresholdDays'),
  TRANSSHIP_DWELL: days('thresholdDays'),
};

/** Of the settings of DATA_STALE the one that the shipment was measured by is the largest not above what was measured. */
function staleCrossing({ params }: Finding, settings: RuleSettings): Crossing | undefined {
  const measured = params['hours'];
  if (typeof measured !== 'number') return undefined;
  const names = ['thresholdHours', 'underWayHours', 'arrivedHours'];
  const [crossed] = names
    .flatMap((setting) => (settings[setting] === undefined ? [] : [{ setting, limit: settings[setting] }]))
    .filter(({ limit }) => limit <= measured)
    .sort((a, b) => b.limit - a.limit || names.indexOf(a.setting) - names.indexOf(b.setting));
  return crossed && { ...crossed, measured, unit: 'hours' };
}

/** What a finding was measured against with the settings that ruled then; undefined for rules without a threshold. */
export function crossingOf(code: string, finding: Finding, settings: RuleSettings): Crossing | undefined {
  if (code === 'DATA_STALE') return staleCrossing(finding, settings);
  const candidates = Object.hasOwn(measures, code) ? (measures[code] ?? []) : [];
  for (const { param, setting, unit, below, when } of candidates) {
    const measured = finding.params[param];
    const limit = settings[setting];
    if (when !== undefined && finding.params[when] !== 1) continue;
    if (typeof measured !== 'number' || limit === undefined) continue;
    return { setting, limit, measured, unit, ...(below && { below }) };
  }
  return undefined;
}
