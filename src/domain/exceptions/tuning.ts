import type { Text } from '#shared/i18n/text.ts';
import type { ExceptionRule } from './types.ts';

/** What a threshold is counted in; `switch` = 0 or 1. */
export type ThresholdUnit = 'hours' | 'days' | 'nm' | 'times' | 'factor' | 'switch';

/** One threshold of a rule as people set it. */
export type Threshold = {
  name: string;
  unit: ThresholdUnit;
  min: number;
  max: number;
  /** Values are multiples of it. */
  step: number;
  label: Text;
};

/** The threshold that a rule is tuned by, and which values of it find more; null = neither way. */
export type MainThreshold = { name: string; looser: 'lower' | 'higher' | null };

const t = (zh: string, en: string): Text => ({ zh, en });

/** Names that mean the same in every rule. */
const commonLabels: Readonly<Record<string, Text>> = {
  thresholdHours: t('阈值', 'Threshold'),
  thresholdDays: t('阈值', 'Threshold'),
  toleranceHours: t('容差', 'Tolerance'),
  highHours: t('升为高级别', 'High severity from'),
  highDays: t('升为高级别', 'High severity from'),
  highFailures: t('升为高级别', 'High severity from'),
  lagHours: t('来源滞后容忍', 'A source may lag'),
  graceHours: t('换船后宽限', 'Grace after a change of ship'),
  freeDays: t('免费天数', 'Free days'),
  warnHours: t('提前预警', 'Warn ahead'),
  underWayHours: t('在途时阈值', 'Threshold while under way'),
  arrivedHours: t('到港后阈值', 'Threshold after the arrival'),
  totalDays: t('比最初推迟', 'Later than first reported'),
  recentHours: t('短期内推迟', 'Later within the window'),
  windowHours: t('短期窗口', 'Window'),
  dischargeHours: t('到港后等待卸船', 'Discharge due after the arrival'),
  loadHours: t('离港后等待装船记录', 'Loading due after the departure'),
  learningHours: t('航线确认期', 'Time to learn the route'),
  failures: t('连续失败', 'Failures in a row'),
  reportLeased: t('租箱也提示', 'Report leased containers too'),
  freshHours: t('船位时效', 'Positions count for'),
  departedHours: t('报称离港后', 'After the reported departure'),
  bandFactor: t('预测区间倍数', 'Times the band of the forecast'),
  seenHours: t('海上观测至少', 'Seen at sea for at least'),
  leastPace: t('航速比上限', 'Pace above which she catches up'),
  leastNm: t('剩余航程至少', 'Distance left at least'),
  horizonDays: t('提前天数', 'Days ahead'),
  keepHours: t('报警后保留', 'Kept after the alarm'),
  reportDriving: t('超速和疲劳驾驶也提示', 'Report overspeed and fatigue too'),
  reportKnown: t('订阅时已知的也提示', 'Report those known when subscribed'),
  knownHorizonDays: t('订阅时已知风险的提前天数', 'Days ahead where known when subscribed'),
  offLaneNm: t('偏离常规航线', 'Off the usual way'),
  leastVoyages: t('验证航次至少', 'Voyages to prove forecasts by'),
  leastScore: t('预测得分下限', 'Least score of forecasts'),
  waitHours: t('等待时间', 'Wait for'),
  lateNewsHours: t('货物按时到达时等待', 'Wait where goods were there in time'),
  abroadHours: t('跨境件阈值', 'Threshold between countries'),
  domesticHours: t('国内件阈值', 'Threshold within a country'),
  overdueHours: t('超过承诺时间后阈值', 'Threshold past the promised time'),
  hurryShare: t('后续航程可赶回的比例', 'Share of the later way that may be made good'),
};

/** The threshold each rule is tuned by; a rule without one is only switched on and off. */
const mains: Readonly<Record<string, MainThreshold>> = {
  AIR_CUSTOMS_HOLD: { name: 'thresholdHours', looser: 'lower' },
  AIR_MISSED_CONNECTION: { name: 'waitHours', looser: 'lower' },
  AIR_OFFLOADED: { name: 'waitHours', looser: 'lower' },
  AIR_SHORT_SHIPPED: { name: 'waitHours', looser: 'lower' },
  AIR_SPLIT: { name: 'waitHours', looser: 'lower' },
  AIS_DIVERGENCE: { name: 'thresholdHours', looser: 'lower' },
  AIS_STALE: { name: 'thresholdHours', looser: 'lower' },
  ARRIVE_DELAY: { name: 'thresholdDays', looser: 'lower' },
  ATD_BEFORE_ETD: { name: 'thresholdDays', looser: 'lower' },
  CARRIER_MISMATCH: { name: 'reportLeased', looser: 'higher' },
  CTN_COUNT: { name: 'lagHours', looser: 'higher' },
  CUTOFF_MISSED: { name: 'lagHours', looser: 'lower' },
  DATA_STALE: { name: 'thresholdHours', looser: 'lower' },
  DEMURRAGE_RISK: { name: 'freeDays', looser: 'lower' },
  DEPART_DELAY: { name: 'thresholdDays', looser: 'lower' },
  DETENTION_RISK: { name: 'freeDays', looser: 'lower' },
  ETA_SLIP: { name: 'totalDays', looser: 'lower' },
  EXPRESS_FAILED_DELIVERY: { name: 'thresholdHours', looser: 'lower' },
  EXPRESS_LATE: { name: 'thresholdHours', looser: 'lower' },
  EXPRESS_NO_SCAN: { name: 'thresholdDays', looser: 'lower' },
  FUTURE_ACTUAL: { name: 'toleranceHours', looser: 'lower' },
  HOLD: { name: 'thresholdHours', looser: 'lower' },
  MISSING_MILESTONE: { name: 'dischargeHours', looser: 'lower' },
  NO_DATA: { name: 'thresholdHours', looser: 'lower' },
  NO_DEPARTURE_AFTER_LOAD: { name: 'thresholdDays', looser: 'lower' },
  RAIL_BORDER_LATE: { name: 'thresholdHours', looser: 'lower' },
  RISK_ZONE: { name: 'horizonDays', looser: 'higher' },
  ROAD_COLD_CHAIN: { name: 'thresholdHours', looser: 'lower' },
  ROAD_DEVICE_ALARM: { name: 'keepHours', looser: 'higher' },
  ROAD_DEVICE_DOUBT: { name: 'thresholdHours', looser: 'lower' },
  ROAD_OFF_ROUTE: { name: 'thresholdHours', looser: 'lower' },
  ROAD_STOP_DWELL: { name: 'thresholdHours', looser: 'lower' },
  ROLLED: { name: 'thresholdDays', looser: 'lower' },
  ROUTE_CHANGED: { name: 'learningHours', looser: null },
  SI_CUTOFF: { name: 'warnHours', looser: 'higher' },
  SOURCE_FAILING: { name: 'failures', looser: 'lower' },
  STATUS_DISORDER: { name: 'toleranceHours', looser: 'lower' },
  TIME_CONFLICT: { name: 'thresholdHours', looser: 'lower' },
  TRACK_TIMEOUT: { name: 'thresholdDays', looser: 'lower' },
  TRANSSHIP_DWELL: { name: 'thresholdDays', looser: 'lower' },
  VESSEL_MISMATCH: { name: 'lagHours', looser: 'higher' },
};

