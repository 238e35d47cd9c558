import type { CallData } from '#contract/index.ts';
import { type FieldPlace, journeyField } from '#domain/exceptions/event/fields.ts';
import { fieldPath } from '#shared/event/field-paths.ts';
import { exceptionTypeName, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { placesByCode } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Statement } from '#shared/list/declare.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { isResolutionNote, resolutionNotes } from '#domain/exceptions/lifecycle.ts';
import type { Evidence } from '#domain/exceptions/types.ts';
import { asRecord } from '#shared/values/objects.ts';
import { actsIn } from './act-on-event.ts';
import { codesOf } from './events-source.ts';
import { readValueSources, statedOfEvent } from './value-sources.ts';

type Event = CallData<'shipmentEventGet'>;
const exceptionsShown = 20;

const reasonOf = (ctx: Ctx, code: unknown): string | null =>
  isResolutionNote(code) ? resolutionNotes[code][ctx.lang] : null;

/** Zones of the places that a shipment leaves and reaches. */
export type ZonesOfTimes = Readonly<Record<FieldPlace, string | null>>;

/** The zone of the place that a data path tells a time of; null for all else. */
export function zoneOfTime(path: string | undefined, zones: ZonesOfTimes): string | null {
  const field = path === undefined ? undefined : journeyField(path);
  return field?.type === 'time' && field.place !== undefined ? zones[field.place] : null;
}

/** The values that the conditions of an event saw, by the names of their fields. */
async function valuesOf(
  ctx: Ctx,
  evidence: readonly Evidence[],
  cause: Readonly<Record<string, Statement>>,
  zones: ZonesOfTimes,
): Promise<Event['valueList']> {
  const seen = Array.isArray(evidence) ? evidence : [];
  const codes = seen.map(({ path }) => path);
  if (codes.length === 0) return [];
  const fields = await ctx.db.selectFrom('event_field').selectAll().where('code', 'in', codes).execute();
  const byCode = new Map(fields.map((field) => [field.code, field]));
  return seen.map(({ path: code, value }) => {
    const field = byCode.get(code);
    const kind = field === undefined ? undefined : fieldPath(field.data_path);
    return {
      field: code,
      value,
      fieldName: field?.name_cn ?? code,
      fieldNameEn: field?.name_en ?? code,
      fieldType: kind?.type ?? 'text',
      unit: kind?.unit ?? null,
      zone: zoneOfTime(field?.data_path, zones),
      said: cause[code] ?? null,
    };
  });
}

const findEvent = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('shipment_event as e')
    .innerJoin('event_item as i', 'i.id', 'e.item_id')
    .innerJoin('event_item_type as t', 't.id', 'i.type_id')
    .innerJoin('subscription as s', 's.id', 'e.subscription_id')
    .selectAll('e')
    .select(['i.name_cn as item_name', 'i.name_en as item_name_en', 's.shipment_id'])
    .select(['t.name_cn as type_name', 't.name_en as type_name_en'])
    .where('e.id', '=', id)
    .executeTakeFirst();
type Row = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

async function notesOf(ctx: Ctx, eventId: number): Promise<Event['noteList']> {
  const notes = await ctx.db
    .selectFrom('shipment_event_note')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .execute();
  return notes.map((note) => {
    const detail = asRecord(note.detail);
    return {
      time: note.at,
      kind: note.kind,
      actorName: note.actor_name,
      text: typeof detail['text'] === 'string' ? detail['text'] : null,
      reason: reasonOf(ctx, detail['note']),
    };
  });
}

async function exceptionsOf(
  ctx: Ctx,
  subscriptionId: number,
  reference: ReferenceSnapshot,
): Promise<Event['exceptionList']> {
  const exceptions = await ctx.db
    .selectFrom('shipment_exception')
    .select(['id', 'type_code', 'severity'])
    .where('subscription_id', '=', subscriptionId)
    .where('open', '=', true)
    .orderBy('id', 'desc')
    .limit(exceptionsShown)
    .execute();
  return exceptions.map((one) => ({
    exceptionId: String(one.id),
    typeName: exceptionTypeName(one.type_code, ctx.lang, reference),
    severity: one.severity,
  }));
}

/** The shipment that an event is about, and its times. */
function presentShipment(row: Row, places: Awaited<ReturnType<typeof placesByCode>>) {
  const portOf = (code: string | null) => (code === null ? undefined : places(row.tenant_id, code));
  const [pol, pod, port] = [portOf(row.pol_code), portOf(row.pod_code), portOf(row.port_code)];
  return {
    stage: row.stage,
    place: row.place,
    referenceNo: row.reference_no,
    obmTkSubscribeId: String(row.subscription_id),
    bkId: row.shipment_id === null ? null : String(row.shipment_id),
    carrierCode: row.carrier_code,
    mode: row.mode,
    vesselName: row.vessel_name,
    voyage: row.voyage,
    polCode: row.pol_code,
    polName: pol?.name ?? null,
    polNameCn: pol?.nameCn ?? null,
    podCode: row.pod_code,
    podName: pod?.name ?? null,
    podNameCn: pod?.nameCn ?? null,
    portCode: row.port_code,
    portName: port?.name ?? null,
    portNameCn: port?.nameCn ?? null,
    portZone: port?.zone ?? null,
    plannedTime: row.planned_at,
    estimatedTime: row.estimated_at,
    actualTime: row.actual_at,
    delayHours: row.delay_hours,
  };
}

/** An event of the caller's tenants with its history, the values that it saw and the exceptions of its shipment. */
export async function getEvent(
  ctx: Ctx,
  { shipmentEventId }: { shipmentEventId: number },
  reference: ReferenceSnapshot,
): Promise<Event> {
  const row = await findEvent(ctx, shipmentEventId);
  if (row === undefined) throw notFound();
  const valueSources = readValueSources(row.said, { lang: ctx.lang, reference });
  // Trucks stop at sites of the tenant.
  const stops = row.mode === 'road' ? codesOf(row) : [];
  const places = await placesByCode(ctx, stops, reference);
  const zoneOf = (code: string | null): string | null =>
    code === null ? null : (places(row.tenant_id, code)?.zone ?? null);
  const [valueList, noteList, exceptionList] = await Promise.all([
    valuesOf(ctx, row.evidence, valueSources.cause, { departure: zoneOf(row.pol_code), arrival: zoneOf(row.pod_code) }),
    notesOf(ctx, row.id),
    exceptionsOf(ctx, row.subscription_id, reference),
  ]);
  const { state } = row;
  return {
    ...presentShipment(row, places),
    shipmentEventId: String(row.id),
    recordVersion: row.record_version,
    now: ctx.clock.now(),
    state,
    acts: [...actsIn(state)],
    itemName: row.item_name,
    itemNameEn: row.item_name_en,
    typeName: row.type_name,
    typeNameEn: row.type_name_en,
    severity: row.severity,
    openTime: row.opened_at,
    dueTime: row.due_at,
    closeTime: row.closed_at,
    resolution: reasonOf(ctx, row.resolution),
    ownerName: row.owner_name,
    said: { ...valueSources.shown, ...statedOfEvent(row.said, row.place, { lang: ctx.lang, reference }) },
    valueList,
    noteList,
    exceptionList,
  };
}
