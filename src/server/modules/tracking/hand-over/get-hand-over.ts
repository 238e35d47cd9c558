import type { CallData } from '#contract/index.ts';
import type { HandOverItem } from '#contract/tracking/hand-over.ts';
import { exceptionText } from '#server/modules/exceptions/exception/index.ts';
import { exceptionTypeName, placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { sumMoney } from '#server/modules/exceptions/overview/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { countChanged, countOpen, listChanged, listDue, listOpen, waiting } from './hand-over-queries.ts';
import { handOverText } from './hand-over-text.ts';

type HandOver = CallData<'handOverGet'>;
type Lang = 'zh' | 'en';
type Row = Awaited<ReturnType<typeof listOpen>>[number];

const referenceOf = (row: { bill_no: string | null; container_no: string | null }): string =>
  row.bill_no ?? row.container_no ?? '';

const itemOf = (row: Row, lang: Lang, reference: ReferenceSnapshot): HandOverItem => ({
  exceptionId: String(row.id),
  referenceNo: referenceOf(row) || (row.carrier_code ?? ''),
  typeName: exceptionTypeName(row.type_code, lang, reference),
  severity: row.severity,
  text: exceptionText(row, lang, reference),
  assigneeName: row.assignee_name,
  moneyUsd: row.money_usd,
});

/** What happened last of what may have happened since the shift began. */
function changeOf(row: Row, from: number): { change: 'opened' | 'resolved' | 'handled'; time: number } {
  const { resolved_at: resolved, handle_time: handled, created_at: created } = row;
  if (resolved !== null && resolved >= from) return { change: 'resolved', time: resolved };
  if (handled !== null && handled >= from) return { change: 'handled', time: handled };
  return { change: 'opened', time: created };
}

type Requested = { from?: number | undefined; hours: number; by?: string | undefined };

/** What is open, what changed since the shift began and what is due soon, of the caller's tenants. */
export async function readHandOver(
  ctx: Ctx,
  { from: requested, hours, by }: Requested,
  lang: Lang,
  reference: ReferenceSnapshot,
): Promise<Omit<HandOver, 'text'>> {
  const now = ctx.clock.now();
  const from = requested ?? now - hours * HOUR_MS;
  const [counts, money, openRows, changes, changedRows, due] = await Promise.all([
    countOpen(ctx),
    sumMoney(ctx, waiting),
    listOpen(ctx),
    countChanged(ctx, from, by),
    listChanged(ctx, from, by),
    listDue(ctx, now, now + DAY_MS),
  ]);
  const dueItems: HandOver['due'] = [
    ...due.snoozed.map((row) => ({
      kind: 'snoozed' as const,
      id: row.id,
      referenceNo: referenceOf(row),
      time: row.time,
    })),
    ...due.events.map((row) => ({ kind: 'event' as const, id: row.id, referenceNo: row.reference_no, time: row.time })),
    ...due.arrivals.map((row) => ({
      kind: 'arrival' as const,
      id: row.id,
      referenceNo: referenceOf(row),
      time: row.time,
      zone: row.port === null ? null : (placeIn(reference, row.port)?.zone ?? null),
    })),
    ...due.orders.map((row) => ({ kind: 'order' as const, id: row.id, referenceNo: row.order_no, time: row.time })),
  ].flatMap(({ id, time, ...one }) => (time === null ? [] : [{ zone: null, ...one, id: String(id), time }]));
  return {
    from,
    now,
    byName: by ?? null,
    open: {
      total: counts.total,
      high: counts.high,
      unassigned: counts.unassigned,
      moneyUsd: money.usd,
      items: openRows.map((row) => itemOf(row, lang, reference)),
    },
    changed: {
      ...changes,
      items: changedRows.map((row) => ({ ...itemOf(row, lang, reference), ...changeOf(row, from) })),
    },
    due: dueItems.toSorted((one, other) => one.time - other.time),
  };
}

/** The hand-over of a shift as it stands now, also as plain text. */
export async function getHandOver({
  ctx,
  input,
  reference,
  zone,
}: {
  ctx: Ctx;
  input: Requested;
  reference: ReferenceSnapshot;
  zone: string;
}): Promise<HandOver> {
  const lang = ctx.lang === 'en' ? 'en' : 'zh';
  const handOver = await readHandOver(ctx, input, lang, reference);
  return { ...handOver, text: handOverText(handOver, lang, zone) };
}
