import type { Logger } from 'pino';
import { type BookingState, isClosed, isConfirmed, nextState } from '#domain/commerce/booking/booking-state.ts';
import {
  type BookingAnswer,
  cancelBooking,
  createBooking,
  readBooking,
  updateBooking,
} from '#server/connectors/dcsa/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import { addressOf, findCommerceSource } from '#server/modules/commerce/freight/index.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import { type Clock, pauseMs } from '#server/platform/clock/clock.ts';
import { passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { HOUR_MS, MINUTE_MS, type Instant } from '#shared/time/instant.ts';
import { type DueBooking, findDue, isOfOthers, isoCodeOf, isTaken, noteEvent } from './booking-queries.ts';

/** What exchanging bookings with carriers works with. */
export type BookingDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: SecretKeys;
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: number }[]) => Promise<void>;
};

/** How soon a carrier is asked again: while it looks at something, and once it has confirmed. */
const askAgainMs = { waiting: 30_000, confirmed: HOUR_MS } as const;
const longestRetryMs = HOUR_MS;
/** An answer to a request is written down within this time, or nobody knows it. */
const answerMs = 2 * MINUTE_MS;
/** The longest pause of the world's time, however fast it is. */
const maxPauseMs = 6 * HOUR_MS;

/** Sends what waits to be sent, or asks where the booking stands. */
function exchange(address: ReturnType<typeof addressOf>, booking: DueBooking): Promise<BookingAnswer> {
  const request = {
    polCode: booking.pol_code,
    podCode: booking.pod_code,
    vesselName: booking.vessel_name,
    voyage: booking.voyage,
    equipment: booking.equipment.map(({ type, units }) => ({ isoCode: isoCodeOf(type), units })),
    customer: booking.customer,
  };
  if (booking.sending === 'create' || booking.request_ref === null) return createBooking(address, request);
  if (booking.sending === 'update') return updateBooking(address, booking.request_ref, request);
  return booking.sending === 'cancel'
    ? cancelBooking(address, booking.request_ref)
    : readBooking(address, booking.request_ref);
}

/** A confirmed booking is followed from then on, also one whose ship has left; confirmed twice it is followed once. */
async function followShipment(deps: BookingDeps, booking: DueBooking, billNo: string, at: Instant): Promise<number> {
  const { database } = deps;
  const { pulls } = await insertSubscriptions(
    database,
    [
      {
        tenantId: booking.tenant_id,
        subject: 'bill',
        billNo,
        containerNo: null,
        carrierCode: booking.carrier_code,
        vesselName: null,
        voyage: null,
        direction: 'E',
        orderNo: booking.order_no,
        channel: 'SHIPPING_TRACKING',
        sourceType: 'CARRIER',
        subscribedAt: at,
      },
    ],
    at,
  );
  await deps.schedulePulls(pulls);
  const { id } = await database.system
    .selectFrom('subscription')
    .select('id')
    .where('tenant_id', '=', booking.tenant_id)
    .where('bill_no', '=', billNo)
    .where('carrier_code', '=', booking.carrier_code)
    .executeTakeFirstOrThrow();
  return id;
}

const askNext = (state: BookingState, answer: BookingAnswer, at: Instant): Instant | null => {
  if (isClosed(state)) return null;
  const isSettled = isConfirmed(state) && answer.amended !== 'AMENDMENT_RECEIVED';
  return at + (isSettled ? askAgainMs.confirmed : askAgainMs.waiting);
};

/** Why a booking could not be exchanged: by the carrier, or because of what it answered. */
type Failure = Pick<PullFailure, 'detail'> & { reason: PullFailure['reason'] | 'number_taken' | 'internal' };

/**
 * Whether a request may be sent now. That it is being sent is written down first: where a process ended before the answer was
 * written, the next one finds so.
 */
async function beginRequest({ database, clock }: BookingDeps, booking: DueBooking, at: Instant): Promise<boolean> {
  if (booking.sent_at !== null) return false;
  const { rowCount } = await database.execute(
    `update booking_record set sent_at = $3, next_ask_at = $4
     where id = $1 and record_version = $2 and tenant_id = $5 and sending = 'create' and sent_at is null`,
    [
      booking.id,
      booking.record_version,
      new Date(at),
      new Date(at + pauseMs(clock, answerMs, maxPauseMs)),
      booking.tenant_id,
    ],
  );
  return rowCount === 1;
}

