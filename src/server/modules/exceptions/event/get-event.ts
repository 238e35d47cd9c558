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
import { shownEvents } from './event-queries.ts';
import { codesOf, placeNames } from './events-source.ts';
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

async function notesOf(ctx: Ctx, eventId: number): Promise<Event['noteList']> {
  const notes = await ctx.db
    .selectFrom('shipment_event_note')
    .select(['at as time', 'kind', 'actor_name as actorName', 'detail'])
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .execute();
  return notes.map(({ detail, ...note }) => {
    const { text, note: reason } = asRecord(detail);
    return { ...note, text: typeof text === 'string' ? text : null, reason: reasonOf(ctx, reason) };
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

/** An event of the caller's tenants with its history, the values that it saw and the exceptions of its shipment. */
export async function getEvent(
  ctx: Ctx,
  { shipmentEventId }: { shipmentEventId: number },
  reference: ReferenceSnapshot,
): Promise<Event> {
  const row = await shownEvents(ctx)
    .select(['e.place', 'e.estimated_at as estimatedTime', 'e.evidence', 'e.resolution'])
    .where('e.id', '=', shipmentEventId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const { id, tenantId, subscriptionId, shipmentId, said: statement, evidence, resolution, ...shown } = row;
  const valueSources = readValueSources(statement, { lang: ctx.lang, reference });
  // Trucks stop at sites of the tenant.
  const stops = row.mode === 'road' ? codesOf(row) : [];
  const places = await placesByCode(ctx, stops, reference);
  const zoneOf = (code: string | null): string | null =>
    code === null ? null : (places(tenantId, code)?.zone ?? null);
  const [valueList, noteList, exceptionList] = await Promise.all([
    valuesOf(ctx, evidence, valueSources.cause, { departure: zoneOf(row.polCode), arrival: zoneOf(row.podCode) }),
    notesOf(ctx, id),
    exceptionsOf(ctx, subscriptionId, reference),
  ]);
  return {
    ...shown,
    ...placeNames(row, (code) => places(tenantId, code)),
    obmTkSubscribeId: String(subscriptionId),
    bkId: shipmentId === null ? null : String(shipmentId),
    shipmentEventId: String(id),
    now: ctx.clock.now(),
    acts: [...actsIn(shown.state)],
    resolution: reasonOf(ctx, resolution),
    said: { ...valueSources.shown, ...statedOfEvent(statement, row.place, { lang: ctx.lang, reference }) },
    valueList,
    noteList,
    exceptionList,
  };
}
