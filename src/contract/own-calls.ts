import { sessionCalls, authCalls } from './administration/auth.ts';
import { userCalls } from './administration/user.ts';
import { auditCalls } from './administration/audit.ts';
import { preferenceCalls } from './administration/preference.ts';
import { masterdataCalls } from './administration/masterdata.ts';
import { importCalls } from './import.ts';
import { exportCalls } from './export.ts';
import { exceptionCalls, sourceStateCalls } from './exceptions/exception.ts';
import { traceCalls } from './tracking/trace.ts';
import { positionCalls, etaScoreCalls } from './network/position.ts';
import { handlingCalls } from './exceptions/handling.ts';
import { incidentCalls } from './exceptions/incident.ts';
import { subscriptionCalls } from './tracking/subscription.ts';
import { replayCalls } from './intake/replay.ts';
import { overrideCalls } from './tracking/override.ts';
import { airCalls } from './tracking/air.ts';
import { landCalls } from './tracking/land.ts';
import { traceSharingCalls } from './tracking/trace-sharing.ts';
import { businessDataCalls } from './tracking/business-data.ts';
import { precedenceCalls, recomputeCalls } from './intake/precedence.ts';
import { sourceScoreCalls } from './intake/source-scores.ts';
import { unknownPortCalls } from './intake/unknown-port.ts';
import { ruleBacktestCalls } from './exceptions/rule-backtest.ts';
import { ediCalls } from './intake/edi.ts';
import { worldCalls, pushCalls } from './world/world.ts';
import { configurationCalls } from './administration/configuration.ts';
import { functionCalls } from './execution/function-call.ts';
import { overviewCalls } from './exceptions/overview.ts';
import { notificationCalls } from './administration/notification.ts';
import { sourceCalls } from './intake/source.ts';
import { outwardCalls } from './interfaces/outward.ts';
import { webhookCalls } from './interfaces/webhook.ts';
import { calendarCalls } from './interfaces/calendar.ts';
import { connectedProgramCalls } from './interfaces/connected-program.ts';
import { analyticsCalls } from './interfaces/analytics.ts';
import { mailImportCalls } from './intake/mail-import.ts';
import { refusalCalls } from './intake/refusal.ts';
import { sailingCalls } from './network/sailing.ts';
import { whatIfCalls } from './commerce/what-if.ts';
import { handOverCalls } from './tracking/hand-over.ts';
import { flightCalls } from './network/flight.ts';
import { freightCalls } from './commerce/freight.ts';
import { priceChangeCalls } from './commerce/price-change.ts';
import { bookingCalls } from './commerce/booking.ts';
import { orderCalls } from './commerce/order.ts';
import { vesselCalls } from './network/vessel.ts';
import { eventCalls } from './exceptions/event.ts';
import { reportCalls } from './exceptions/report.ts';
import { riskCalls } from './network/risk.ts';
import { vehicleCalls } from './network/vehicle.ts';
import { rpaCalls, rpaAnswerCalls } from './intake/rpa.ts';
import { rpaReaderCalls } from './intake/rpa-readers.ts';
import { jobCalls } from './execution/job.ts';
import { robotProtocolCalls } from './execution/robot-protocol.ts';
import { versionWorkCalls } from './execution/version-work.ts';
import { scheduleCalls } from './execution/schedule.ts';

/** Every call that is declared by itself. */
export const ownCalls = {
  ...sessionCalls,
  ...authCalls,
  ...userCalls,
  ...auditCalls,
  ...preferenceCalls,
  ...masterdataCalls,
  ...importCalls,
  ...exportCalls,
  ...exceptionCalls,
  ...traceCalls,
  ...positionCalls,
  ...handlingCalls,
  ...incidentCalls,
  ...subscriptionCalls,
  ...replayCalls,
  ...overrideCalls,
  ...airCalls,
  ...landCalls,
  ...traceSharingCalls,
  ...businessDataCalls,
  ...precedenceCalls,
  ...sourceScoreCalls,
  ...recomputeCalls,
  ...unknownPortCalls,
  ...ruleBacktestCalls,
  ...sourceStateCalls,
  ...ediCalls,
  ...worldCalls,
  ...configurationCalls,
  ...functionCalls,
  ...overviewCalls,
  ...etaScoreCalls,
  ...notificationCalls,
  ...sourceCalls,
  ...outwardCalls,
  ...webhookCalls,
  ...calendarCalls,
  ...connectedProgramCalls,
  ...analyticsCalls,
  ...mailImportCalls,
  ...refusalCalls,
  ...sailingCalls,
  ...whatIfCalls,
  ...handOverCalls,
  ...flightCalls,
  ...freightCalls,
  ...priceChangeCalls,
  ...bookingCalls,
  ...orderCalls,
  ...vesselCalls,
  ...eventCalls,
  ...reportCalls,
  ...riskCalls,
  ...vehicleCalls,
  ...rpaCalls,
  ...rpaReaderCalls,
  ...rpaAnswerCalls,
  ...jobCalls,
  ...robotProtocolCalls,
  ...versionWorkCalls,
  ...scheduleCalls,
  ...pushCalls,
};
