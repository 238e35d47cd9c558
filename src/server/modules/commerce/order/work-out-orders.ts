import {
  type JudgedLine,
  judgeLine,
  judgeOrder,
  type LineShipment,
  type OrderLine,
  type RiskReason,
} from '#domain/commerce/order/judge-order.ts';
import { isPast } from '#domain/tracking/estimates.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { referencesIn } from '#shared/ids/order-references.ts';
import { dayEndOfText } from '#shared/time/day-range.ts';
import { HOUR_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import {
  type CarriedRow,
  type DueOrder,
  keepOrders,
  keepProgress,
  type OrderSummary,
  type LineRow,
  listCarried,
  listLines,
  listOverclaimed,
  lockDueOrders,
  lockOrder,
  markChanged,
  readProgress,
  resolveTies,
  syncReferences,
} from './order-queries.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

/** What working out orders goes by. */
export type OrderDeps = { database: Database; clock: Clock; reference: () => ReferenceSnapshot };

const ordersAtOnce = 100;
/** Orders on their way are looked at so often even when nothing becomes known: time alone makes them late. */
const againMs = 6 * HOUR_MS;
/** An order whose shipments are not tracked yet is looked at again so soon. */
const firstAgainMs = 60_000;

/** The arrival that is expected: where the estimate has passed, the next one that a source tells. */
const expectedArrival = ({ eta, awaited_until: until }: CarriedRow, now: Instant): Instant | null =>
  eta !== null && until !== null && isPast(eta, now) && !isPast(until, now) ? until : eta;

const toShipment = (row: CarriedRow, now: Instant): LineShipment => ({
  mode: row.mode,
  carriage: row.carriage,
  atd: row.atd,
  // Carriers that tell no plan are measured by what they stated first.
  plannedArrival: row.planned_arrival ?? row.first_eta,
  eta: expectedArrival(row, now),
  ata: row.ata,
  endedAt: row.ended_at,
});

/** Shipments named in an order that was just received may be tracked within a minute: until then it is not called late. */
const isJustNamed = ({ known, reference_nos: references }: LineRow): boolean =>
  !known && referencesIn(references).length > 0;

function toLine(row: LineRow, carried: readonly CarriedRow[], reference: ReferenceSnapshot, now: Instant): OrderLine {
  const zoneOf = (code: string | null): string =>
    zoneOfPlace(code === null ? undefined : placeIn(reference, code)?.zone);
  const endOf = (day: string, zone: string): Instant => dayEndOfText(day, zone) ?? Date.parse(`${day}T23:59:59Z`);
  return {
    lineNo: row.line_no,
    mode: row.transport_mode,
    shipBy: row.ship_by === null ? null : endOf(row.ship_by, zoneOf(row.origin_code)),
    promised: endOf(row.promised_on, zoneOf(row.destination_code)),
    justNamed: isJustNamed(row),
    shipments: carried.filter(({ line_id: id }) => id === row.id).map((one) => toShipment(one, now)),
  };
}

/** What becomes of one stored line. */
export function judgeStored(
  row: LineRow,
  carried: readonly CarriedRow[],
  reference: ReferenceSnapshot,
  now: Instant,
): Omit<JudgedLine, 'reason'> & { reason: RiskReason & { lineNo: string } } {
  const judged = judgeLine(toLine(row, carried, reference, now), now);
  return { ...judged, reason: { ...judged.reason, lineNo: row.line_no } };
}

/** What becomes of an order by its stored lines. */
export const judgeStoredOrder = (
  lines: readonly LineRow[],
  carried: readonly CarriedRow[],
  reference: ReferenceSnapshot,
  now: Instant,
): ReturnType<typeof judgeOrder> =>
  judgeOrder(
    lines.map((line) => toLine(line, carried, reference, now)),
    now,
  );

const first = (values: readonly (string | null)[]): string | null => values.find((value) => value !== null) ?? null;
const least = (values: readonly (string | null)[]): string | null =>
  values.filter((value) => value !== null).toSorted()[0] ?? null;
const distinct = (values: readonly string[]): string[] => [...new Set(values)];

type Carrying = {
  carried: readonly CarriedRow[];
  overclaimed: Awaited<ReturnType<typeof listOverclaimed>>;
  reference: ReferenceSnapshot;
  now: Instant;
};

function workOut({ id, tenant_id: tenantId }: DueOrder, lines: readonly LineRow[], about: Carrying): OrderSummary {
  const ids = new Set(lines.map((line) => line.id));
  const carried = about.carried.filter(({ line_id: line }) => ids.has(line));
  const judged = judgeStoredOrder(lines, carried, about.reference, about.now);
  // What was delivered was promised for another day than what is still to come.
  const open = lines.filter((line) => judged.openLineNos.has(line.line_no));
  const subscriptions = new Map(carried.map((row) => [row.subscription_id, row]));
  const over = about.overclaimed.find((one) => subscriptions.has(one.subscription_id));
  const modes = [...lines.map((line) => line.transport_mode), ...carried.map(({ mode }) => mode)];
  return {
    id,
    tenant_id: tenantId,
    supplier: distinct(lines.map(({ supplier }) => supplier)).join(', '),
    customer: first(lines.map(({ customer }) => customer)),
    modes: distinct(modes),
    origin: first(lines.map((line) => line.origin_code)),
    destination: first(lines.map((line) => line.destination_code)),
    ship_by: least(lines.map((line) => line.ship_by)),
    promised_on: least((open.length === 0 ? lines : open).map((line) => line.promised_on)),
    expected: judged.expected === null ? null : toIsoText(judged.expected),
    lines: lines.length,
    stage_lines: judged.stageLines,
    stage: judged.stage,
    risk: judged.risk,
    late_days: judged.lateDays,
    reason: judged.reason,
    problem: over === undefined ? null : { reference: over.reference, carried: over.carried, claimed: over.claimed },
    exceptions: [...subscriptions.values()].reduce((sum, row) => sum + row.open_exceptions, 0),
    seen_change: Math.max(0, ...carried.map((row) => Number(row.newest_change ?? 0))),
    due:
      judged.stage === 'delivered' || lines.length === 0
        ? null
        : toIsoText(about.now + (lines.some(isJustNamed) && carried.length === 0 ? firstAgainMs : againMs)),
  };
}

/** Works out one order now. */
export const workOutOrder = (deps: OrderDeps, orderId: number): Promise<number> =>
  deps.database.transaction(async () => workOutLocked(deps, await lockOrder(deps.database, orderId)));

/** Works out orders whose time has come; gives how many. */
const workOutDueOrders = (deps: OrderDeps): Promise<number> =>
  deps.database.transaction(async () =>
    workOutLocked(deps, await lockDueOrders(deps.database, deps.clock.now(), ordersAtOnce)),
  );

async function workOutLocked({ database, clock, reference }: OrderDeps, due: readonly DueOrder[]): Promise<number> {
  const now = clock.now();
  if (due.length === 0) return 0;
  const lines = await listLines(database, withTenants(due));
  const known = withTenants(lines);
  await syncReferences(
    database,
    lines.map((line) => ({
      tenantId: line.tenant_id,
      lineId: line.id,
      references: referencesIn(line.reference_nos),
    })),
  );
  await resolveTies(database, known);
  const carried = await listCarried(database, known);
  const overclaimed = await listOverclaimed(database, {
    ids: [...new Set(carried.map((row) => row.subscription_id))],
    tenantIds: known.tenantIds,
  });
  const about = { carried, overclaimed, reference: reference(), now };
  const rows = due.map((order) =>
    workOut(
      order,
      lines.filter((line) => line.tenant_id === order.tenant_id && line.order_no === order.order_no),
      about,
    ),
  );
  await keepOrders(database, rows, now);
  for (const tenantId of new Set(due.map((order) => order.tenant_id)))
    await publish(database, { tenantId, topic: 'order', payload: {} });
  return due.length;
}

/** Notices what became known of shipments since the last time and works out the orders that it concerns. */
export async function followOrders(deps: OrderDeps, maxBatches = 20): Promise<void> {
  const before = await readProgress(deps.database);
  await deps.database.transaction(async () => {
    const next = await markChanged(deps.database, before);
    if (next.change !== before.change || next.subscription !== before.subscription)
      await keepProgress(deps.database, next);
  });
  for (let batch = 0; batch < maxBatches; batch += 1) if ((await workOutDueOrders(deps)) < ordersAtOnce) return;
}
