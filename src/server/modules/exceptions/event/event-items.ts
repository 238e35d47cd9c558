import { type EventItem, ruleOfEventItem } from '#domain/exceptions/event/event-item.ts';
import { isRule, readRule, ruleProblem } from '#domain/exceptions/event/rule.ts';
import { journeyField } from '#domain/exceptions/event/fields.ts';
import { indexByScope } from '#domain/exceptions/event/scope-index.ts';
import type { ExceptionRule, ReferenceData, ShipmentView } from '#domain/exceptions/types.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { splitPasted } from '#shared/text/normalize.ts';
import { versioned } from '#shared/memory/once-per.ts';

/** The row of an event item, as it is read for judging. */
export type ItemRow = {
  id: number;
  tenant_id: number;
  code: string;
  name_cn: string;
  name_en: string;
  severity: EventItem['severity'];
  rule: string | null;
  modes: string | null;
  carrier_codes: string | null;
  pol_codes: string | null;
  pod_codes: string | null;
  valid_from: Instant | null;
  valid_to: Instant | null;
  due_hours: number;
  notify_users: string | null;
};

/** Columns of an event item `i`. */
export const itemColumns = `i.id, i.tenant_id, i.code, i.name_cn, i.name_en, i.severity, i.rule, i.modes, i.carrier_codes, i.pol_codes,
  i.pod_codes, i.valid_from, i.valid_to, i.due_hours, i.notify_users`;

/** An event item; undefined while its rule cannot be judged. */
export function toEventItem(row: ItemRow, paths: ReadonlyMap<string, string>): EventItem | undefined {
  const rule = row.rule === null ? undefined : readRule(row.rule);
  if (rule === undefined || !isRule(rule)) return undefined;
  if (ruleProblem(rule, (code) => journeyField(paths.get(code) ?? '')) !== undefined) return undefined;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    severity: row.severity,
    rule,
    paths: Object.fromEntries(rule.conditions.map(({ field }) => [field, paths.get(field) ?? ''])),
    modes: (row.modes ?? '').split(',').filter(Boolean),
    carrierCodes: splitPasted(row.carrier_codes ?? ''),
    polCodes: splitPasted(row.pol_codes ?? ''),
    podCodes: splitPasted(row.pod_codes ?? ''),
    validFrom: row.valid_from,
    validTo: row.valid_to,
  };
}

/** Data paths of the catalogue by the code of the field. */
export async function readFieldPaths(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ code: string; data_path: string }>('select code, data_path from event_field');
  return new Map(rows.map(({ code, data_path: path }) => [code, path]));
}

/** An event item that is in use, with what is done about its events. */
export type ActiveItem = { row: ItemRow; eventItem: EventItem; rule: ExceptionRule };

/** The event items that a tenant has in use. */
export type TenantItems = {
  /** By the code of the event item. */
  byCode: ReadonlyMap<string, ActiveItem>;
  /** Those that may be for a shipment. */
  thatMayConcern: (view: ShipmentView, reference: ReferenceData) => readonly ActiveItem[];
};

/** Event items as a tenant's, made ready to be requested. */
const tenantItems = (items: readonly ActiveItem[]): TenantItems => ({
  byCode: new Map(items.map((item) => [item.rule.code, item])),
  thatMayConcern: indexByScope(items, ({ eventItem }) => eventItem),
});

/** Event items in use by tenant, also of tenants that have none in use but may have events of those they had. */
type ActiveItems = ReadonlyMap<number, TenantItems>;

async function readActive(database: Database): Promise<ActiveItems> {
  const rows = await database.query<ItemRow & { active: boolean }>(
    `select ${itemColumns}, i.enabled and t.enabled as active from event_item i join event_item_type t on t.id = i.type_id order by i.id`,
  );
  const paths = rows.length === 0 ? new Map<string, string>() : await readFieldPaths(database);
  const activeOf = (row: (typeof rows)[number]): ActiveItem[] => {
    const eventItem = row.active ? toEventItem(row, paths) : undefined;
    return eventItem === undefined ? [] : [{ row, eventItem, rule: ruleOfEventItem(eventItem) }];
  };
  const byTenant = Map.groupBy(rows, (row) => row.tenant_id);
  return new Map([...byTenant].map(([tenantId, own]) => [tenantId, tenantItems(own.flatMap(activeOf))]));
}

const itemsRead = versioned<Database, { version: string; items: ActiveItems }>();

/** Event items in use when the version of rules was read: from the memory of this process where that is it, else read. */
export async function activeItemsAt(database: Database, version: string): Promise<ActiveItems> {
  const read = async () => ({ version, items: await readActive(database) });
  return (await itemsRead.at(database, version, read)).items;
}
