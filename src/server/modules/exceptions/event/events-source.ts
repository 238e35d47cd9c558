import { sql, type SqlBool } from 'kysely';
import { shipmentEventsList } from '#lists/shipment-events.ts';
import { listSource, type ListSource, type WireRow } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { placesByCode } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import type { SourcesOfRow } from '#shared/list/declare.ts';
import { shownEvents } from './event-queries.ts';
import { readValueSources, statedOfEvent } from './value-sources.ts';

/** Events that are open although the time in which they had to be handled is over. */
export const overdueSql = (ctx: Ctx) => sql<SqlBool>`(e.state <> 'closed' and e.due_at < ${ts(ctx.clock.now())})`;

type Codes = Record<'portCode' | 'polCode' | 'podCode', string | null>;
type Place = { name: string; nameCn: string | null; zone: string | null };

/** Codes of the places that an event names. */
export const codesOf = ({ portCode, polCode, podCode }: Codes): string[] =>
  [portCode, polCode, podCode].flatMap((code) => code ?? []);

/** Names of the places of an event on the wire. */
export function placeNames(codes: Codes, find: (code: string) => Place | undefined) {
  const placeOf = (code: string | null) => (code === null ? undefined : find(code));
  const [port, pol, pod] = [placeOf(codes.portCode), placeOf(codes.polCode), placeOf(codes.podCode)];
  return {
    portName: port?.name ?? null,
    portNameCn: port?.nameCn ?? null,
    portZone: port?.zone ?? null,
    polName: pol?.name ?? null,
    polNameCn: pol?.nameCn ?? null,
    podName: pod?.name ?? null,
    podNameCn: pod?.nameCn ?? null,
  };
}

async function load(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot) {
  const rows = await shownEvents(ctx)
    .select(['t.code as typeCode', 'e.item_id as itemId', 's.open_exceptions as exceptions'])
    .select(['s.subject', 's.container_no as containerNo'])
    .where('e.id', 'in', ids)
    .execute();
  const now = ctx.clock.now();
  // Trucks stop at sites of the tenant.
  const stops = rows.filter(({ mode }) => mode === 'road').flatMap((row) => codesOf(row));
  const places = await placesByCode(ctx, stops, reference);
  return rows.map(({ id, tenantId, subscriptionId, shipmentId, said: statement, subject, containerNo, ...row }) => {
    const { first: cause } = readValueSources(statement, { lang: ctx.lang, reference });
    return {
      ...row,
      ...placeNames(row, (code) => places(tenantId, code)),
      shipmentEventId: String(id),
      itemId: String(row.itemId),
      containerNo: subject === 'container' && containerNo !== row.referenceNo ? containerNo : null,
      tenantCode: reference.tenants.get(tenantId)?.code ?? '',
      overdue: row.state !== 'closed' && row.dueTime < now ? (1 as const) : (0 as const),
      bkId: shipmentId === null ? null : String(shipmentId),
      obmTkSubscribeId: String(subscriptionId),
      sourceName: cause?.source ?? null,
      saidTime: cause?.time ?? null,
    };
  });
}

/** Which source reported the values of these events. */
async function listValueSources(
  ctx: Ctx,
  rows: readonly WireRow[],
  reference: ReferenceSnapshot,
): Promise<Map<string, SourcesOfRow>> {
  const stored = await ctx.db
    .selectFrom('shipment_event')
    .select(['id', 'place', 'said'])
    .where(
      'id',
      'in',
      rows.map((row) => Number(row['shipmentEventId'])),
    )
    .execute();
  return new Map(
    stored.map(({ id, place, said: statement }) => [
      String(id),
      statedOfEvent(statement, place, { lang: ctx.lang, reference }),
    ]),
  );
}

const named =
  (zh: string, en: string) =>
  (row: Readonly<Record<string, unknown>>, { lang }: Ctx): string =>
    String(row[lang === 'zh' ? zh : en] ?? '');

/** Events of the caller's tenants. */
export const shipmentEventsSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(shipmentEventsList, {
    from: (ctx) => ctx.db.selectFrom('shipment_event as e'),
    id: 'e.id',
    joins: {
      t: (query) =>
        query.innerJoin('event_item as i', 'i.id', 'e.item_id').innerJoin('event_item_type as t', 't.id', 'i.type_id'),
    },
    columns: {
      severity: 'e.severity',
      typeCode: 't.code',
      itemId: 'e.item_id',
      referenceNo: 'e.reference_no',
      vesselName: 'e.vessel_name',
      portCode: 'e.port_code',
      plannedTime: 'e.planned_at',
      actualTime: 'e.actual_at',
      delayHours: 'e.delay_hours',
      openTime: 'e.opened_at',
      dueTime: 'e.due_at',
      carrierCode: 'e.carrier_code',
      polCode: 'e.pol_code',
      podCode: 'e.pod_code',
      stage: 'e.stage',
      mode: 'e.mode',
      closeTime: 'e.closed_at',
    },
    where: {
      // By name or user code; without anybody where nobody took it.
      ownerName: (text: string) =>
        text === NOBODY
          ? sql<SqlBool>`e.owner_code is null`
          : sql<SqlBool>`(e.owner_code = ${text} or e.owner_name ilike ${containingPattern(text)})`,
      // Also by the container that an event is on; its own number is that of the bill.
      referenceNo: (numbers: string[], ctx) =>
        sql<SqlBool>`(e.reference_no = any(${numbers}) or e.subscription_id in ${ctx.db
          .selectFrom('subscription')
          .select('id')
          .where('container_no', 'in', numbers)})`,
      state: (state: string) => sql<SqlBool>`e.state = ${state}`,
      overdue: (overdue: 0 | 1, ctx) => sql<SqlBool>`${overdueSql(ctx)} = ${overdue === 1}`,
      open: (open: 0 | 1) => sql<SqlBool>`(e.state <> 'closed') = ${open === 1}`,
      itemId: (ids: string[]) => sql<SqlBool>`e.item_id::text = any(${ids})`,
      tenantCode: (codes: string[]) => {
        const ids = [...reference().tenants.values()].filter(({ code }) => codes.includes(code)).map(({ id }) => id);
        return sql<SqlBool>`e.tenant_id = any(${ids})`;
      },
    },
    tabColumn: 'e.state',
    cells: { typeCode: named('typeName', 'typeNameEn'), itemId: named('itemName', 'itemNameEn') },
    load: (ctx, ids) => load(ctx, ids, reference()),
    said: (ctx, rows) => listValueSources(ctx, rows, reference()),
  });
