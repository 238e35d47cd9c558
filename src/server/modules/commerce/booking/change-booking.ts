// unscoped: The booking was found by `ctx.db` before: its events and its source are addressed by its id.
import type { Updateable } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { actsOn, isConfirmed } from '#domain/commerce/booking/booking-state.ts';
import type { BookingRecordTable } from '#generated/schema.ts';
import { findCommerceSource } from '#server/modules/commerce/freight/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { findForUpdate, isContainerType, noteEvent } from './booking-queries.ts';

type Saved = CallData<'bookingRecordSave'>;
type Input = ParsedBody<'bookingRecordSave'>;
type Stored = NonNullable<Awaited<ReturnType<typeof findForUpdate>>>;

function tenantOf(ctx: Ctx): number {
  if (ctx.actor.kind !== 'user') throw forbidden();
  return ctx.actor.tenantId;
}

/** The columns of what was entered; refused with the reason where it is no booking. */
function readInput(input: Input, reference: ReferenceSnapshot) {
  const { carrierCode, polCode, podCode, equipmentList } = input;
  const isEmpty = [carrierCode, polCode, podCode, input.vesselName, input.voyage].every((value) => value === null);
  if (isEmpty) throw refused('tracking.bookingEmpty');
  if (carrierCode === null) throw refused('subscription.carrierRequired');
  if (!reference.carriers.has(carrierCode)) throw refused('event.unknownCarrier', { code: carrierCode });
  const ports = [polCode, podCode].map((code) => {
    const port = code === null ? undefined : reference.rules.resolvePort(code);
    if (port === undefined) throw refused('sailing.unknownPort', { code: code ?? '—' });
    return port;
  });
  const [pol = '', pod = ''] = ports;
  if (pol === pod) throw refused('sailing.samePort');
  const equipment = (equipmentList ?? []).flatMap(({ containerType, units }) =>
    containerType === null ? [] : [{ type: containerType, units }],
  );
  if (equipment.length === 0) throw refused('booking.noContainers');
  for (const { type } of equipment)
    if (!isContainerType(type, reference)) throw refused('booking.unknownContainer', { type });
  return {
    carrier_code: carrierCode,
    pol_code: pol,
    pod_code: pod,
    vessel_name: input.vesselName,
    voyage: input.voyage,
    departs_at: tsOrNull(input.departureTime),
    arrives_at: tsOrNull(input.arrivalTime),
    equipment: JSON.stringify(equipment),
    containers: equipment.reduce((sum, { units }) => sum + units, 0),
    customer: input.customer,
    remark: input.remark,
  };
}

const nameOf = ({ actor }: Ctx): string => (actor.kind === 'user' ? actor.name : actor.userCode);

async function findMeant(ctx: Ctx, id: number, recordVersion: number | null | undefined): Promise<Stored> {
  const stored = await findForUpdate(ctx, id);
  if (stored === undefined) throw notFound();
  if (stored.record_version !== recordVersion) throw refused('error.staleUnnamed');
  return stored;
}

function requireAct(stored: Stored, act: 'edit' | 'submit' | 'cancel'): void {
  if (stored.sending !== null) throw refused('booking.waiting');
  if (!actsOn(stored.state).includes(act)) throw refused('booking.closed');
}

async function write(
  ctx: Ctx,
  stored: Stored,
  action: 'update' | 'submit' | 'amend' | 'cancel',
  values: Updateable<BookingRecordTable>,
): Promise<Saved> {
  const at = ctx.clock.now();
  await ctx.db
    .updateTable('booking_record')
    .set({ ...values, changed_at: ts(at), record_version: stored.record_version + 1 })
    .where('id', '=', stored.id)
    .execute();
  await noteEvent(ctx.unscoped, stored, { at, kind: action === 'update' ? 'save' : action, actor: nameOf(ctx) });
  await writeAudit(ctx, {
    entity: 'bookingRecord',
    entityId: String(stored.id),
    action,
    tenantId: stored.tenant_id,
    before: { state: stored.state, equipment: stored.equipment, vessel: stored.vessel_name, voyage: stored.voyage },
    after: values,
  });
  return { bookingRecordId: String(stored.id), recordVersion: stored.record_version + 1 };
}

async function insertBooking(ctx: Ctx, values: ReturnType<typeof readInput>): Promise<Saved> {
  const [tenantId, at] = [tenantOf(ctx), ctx.clock.now()];
  const { id } = await ctx.db
    .insertInto('booking_record')
    .values({
      ...values,
      tenant_id: tenantId,
      state: 'draft',
      created_by: nameOf(ctx),
      created_at: ts(at),
      changed_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteEvent(ctx.unscoped, { id, tenant_id: tenantId }, { at, kind: 'create', actor: nameOf(ctx) });
  await writeAudit(ctx, {
    entity: 'bookingRecord',
    entityId: String(id),
    action: 'insert',
    tenantId,
    after: values,
  });
  return { bookingRecordId: String(id), recordVersion: 1 };
}

/** Saves what people entered: a draft stays one, a confirmed booking is amended with the carrier. */
export async function saveBooking({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: Input;
  reference: ReferenceSnapshot;
}): Promise<Saved> {
  const values = readInput(input, reference);
  return ctx.unscoped.transaction(async () => {
    const { bookingRecordId } = input;
    if (bookingRecordId === null || bookingRecordId === undefined) return insertBooking(ctx, values);
    const stored = await findMeant(ctx, bookingRecordId, input.recordVersion);
    requireAct(stored, 'edit');
    if (!isConfirmed(stored.state)) return write(ctx, stored, 'update', values);
    // The sailing of a confirmed booking is the carrier's word.
    const { departs_at: _departs, arrives_at: _arrives, vessel_name: _vessel, voyage: _voyage, ...amended } = values;
    if (amended.carrier_code !== stored.carrier_code) throw refused('booking.otherCarrier');
    return write(ctx, stored, 'amend', {
      ...amended,
      sending: 'update',
      problem: null,
      next_ask_at: ts(ctx.clock.now()),
    });
  });
}

type Chosen = { ctx: Ctx; input: ParsedBody<'bookingRecordSubmit'> };

/** Submits a draft to its carrier, or what the carrier wanted changed. */
export function submitBooking({ ctx, input }: Chosen): Promise<Saved> {
  return ctx.unscoped.transaction(async () => {
    const stored = await findMeant(ctx, input.bookingRecordId, input.recordVersion);
    requireAct(stored, 'submit');
    if (stored.departs_at !== null && stored.departs_at <= ctx.clock.now()) throw refused('booking.sailed');
    if ((await findCommerceSource(ctx.unscoped, stored.carrier_code)) === undefined)
      throw refused('booking.carrierUnsupported');
    return write(ctx, stored, 'submit', {
      state: 'submitted',
      sending: stored.request_ref === null ? 'create' : 'update',
      problem: null,
      failures: 0,
      next_ask_at: ts(ctx.clock.now()),
    });
  });
}

/** Cancels a booking: a draft at once, anything else with the carrier. */
export function cancelBookingRecord({ ctx, input }: Chosen): Promise<Saved> {
  return ctx.unscoped.transaction(async () => {
    const stored = await findMeant(ctx, input.bookingRecordId, input.recordVersion);
    requireAct(stored, 'cancel');
    return write(
      ctx,
      stored,
      'cancel',
      stored.request_ref === null
        ? { state: 'cancelled', next_ask_at: null }
        : { sending: 'cancel', problem: null, failures: 0, next_ask_at: ts(ctx.clock.now()) },
    );
  });
}