const ranges: Readonly<Record<ThresholdUnit, Pick<Threshold, 'min' | 'max' | 'step'>>> = {
  hours: { min: 0, max: 2160, step: 1 },
  days: { min: 0, max: 180, step: 0.5 },
  nm: { min: 0, max: 5000, step: 10 },
  times: { min: 1, max: 1000, step: 1 },
  factor: { min: 0, max: 20, step: 0.01 },
  switch: { min: 0, max: 1, step: 1 },
};

function unitOf(name: string): ThresholdUnit {
  if (name.endsWith('Hours')) return 'hours';
  if (name.endsWith('Days')) return 'days';
  if (name.endsWith('Nm')) return 'nm';
  if (name.startsWith('report')) return 'switch';
  return /failures$/i.test(name) ? 'times' : 'factor';
}

/** Free time is counted in whole calendar days. */
const wholeDays: ReadonlySet<string> = new Set(['freeDays']);

type Tunable = Pick<ExceptionRule, 'code' | 'defaults'>;

/** The thresholds of a rule with units and ranges, the main one first. */
export function thresholdsOf(rule: Tunable): Threshold[] {
  const main = mains[rule.code]?.name;
  return Object.keys(rule.defaults)
    .map((name): Threshold => {
      const unit = unitOf(name);
      const step = wholeDays.has(name) ? { step: 1 } : {};
      return { name, unit, ...ranges[unit], ...step, label: commonLabels[name] ?? t(name, name) };
    })
    .sort((a, b) => Number(b.name === main) - Number(a.name === main));
}

/** The threshold a rule is tuned by; undefined for rules without thresholds. */
export function mainThresholdOf(rule: Tunable): MainThreshold | undefined {
  const main = mains[rule.code];
  if (main !== undefined && Object.hasOwn(rule.defaults, main.name)) return main;
  const [first] = Object.keys(rule.defaults);
  return first === undefined ? undefined : { name: first, looser: null };
}

/** What is wrong with one entered value of a rule. */
export type SettingProblem = { name: string; kind: 'unknown' | 'number' | 'range' | 'step'; threshold?: Threshold };

const isMultiple = (value: number, step: number): boolean => Math.abs(value / step - Math.round(value / step)) < 1e-6;

/** The first thing that keeps entered thresholds of a rule from being saved. */
export function findSettingProblem(
  rule: Tunable,
  values: Readonly<Record<string, unknown>>,
): SettingProblem | undefined {
  const thresholds = new Map(thresholdsOf(rule).map((threshold) => [threshold.name, threshold]));
  for (const [name, value] of Object.entries(values)) {
    const threshold = thresholds.get(name);
    if (threshold === undefined) return { name, kind: 'unknown' };
    if (typeof value !== 'number' || !Number.isFinite(value)) return { name, kind: 'number', threshold };
    if (value < threshold.min || value > threshold.max) return { name, kind: 'range', threshold };
    if (!isMultiple(value, threshold.step)) return { name, kind: 'step', threshold };
  }
  return undefined;
}

const curvePoints = 20;

/**
 * Values of the main threshold at which a trial counts, from the one that finds most: around the default, and the
 * present and the tried value themselves.
 */
export function curveOf(rule: Tunable, values: readonly number[]): number[] {
  const main = mainThresholdOf(rule);
  const threshold = thresholdsOf(rule).find(({ name }) => name === main?.name);
  if (main === undefined || threshold === undefined) return [];
  const { min, max, step } = threshold;
  const middle = rule.defaults[main.name] ?? 0;
  const low = Math.max(min, Math.min(...values, middle / 4));
  const high = Math.min(max, Math.max(...values, middle * 2.5, middle + 10 * step));
  const snap = (value: number): number => Number((Math.round(value / step) * step).toFixed(4));
  const inner = Array.from({ length: curvePoints + 1 }, (_, n) => snap(low + ((high - low) * n) / curvePoints));
  const points = [...new Set([...inner, ...values])].filter((value) => value >= min && value <= max);
  return points.sort((a, b) => (main.looser === 'higher' ? b - a : a - b));
}
