// unscoped: The order was found by `ctx.db` before: lines, ties and value sources are addressed by its ids.
import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { legName } from '#domain/intake/fusion/paths.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { shownAt } from '#domain/tracking/estimates.ts';
import { containerProgress } from '#domain/tracking/progress.ts';
import { placeIn, type ReferenceSnapshot, sourceName } from '#server/modules/administration/masterdata/index.ts';
import {
  type PackedProvenance,
  packedOrNone,
  placesOf,
  presentLegs,
  presentStages,
  reportedAt,
  traceTrack,
  withStops,
} from '#server/modules/tracking/shipment/index.ts';
import { listLastHeard } from '#server/modules/network/position/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import type { Text } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { type LineRow, listCarried, listLines } from './order-queries.ts';
import { problemText, reasonText } from './reason-text.ts';
import { listLineWriters, listOrderValueSources } from './value-sources.ts';
import { judgeStored, judgeStoredOrder } from './work-out-orders.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

type Order = CallData<'orderGet'>;
type Movement = Order['movements'][number];
type Line = Order['lines'][number];

/** Lines of an order with what they are called, besides what they are judged by. */
const listLineTexts = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('order_line')
    .select([
      'id',
      'product_code as productCode',
      'product_name as productName',
      'batch_no as batchNo',
      'unit',
      'packages',
    ])
    .select([
      sql<number>`quantity::float8`.as('quantity'),
      sql<number | null>`shipped_quantity::float8`.as('shippedQuantity'),
    ])
    .where('id', 'in', ids)
    .execute();

const listTies = (ctx: Ctx, lineIds: readonly number[]) =>
  ctx.db
    .selectFrom('order_tie as t')
    .leftJoin('subscription as s', 's.id', 't.subscription_id')
    .select(['t.id', 't.line_id', 't.reference_no', 't.by_hand', 't.undone', 't.subscription_id'])
    .select(['s.mode', 's.shipment_id', 's.bill_no', 's.container_no', 's.carrier_code'])
    .where('t.line_id', 'in', lineIds)
    .orderBy('t.id')
    .execute();
type TieRow = Awaited<ReturnType<typeof listTies>>[number];
type LineTexts = Awaited<ReturnType<typeof listLineTexts>>[number] & { lineNo: string };

function unitsOf(
  { content, at }: { content: ShipmentContent; at: Instant },
  carried: readonly CarriedLine[],
  reference: ReferenceSnapshot,
): Movement['units'] {
  const numbers = content.containers.map(({ containerNo }) => containerNo);
  const containers = new Set(numbers.filter((number) => number !== content.booking.billNo));
  return content.containers.map((unit) => {
    // A line that names containers is in those; one that names the bill or waybill may be in any of its containers.
    const own = carried.filter(
      ({ references }) => references.includes(unit.containerNo) || !references.some((one) => containers.has(one)),
    );
    const progress = containerProgress(content, unit.containerNo);
    return {
      unitNo: unit.containerNo,
      sizeType:
        unit.sizeType === null ? null : (reference.containerTypes.get(unit.sizeType)?.tradeName ?? unit.sizeType),
      quantity: unit.quantity,
      share: progress.share,
      current: progress.current?.statusCode ?? null,
      stages: presentStages(content, unit.containerNo, reference, at),
      lineNos: own.map(({ lineNo }) => lineNo),
      batchNos: [...new Set(own.flatMap(({ batchNo }) => batchNo ?? []))],
    };
  });
}

const timesOfLeg = ['etd', 'atd', 'eta', 'ata'] as const;
const timesOfMilestone = ['planned', 'estimated', 'actual'] as const;