/** Writes what the carrier stated; in one transaction, and not over what people changed meanwhile. */
async function takeAnswer(deps: BookingDeps, booking: DueBooking, answer: BookingAnswer, at: Instant): Promise<void> {
  const { database } = deps;
  const known = {
    state: booking.state,
    vesselName: booking.vessel_name,
    voyage: booking.voyage,
    departsAt: booking.departs_at,
  };
  const state = nextState(known, answer);
  const isNewlyConfirmed = !isConfirmed(booking.state) && isConfirmed(state);
  await database.transaction(async () => {
    const current = await database.system
      .selectFrom('booking_record')
      .select('record_version')
      .where('id', '=', booking.id)
      .where('tenant_id', '=', booking.tenant_id)
      .forUpdate()
      .executeTakeFirst();
    if (current?.record_version !== booking.record_version) return;
    // Another tenant may have got the number while the carrier was asked.
    if (await isOfOthers(database, booking)) return;
    const billNo = answer.billNo ?? booking.bill_no;
    const subscriptionId =
      (isConfirmed(state) || state === 'completed') && billNo !== null
        ? await followShipment(deps, booking, billNo, at)
        : undefined;
    const isReceived = booking.request_ref === null && answer.requestRef !== null;
    const isNews = isReceived || state !== booking.state || answer.feedback !== booking.problem;
    await database.system
      .updateTable('booking_record')
      .set({
        state,
        sending: null,
        sent_at: null,
        failures: 0,
        problem: answer.feedback,
        request_ref: answer.requestRef ?? booking.request_ref,
        booking_no: answer.bookingNo ?? booking.booking_no,
        bill_no: billNo,
        ...(answer.departsAt !== null && {
          vessel_name: answer.vesselName ?? booking.vessel_name,
          voyage: answer.voyage ?? booking.voyage,
          departs_at: ts(answer.departsAt),
          arrives_at: tsOrNull(answer.arrivesAt),
          cut_offs: JSON.stringify(answer.cutOffs),
        }),
        ...(isNewlyConfirmed && { first_departs_at: tsOrNull(answer.departsAt) }),
        ...(subscriptionId !== undefined && { subscription_id: subscriptionId }),
        rolls: booking.rolls + (state === 'rolled' && booking.state !== 'rolled' ? 1 : 0),
        next_ask_at: tsOrNull(askNext(state, answer, at)),
        ...(isNews && { changed_at: ts(at), record_version: booking.record_version + 1 }),
      })
      .where('id', '=', booking.id)
      .where('tenant_id', '=', booking.tenant_id)
      .execute();
    if (isNews || booking.sending !== null)
      await publish(database, { tenantId: booking.tenant_id, topic: 'booking', payload: { id: booking.id, state } });
    if (!isNews) return;
    await noteEvent(database, booking, {
      at,
      kind: state,
      actor: booking.carrier_code,
      detail: {
        ...(answer.feedback !== null && { feedback: answer.feedback }),
        ...(isConfirmed(state) && { vessel: answer.vesselName, voyage: answer.voyage, departure: answer.departsAt }),
        ...(state === 'rolled' && { formerVessel: booking.vessel_name, formerDeparture: booking.departs_at }),
      },
    });
  });
}

/**
 * What becomes of a booking that could not be exchanged. A request that may have arrived is not sent again by itself: the carrier
 * would book twice.
 */
async function takeFailure(deps: BookingDeps, booking: DueBooking, failure: Failure, at: Instant): Promise<void> {
  const isRefused = failure.reason === 'bad_answer' || failure.reason === 'number_taken';
  // What was turned away before it was looked at did not arrive.
  const mayHaveArrived = booking.sending === 'create' && !['unreachable', 'rate_limited'].includes(failure.reason);
  const isOver = booking.sending !== null && (isRefused || mayHaveArrived);
  const retryMs = pauseMs(
    deps.clock,
    Math.min(longestRetryMs, MINUTE_MS * 2 ** Math.min(booking.failures, 6)),
    maxPauseMs,
  );
  // A carrier that stays silent is no news every time: its bookings would crowd the top of the list.
  const isNews = isOver || booking.failures === 0;
  await deps.database.transaction(async () => {
    const { rowCount } = await deps.database.execute(
      `update booking_record set failures = failures + 1, problem = $3, next_ask_at = $4, sent_at = null,
         record_version = record_version + case when $7 then 1 else 0 end,
         changed_at = case when $7 then $5 else changed_at end, sending = case when $6 then null else sending end,
         state = case when $6 and sending = 'create' then 'draft' else state end
       where id = $1 and record_version = $2 and tenant_id = $8`,
      [
        booking.id,
        booking.record_version,
        failure.reason,
        isOver && booking.request_ref === null ? null : new Date(at + retryMs),
        new Date(at),
        isOver,
        isNews,
        booking.tenant_id,
      ],
    );
    if (rowCount === 0) return;
    if (isNews)
      await noteEvent(deps.database, booking, {
        at,
        kind: 'failed',
        actor: booking.carrier_code,
        detail: { reason: failure.reason, said: failure.detail },
      });
    await publish(deps.database, { tenantId: booking.tenant_id, topic: 'booking', payload: { id: booking.id } });
  });
}

async function exchangeDue(deps: BookingDeps, booking: DueBooking, at: Instant): Promise<Failure | undefined> {
  try {
    if (await isOfOthers(deps.database, booking))
      return { reason: 'number_taken', detail: `${booking.request_ref} belongs to another booking` };
    const source = await findCommerceSource(deps.database, booking.carrier_code);
    if (source === undefined) throw new PullFailure('config_error', 'the carrier takes no bookings');
    // Before anything is written down: a process without the key of the credential leaves the booking to others.
    const address = addressOf(source, deps.keys, at);
    if (booking.sending === 'create' && !(await beginRequest(deps, booking, at)))
      return { reason: 'timeout', detail: 'the answer to the request was never written down' };
    const answer = await exchange(address, booking);
    if (await isTaken(deps.database, booking, answer.requestRef))
      return { reason: 'number_taken', detail: `${String(answer.requestRef)} belongs to another booking` };
    await takeAnswer(deps, booking, answer, at);
    return undefined;
  } catch (error) {
    if (error instanceof PullFailure) return error;
    passMissingKey(error);
    deps.log.error({ err: error, booking: booking.id }, 'a booking could not be exchanged');
    return { reason: 'internal', detail: 'the answer could not be taken in' };
  }
}

/** Exchanges one booking with its carrier; gives whether there was one to exchange. */
export async function exchangeNext(deps: BookingDeps): Promise<boolean> {
  const at = deps.clock.now();
  const booking = await findDue(deps.database, at);
  if (booking === undefined) return false;
  const failure = await exchangeDue(deps, booking, at);
  if (failure !== undefined) await takeFailure(deps, booking, failure, at);
  return true;
}
