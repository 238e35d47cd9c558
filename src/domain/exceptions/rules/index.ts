import { airCustomsHold } from './air-customs-hold.ts';
import { airMissedConnection } from './air-missed-connection.ts';
import { airOffloaded } from './air-offloaded.ts';
import { airShortShipped } from './air-short-shipped.ts';
import { airSplit } from './air-split.ts';
import { aisDivergence } from './ais-divergence.ts';
import { aisStale } from './ais-stale.ts';
import { arriveDelay } from './arrive-delay.ts';
import { ataBeforeAtd } from './ata-before-atd.ts';
import { atdBeforeEtd } from './atd-before-etd.ts';
import { bkLegMismatch } from './bk-leg-mismatch.ts';
import { carrierMismatch } from './carrier-mismatch.ts';
import { ctnCount } from './ctn-count.ts';
import { ctnInvalid } from './ctn-invalid.ts';
import { cutoffMissed } from './cutoff-missed.ts';
import { dataStale } from './data-stale.ts';
import { demurrageRisk } from './demurrage-risk.ts';
import { departDelay } from './depart-delay.ts';
import { detentionRisk } from './detention-risk.ts';
import { etaSlip } from './eta-slip.ts';
import { expressFailedDelivery } from './express-failed-delivery.ts';
import { expressLate } from './express-late.ts';
import { expressNoScan } from './express-no-scan.ts';
import { futureActual } from './future-actual.ts';
import { hold } from './hold.ts';
import { legBreak } from './leg-break.ts';
import { legOverlap } from './leg-overlap.ts';
import { missingMilestone } from './missing-milestone.ts';
import { noData } from './no-data.ts';
import { noDepartureAfterLoad } from './no-departure-after-load.ts';
import { portUnmatched } from './port-unmatched.ts';
import { railBorderLate } from './rail-border-late.ts';
import { riskZone } from './risk-zone.ts';
import { roadColdChain } from './road-cold-chain.ts';
import { roadDeviceAlarm } from './road-device-alarm.ts';
import { roadDeviceDoubt } from './road-device-doubt.ts';
import { roadOffRoute } from './road-off-route.ts';
import { roadStopDwell } from './road-stop-dwell.ts';
import { rolled } from './rolled.ts';
import { routeChanged } from './route-changed.ts';
import { siCutoff } from './si-cutoff.ts';
import { sourceFailing } from './source-failing.ts';
import { splitCargo } from './split-cargo.ts';
import { statusDisorder } from './status-disorder.ts';
import { statusDup } from './status-dup.ts';
import { timeConflict } from './time-conflict.ts';
import { trackTimeout } from './track-timeout.ts';
import { transshipDwell } from './transship-dwell.ts';
import { tzInvalid } from './tz-invalid.ts';
import { vesselMismatch } from './vessel-mismatch.ts';
import type { ExceptionRule } from '../types.ts';

/** All detection rules, sorted by code. */
export const exceptionRules: readonly ExceptionRule[] = [
  airCustomsHold,
  airMissedConnection,
  airOffloaded,
  airShortShipped,
  airSplit,
  aisDivergence,
  aisStale,
  arriveDelay,
  ataBeforeAtd,
  atdBeforeEtd,
  bkLegMismatch,
  carrierMismatch,
  ctnCount,
  ctnInvalid,
  cutoffMissed,
  dataStale,
  demurrageRisk,
  departDelay,
  detentionRisk,
  etaSlip,
  expressFailedDelivery,
  expressLate,
  expressNoScan,
  futureActual,
  hold,
  legBreak,
  legOverlap,
  missingMilestone,
  noData,
  noDepartureAfterLoad,
  portUnmatched,
  railBorderLate,
  riskZone,
  roadColdChain,
  roadDeviceAlarm,
  roadDeviceDoubt,
  roadOffRoute,
  roadStopDwell,
  rolled,
  routeChanged,
  siCutoff,
  sourceFailing,
  splitCargo,
  statusDisorder,
  statusDup,
  timeConflict,
  trackTimeout,
  transshipDwell,
  tzInvalid,
  vesselMismatch,
];
