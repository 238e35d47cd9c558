import type { z } from 'zod';
import { auditCalls } from './administration/audit.ts';
import { authCalls } from './administration/auth.ts';
import { businessDataCalls } from './tracking/business-data.ts';
import { ruleBacktestCalls } from './exceptions/rule-backtest.ts';
import type { CallShape } from './call.ts';
import { closeInputs } from './closed.ts';
import { configurationCalls } from './administration/configuration.ts';
import { ediCalls } from './intake/edi.ts';
import { entityCalls } from './entity.ts';
import { exceptionCalls } from './exceptions/exception.ts';
import { exportCalls } from './export.ts';
import { orderCalls } from './commerce/order.ts';
import { bookingCalls } from './commerce/booking.ts';
import { freightCalls } from './commerce/freight.ts';
import { priceChangeCalls } from './commerce/price-change.ts';
import { functionCalls } from './execution/function-call.ts';
import { handlingCalls } from './exceptions/handling.ts';
import { boardCalls, listCalls } from './list-calls.ts';
import { reportCalls } from './exceptions/report.ts';
import { incidentCalls } from './exceptions/incident.ts';
import { importCalls } from './import.ts';
import { jobCalls } from './execution/job.ts';
import { masterdataCalls } from './administration/masterdata.ts';
import { notificationCalls } from './administration/notification.ts';
import { analyticsCalls } from './interfaces/analytics.ts';
import { calendarCalls } from './interfaces/calendar.ts';
import { connectedProgramCalls } from './interfaces/connected-program.ts';
import { outwardCalls } from './interfaces/outward.ts';
import { sourceCalls } from './intake/source.ts';
import { overviewCalls } from './exceptions/overview.ts';
import type { CallName } from './paths.ts';
import { precedenceCalls } from './intake/precedence.ts';
import { sourceScoreCalls } from './intake/source-scores.ts';
import { preferenceCalls } from './administration/preference.ts';
import { positionCalls } from './network/position.ts';
import { overrideCalls } from './tracking/override.ts';
import { replayCalls } from './intake/replay.ts';
import { mailImportCalls } from './intake/mail-import.ts';
import { refusalCalls } from './intake/refusal.ts';
import { robotProtocolCalls } from './execution/robot-protocol.ts';
import { versionWorkCalls } from './execution/version-work.ts';
import { eventCalls } from './exceptions/event.ts';
import { riskCalls } from './network/risk.ts';
import { rpaCalls } from './intake/rpa.ts';
import { rpaReaderCalls } from './intake/rpa-readers.ts';
import { flightCalls } from './network/flight.ts';
import { sailingCalls } from './network/sailing.ts';
import { handOverCalls } from './tracking/hand-over.ts';
import { webhookCalls } from './interfaces/webhook.ts';
import { whatIfCalls } from './commerce/what-if.ts';
import { vehicleCalls } from './network/vehicle.ts';
import { scheduleCalls } from './execution/schedule.ts';
import { subscriptionCalls } from './tracking/subscription.ts';
import { airCalls } from './tracking/air.ts';
import { landCalls } from './tracking/land.ts';
import { traceCalls } from './tracking/trace.ts';
import { traceSharingCalls } from './tracking/trace-sharing.ts';
import { unknownPortCalls } from './intake/unknown-port.ts';
import { userCalls } from './administration/user.ts';
import { vesselCalls } from './network/vessel.ts';
import { worldCalls } from './world/world.ts';

/** Shapes of every call of paths.ts; a missing one is a type error. Their inputs refuse fields that they do not name. */
export const calls = closeInputs({
  ...authCalls,
  ...masterdataCalls,
  ...importCalls,
  ...exportCalls,
  ...exceptionCalls,
  ...handlingCalls,
  ...incidentCalls,
  ...reportCalls,
  ...subscriptionCalls,
  ...replayCalls,
  ...overrideCalls,
  ...precedenceCalls,
  ...sourceScoreCalls,
  ...unknownPortCalls,
  ...ediCalls,
  ...airCalls,
  ...landCalls,
  ...traceCalls,
  ...businessDataCalls,
  ...traceSharingCalls,
  ...positionCalls,
  ...worldCalls,
  ...entityCalls,
  ...listCalls,
  ...boardCalls,
  ...userCalls,
  ...auditCalls,
  ...preferenceCalls,
  ...configurationCalls,
  ...functionCalls,
  ...overviewCalls,
  ...analyticsCalls,
  ...calendarCalls,
  ...connectedProgramCalls,
  ...outwardCalls,
  ...webhookCalls,
  ...sourceCalls,
  ...mailImportCalls,
  ...refusalCalls,
  ...flightCalls,
  ...sailingCalls,
  ...whatIfCalls,
  ...handOverCalls,
  ...freightCalls,
  ...priceChangeCalls,
  ...bookingCalls,
  ...orderCalls,
  ...vesselCalls,
  ...eventCalls,
  ...riskCalls,
  ...vehicleCalls,
  ...rpaCalls,
  ...rpaReaderCalls,
  ...jobCalls,
  ...robotProtocolCalls,
  ...versionWorkCalls,
  ...scheduleCalls,
  ...ruleBacktestCalls,
  ...notificationCalls,
} satisfies Record<CallName, CallShape>);

export type Calls = typeof calls;

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type Part<N extends CallName, P extends string> = Calls[N] extends Record<P, infer T> ? T : undefined;

/** What the browser sends: the body of a POST, the query of a GET. */
export type CallInput<N extends CallName> = In<Part<N, 'body'>> | In<Part<N, 'query'>>;
/** What `data` of the answer holds. */
export type CallData<N extends CallName> = Out<Part<N, 'data'>>;
/** What a verb gets after parsing. */
export type ParsedBody<N extends CallName> = Out<Part<N, 'body'>>;
export type ParsedQuery<N extends CallName> = Out<Part<N, 'query'>>;
export type ParsedParams<N extends CallName> = Out<Part<N, 'params'>>;
