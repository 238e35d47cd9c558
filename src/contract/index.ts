import type { z } from 'zod';
import { auditCalls } from './audit.ts';
import { authCalls } from './auth.ts';
import { businessDataCalls } from './business-data.ts';
import { autotestCalls } from './autotest.ts';
import type { CallShape } from './call.ts';
import { closeInputs } from './closed.ts';
import { configurationCalls } from './configuration.ts';
import { ediCalls } from './edi.ts';
import { entityCalls } from './entity.ts';
import { exceptionCalls } from './exception.ts';
import { exportCalls } from './export.ts';
import { orderCalls } from './order.ts';
import { bookingCalls } from './booking.ts';
import { freightCalls } from './freight.ts';
import { priceChangeCalls } from './price-change.ts';
import { functionCalls } from './function-call.ts';
import { handlingCalls } from './handling.ts';
import { boardCalls, listCalls } from './list-calls.ts';
import { incidentCalls } from './incident.ts';
import { importCalls } from './import.ts';
import { jobCalls } from './job.ts';
import { masterdataCalls } from './masterdata.ts';
import { notificationCalls } from './notification.ts';
import { outwardCalls } from './outward.ts';
import { sourceCalls } from './source.ts';
import { overviewCalls } from './overview.ts';
import type { CallName } from './paths.ts';
import { precedenceCalls } from './precedence.ts';
import { sourceScoreCalls } from './source-scores.ts';
import { preferenceCalls } from './preference.ts';
import { positionCalls } from './position.ts';
import { overrideCalls } from './override.ts';
import { replayCalls } from './replay.ts';
import { refusalCalls } from './refusal.ts';
import { robotProtocolCalls } from './robot-protocol.ts';
import { versionWorkCalls } from './version-work.ts';
import { eventCalls } from './event.ts';
import { riskCalls } from './risk.ts';
import { rpaCalls } from './rpa.ts';
import { rpaReaderCalls } from './rpa-readers.ts';
import { flightCalls } from './flight.ts';
import { sailingCalls } from './sailing.ts';
import { handOverCalls } from './hand-over.ts';
import { webhookCalls } from './webhook.ts';
import { whatIfCalls } from './what-if.ts';
import { vehicleCalls } from './vehicle.ts';
import { scheduleCalls } from './schedule.ts';
import { subscriptionCalls } from './subscription.ts';
import { airCalls } from './air.ts';
import { landCalls } from './land.ts';
import { traceCalls } from './trace.ts';
import { traceSharingCalls } from './trace-sharing.ts';
import { unknownPortCalls } from './unknown-port.ts';
import { userCalls } from './user.ts';
import { vesselCalls } from './vessel.ts';
import { worldCalls } from './world.ts';

/** Shapes of every call of paths.ts; a missing one is a type error. Their inputs refuse fields that they do not name. */
export const calls = closeInputs({
  ...authCalls,
  ...masterdataCalls,
  ...importCalls,
  ...exportCalls,
  ...exceptionCalls,
  ...handlingCalls,
  ...incidentCalls,
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
  ...outwardCalls,
  ...webhookCalls,
  ...sourceCalls,
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
  ...autotestCalls,
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
