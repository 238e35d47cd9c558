// unscoped: Field paths, roles and people of a tenant: the statement names the tenants the caller may see, and stored items were found by
// `ctx.db`.
import { type EventItem, eventItemCode } from '#domain/exceptions/event/event-item.ts';
import { itemColumns, type ItemRow, readFieldPaths, toEventItem } from '#server/modules/exceptions/event/index.ts';
import { eventItemTrial, type RuleRun } from '#server/modules/exceptions/rule-backtest/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { readRun, type StoredRun } from '#server/platform/run/index.ts';

/** An event item with its switch, version and whether its type is in use. */
export type OwnItem = ItemRow & { enabled: boolean; record_version: number; type_on: boolean };

/** An event item of the caller's tenants; `lock` holds it for a change. */
export async function getItem(ctx: Ctx, id: number, { lock = false } = {}): Promise<OwnItem> {
  const own = await ctx.db.selectFrom('event_item').select('id').where('id', '=', id).executeTakeFirst();
  if (own === undefined) throw notFound();
  const { rows } = await ctx.unscoped.execute<OwnItem>(
    `select ${itemColumns}, i.enabled, i.record_version, t.enabled as type_on
     from event_item i join event_item_type t on t.id = i.type_id where i.id = $1 ${lock ? 'for update of i' : ''}`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

/** Refuses a change that was made on an older state. */
export function checkVersion(item: OwnItem, seen: number | null | undefined): void {
  if (seen !== item.record_version) throw refused('error.staleUnnamed');
}

/** An event item as it is judged, with a rule that may not be saved yet; its effective range counts only where `bounded`. */
export async function eventItemOf(ctx: Ctx, item: ItemRow, { bounded = false } = {}): Promise<EventItem> {
  const eventItem = toEventItem(item, await readFieldPaths(ctx.unscoped));
  if (eventItem === undefined) throw refused('event.noRule');
  return bounded ? eventItem : { ...eventItem, validFrom: null, validTo: null };
}

/** Writes columns of an event item that is locked; gives its version then. */
export async function updateItem(
  ctx: Ctx,
  item: OwnItem,
  values: { rule?: string; enabled?: boolean },
): Promise<{ eventItemId: string; recordVersion: number }> {
  const recordVersion = item.record_version + 1;
  await ctx.db
    .updateTable('event_item')
    .set({ ...values, record_version: recordVersion })
    .where('id', '=', item.id)
    .execute();
  return { eventItemId: String(item.id), recordVersion };
}

// Its severity changes nothing about what an event item finds.
const ofEventItem = `coalesce((params->'indicator') - 'severity' = $3::jsonb - 'severity', false)`;
const ofItem = `from run where kind = $1 and subject = $2`;

/** The newest trial of an event item, and whether it tried the event item as it is now. */
export async function lastTrial(
  ctx: Ctx,
  itemId: number,
  eventItem: EventItem | undefined,
): Promise<{ run: RuleRun; current: boolean } | undefined> {
  const { rows } = await ctx.unscoped.execute<StoredRun & { current: boolean }>(
    `select *, ${ofEventItem} as current ${ofItem} order by id desc limit 1`,
    [eventItemTrial.kind, eventItemCode(itemId), eventItem === undefined ? null : JSON.stringify(eventItem)],
  );
  const [row] = rows;
  return row && { run: readRun(eventItemTrial, row), current: row.current };
}

/** Whether an event item was tried on history from beginning to end. */
export async function wasTried(ctx: Ctx, eventItem: EventItem): Promise<boolean> {
  const { rows } = await ctx.unscoped.execute(`select ${ofItem} and state = 'done' and ${ofEventItem} limit 1`, [
    eventItemTrial.kind,
    eventItemCode(eventItem.id),
    JSON.stringify(eventItem),
  ]);
  return rows.length > 0;
}

/** What a trial found, newest first. */
export const listExamples = async (ctx: Ctx, runId: number, limit: number) =>
  ctx.db
    .selectFrom('rule_run_problem as p')
    .innerJoin('subscription as s', 's.id', 'p.subscription_id')
    .select([
      'p.subscription_id',
      'p.first_at',
      'p.gone_at',
      'p.params',
      's.bill_no',
      's.container_no',
      's.shipment_id',
    ])
    .where('p.run_id', '=', runId)
    .orderBy('p.first_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();

/** Fields of the catalogue, in the order of their codes. */
export const listFields = (ctx: Ctx) =>
  ctx.db
    .selectFrom('event_field')
    .select(['code', 'name_cn', 'name_en', 'data_path', 'field_type', 'unit', 'enabled'])
    .orderBy('code')
    .execute();