/** Which source reported the times that a movement shows, by their paths. */
function statedOf(
  { legs, units }: Pick<Movement, 'legs' | 'units'>,
  packed: PackedProvenance,
  nameOf: (code: string) => string,
): Movement['said'] {
  const statement: Movement['said'] = {};
  const note = (item: string, attribute: string): void => {
    const reported = reportedAt(packed, item, attribute, nameOf);
    if (reported !== undefined) statement[`${item}.${attribute}`] = reported;
  };
  for (const { sequence } of legs) for (const attribute of timesOfLeg) note(legName(sequence), attribute);
  const milestones = units.flatMap(({ stages }) => stages.flatMap((stage) => stage.milestones));
  // The path of a milestone ends with a dot.
  for (const { path } of milestones)
    if (path !== '') for (const attribute of timesOfMilestone) note(path.slice(0, -1), attribute);
  return statement;
}

type CarriedLine = { lineNo: string; batchNo: string | null; references: readonly string[] };

async function listMovements(
  ctx: Ctx,
  ties: readonly TieRow[],
  lines: ReadonlyMap<number, LineTexts>,
  reference: ReferenceSnapshot,
): Promise<Movement[]> {
  const active = ties.filter(
    (tie): tie is TieRow & { subscription_id: number; mode: Mode } =>
      !tie.undone && tie.subscription_id !== null && tie.mode !== null,
  );
  const bySubscription = Map.groupBy(active, (tie) => tie.subscription_id);
  const shipmentIds = active.flatMap((tie) => tie.shipment_id ?? []);
  const rows =
    shipmentIds.length === 0
      ? []
      : await ctx.db
          .selectFrom('shipment')
          .select(['id', 'tenant_id', 'ended_at', 'content', 'provenance'])
          .$narrowType<{ content: ShipmentContent }>()
          .where('id', 'in', shipmentIds)
          .execute();
  const contents = new Map(
    await Promise.all(
      rows.map(async ({ id, tenant_id: tenantId, content, provenance, ...row }) => {
        // Stops of trucks are sites of the tenant.
        const known = await withStops(ctx, { tenantId, content }, reference);
        const at = shownAt(row, ctx.clock.now());
        return [id, { content, at, known, packed: packedOrNone(provenance) }] as const;
      }),
    ),
  );
  const nameOf = (code: string): string => sourceName({ lang: ctx.lang, reference }, code);
  const movements = [...bySubscription].map(([id, own]): Movement => {
    const tie = itemAt(own, 0);
    const {
      content,
      at = ctx.clock.now(),
      known = reference,
      packed = packedOrNone(null),
    } = contents.get(tie.shipment_id ?? -1) ?? {};
    const carried = [...Map.groupBy(own, ({ line_id: line }) => line)].flatMap(([lineId, some]): CarriedLine[] => {
      const line = lines.get(lineId);
      const references = some.map((one) => one.reference_no);
      return line === undefined ? [] : [{ lineNo: line.lineNo, batchNo: line.batchNo, references }];
    });
    const legs = content === undefined ? [] : presentLegs(content, at);
    const units = content === undefined ? [] : unitsOf({ content, at }, carried, known);
    return {
      obmTkSubscribeId: String(id),
      obmBkId: tie.shipment_id === null ? null : String(tie.shipment_id),
      mode: tie.mode,
      referenceNo: tie.bill_no ?? tie.container_no ?? tie.reference_no,
      carrierCode: tie.carrier_code ?? '',
      lineNos: carried.map(({ lineNo }) => lineNo),
      legs,
      track: content === undefined ? [] : traceTrack(content, known, ctx.clock.now()).track,
      places: content === undefined ? {} : placesOf(content, known),
      units,
      said: statedOf({ legs, units }, packed, nameOf),
    };
  });
  const leaves = ({ legs: [leg] }: Movement): number =>
    leg?.atd ?? leg?.etd ?? leg?.etdOverdue ?? Number.MAX_SAFE_INTEGER;
  return movements.toSorted((a, b) => leaves(a) - leaves(b));
}

async function listExceptions(
  ctx: Ctx,
  movements: readonly Movement[],
  reference: ReferenceSnapshot,
): Promise<Order['exceptions']> {
  if (movements.length === 0) return [];
  const ids = movements.map(({ obmTkSubscribeId }) => Number(obmTkSubscribeId));
  const rows = await ctx.db
    .selectFrom('shipment_exception')
    .select(['id', 'type_code', 'severity', 'open', 'created_at', 'bill_no', 'container_no'])
    .where('subscription_id', 'in', ids)
    .orderBy('open', 'desc')
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => {
    const type = reference.exceptionTypes.get(row.type_code);
    return {
      obmAutotestResultId: String(row.id),
      typeName: (ctx.lang === 'zh' ? type?.nameCn : type?.nameEn) ?? row.type_code,
      severity: row.severity,
      open: row.open ? 1 : 0,
      referenceNo: row.bill_no ?? row.container_no ?? '',
      createTime: row.created_at,
    };
  });
}

const listDocuments = async (ctx: Ctx, orderId: number): Promise<Order['documents']> =>
  (
    await ctx.db
      .selectFrom('order_document')
      .select(['id', 'file_name as fileName', 'size_bytes as sizeBytes', 'uploaded_by as uploaderName'])
      .select('uploaded_at as uploadTime')
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map(({ id, ...row }) => ({ ...row, orderDocumentId: String(id) }));

/** An order of the caller's tenants, or that it is not there. */
async function findOrder(ctx: Ctx, orderId: number) {
  const row = await ctx.db
    .selectFrom('cargo_order')
    .select(['id', 'tenant_id as tenantId', 'order_no as orderNo', 'supplier', 'customer', 'problem'])
    .select(['origin_code as originCode', 'destination_code as destinationCode'])
    .select([sql<string | null>`ship_by::text`.as('shipBy'), sql<string | null>`promised_on::text`.as('promisedOn')])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

type ShownLine = {
  line: LineRow;
  text: LineTexts;
  said: Line['said'];
  ties: readonly TieRow[];
} & ReturnType<typeof judgeStored>;

/** A line as its page shows it, with what carries it and what becomes of it. */
const presentLine = (
  { line, text: { id, ...text }, said: statement, ties, stage, risk, reason, expected }: ShownLine,
  lang: Ctx['lang'],
): Line => ({
  ...text,
  orderLineId: String(id),
  mode: line.transport_mode,
  shipBy: line.ship_by,
  promisedOn: line.promised_on,
  expectedTime: expected,
  stage,
  risk,
  reason: reasonText(reason, lang),
  said: statement,
  ties: ties.map((tie) => ({
    orderTieId: String(tie.id),
    referenceNo: tie.reference_no,
    obmTkSubscribeId: tie.subscription_id === null ? null : String(tie.subscription_id),
    obmBkId: tie.shipment_id === null ? null : String(tie.shipment_id),
    mode: tie.mode,
    byHand: tie.by_hand ? 1 : 0,
    undone: tie.undone ? 1 : 0,
  })),
});

/** An order with its lines, what carries them over all modes, exceptions and documents. */
export async function getOrder({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: { orderId: number };
  reference: ReferenceSnapshot;
}): Promise<Order> {
  const row = await findOrder(ctx, input.orderId);
  const now = ctx.clock.now();
  const lines = await listLines(ctx.unscoped, withTenants([row]));
  const lineIds = lines.map(({ id }) => id);
  const nameOf = (code: string): string => sourceName({ lang: ctx.lang, reference }, code);
  const [texts, ties, carried, documents, writers, valueSources] = await Promise.all([
    lineIds.length === 0 ? [] : listLineTexts(ctx, lineIds),
    lineIds.length === 0 ? [] : listTies(ctx, lineIds),
    listCarried(ctx.unscoped, withTenants(lines)),
    listDocuments(ctx, row.id),
    listLineWriters(ctx, lineIds),
    listOrderValueSources(ctx, withTenants([row]), nameOf),
  ]);
  const numbers = new Map(lines.map((line) => [line.id, line.line_no]));
  const byId = new Map(texts.map((text) => [text.id, { ...text, lineNo: numbers.get(text.id) ?? '' }]));
  const movements = await listMovements(ctx, ties, byId, reference);
  // As its lines are judged at this moment; what is stored for lists may be of some seconds before.
  const judged = judgeStoredOrder(lines, carried, reference, now);
  const { id, tenantId, ...shown } = row;
  return {
    ...shown,
    orderId: String(id),
    destinationZone: row.destinationCode === null ? null : (placeIn(reference, row.destinationCode)?.zone ?? null),
    expectedTime: judged.expected,
    stage: judged.stage,
    risk: judged.risk,
    lateDays: judged.lateDays,
    reason: reasonText(judged.reason, ctx.lang),
    problem: problemText(row.problem, ctx.lang),
    lines: lines.flatMap((line) => {
      const text = byId.get(line.id);
      if (text === undefined) return [];
      const statement = writers.get(line.id) ?? null;
      const own = ties.filter((tie) => tie.line_id === line.id);
      return [
        presentLine(
          { line, text, said: statement, ties: own, ...judgeStored(line, carried, reference, now) },
          ctx.lang,
        ),
      ];
    }),
    movements,
    exceptions: await listExceptions(ctx, movements, reference),
    documents,
    said: valueSources.get(String(row.id)) ?? {},
    now,
  };
}

const namesOf = (reference: ReferenceSnapshot, code: string | null): Text => {
  const place = code === null ? undefined : placeIn(reference, code);
  const own = place?.name ?? code ?? '—';
  return { zh: place?.nameCn ?? own, en: own };
};

type VesselState = CallData<'orderVessels'>['vessels'][number]['state'];

/** Vessels that carry goods of an order now or soon, and the shipments whose vessel is not received. */
export async function getOrderVessels({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: { orderId: number };
  reference: ReferenceSnapshot;
}): Promise<CallData<'orderVessels'>> {
  const order = await findOrder(ctx, input.orderId);
  const rows = await ctx.db
    .selectFrom('order_line as l')
    .innerJoin('order_tie as t', 't.line_id', 'l.id')
    .innerJoin('subscription as s', 's.id', 't.subscription_id')
    .leftJoin('voyage_watch as w', (join) =>
      join.onRef('w.subscription_id', '=', 's.id').on('w.state', '<>', 'arrived'),
    )
    .select(['l.line_no', 't.reference_no', 's.ended'])
    .select(['w.mmsi', 'w.vessel_name', 'w.state', 'w.from_port', 'w.to_port', 'w.sequence'])
    .where('l.tenant_id', '=', order.tenantId)
    .where('l.order_no', '=', order.orderNo)
    .where('t.undone', '=', false)
    .where('s.mode', 'in', ['sea', 'domestic'])
    .orderBy('w.sequence')
    .execute();
  const distinct = (values: readonly string[]): string[] => [...new Set(values)];
  const seen = rows.filter(
    (row): row is (typeof rows)[number] & { mmsi: number; state: VesselState } =>
      row.mmsi !== null && row.state !== null,
  );
  const found = new Set(seen.map((row) => row.reference_no));
  const vessels = seen.map(({ mmsi }) => mmsi);
  const heard = await listLastHeard(ctx, vessels);
  return {
    orderNo: order.orderNo,
    now: ctx.clock.now(),
    vessels: [...Map.groupBy(seen, (row) => row.mmsi)].map(([mmsi, own]) => {
      const first = itemAt(own, 0);
      return {
        mmsi: String(mmsi),
        vesselName: first.vessel_name,
        state: first.state,
        from: namesOf(reference, first.from_port),
        to: namesOf(reference, first.to_port),
        referenceNos: distinct(own.map((row) => row.reference_no)),
        lineNos: distinct(own.map((row) => row.line_no)),
        heardTime: heard.get(mmsi)?.at ?? null,
        heardBy: heard.get(mmsi)?.by ?? null,
      };
    }),
    unseen: distinct(rows.filter((row) => !row.ended && !found.has(row.reference_no)).map((row) => row.reference_no)),
  };
}
