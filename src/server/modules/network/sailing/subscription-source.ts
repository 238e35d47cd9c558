import { sql, type SqlBool } from 'kysely';
import type { CallData } from '#contract/index.ts';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { type FilterSql, listSource, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { SheetCell } from '#server/platform/sheet/index.ts';
import type { List } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';
import { localDay } from '#shared/time/day.ts';
import { changeLine } from './change-words.ts';
import type { SubscriptionKind } from './subscription-kind.ts';
import { listChangesOf, listNewestChanges, type SubscribedChange } from './subscription-queries.ts';

/** Changes that come with a row; all of them are requested on their own. */
const changesShown = 10;
/** More changes than a carrier makes of one sailing in the 15 days of a subscription. */
const maxChanges = 1000;

type Changes = CallData<'sailingSubscriptionChanges'>;

type Common = Pick<
  SailingSubscription,
  | 'tenantName'
  | 'effectiveDate'
  | 'expiryDate'
  | 'state'
  | 'changes'
  | 'changeCount'
  | 'createUserCode'
  | 'createTime'
  | 'recordVersion'
>;

/** What rows of all kinds of subscriptions have: the subscription and its tenant. */
export type StoredSubscription = {
  id: number;
  tenant_name: string;
  tenant_name_en: string | null;
  zone: string;
  effective_on: string;
  expires_on: string;
  cancelled_at: number | null;
  created_by: string;
  created_at: number;
  record_version: number;
};

/** Subscriptions by id with their tenant; a kind joins what they are about. */
export const subscribedRows = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('sailing_subscription as s')
    .innerJoin('tenant as t', 't.id', 's.tenant_id')
    .selectAll('s')
    .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 't.zone'])
    .where('s.id', 'in', ids);

function stateOf(row: StoredSubscription, now: Instant): Common['state'] {
  if (row.cancelled_at !== null) return 'cancelled';
  const today = localDay(now, row.zone);
  if (today > row.expires_on) return 'expired';
  return today < row.effective_on ? 'waiting' : 'active';
}

/** The same as a filter. */
const inStates: FilterSql = (states: string[], ctx) => {
  const today = sql`to_char(${ts(ctx.clock.now())} at time zone t.zone, 'YYYY-MM-DD')`;
  return sql<SqlBool>`case when s.cancelled_at is not null then 'cancelled' when ${today} > s.expires_on then 'expired'
    when ${today} < s.effective_on then 'waiting' else 'active' end = any(${states})`;
};

/** A name, voyage or date, or place that contains the text. */
const withText: FilterSql = (keyword: string) => {
  const like = containingPattern(keyword.normalize('NFKC').toUpperCase());
  return sql<SqlBool>`(s.vessel_name ilike ${like} or s.voyage ilike ${like} or s.port_code ilike ${like})`;
};

/** A change as it travels. */
const presentChange = ({ at, field, old_value, new_value }: SubscribedChange): Changes['changes'][number] => ({
  time: at,
  field,
  oldValue: old_value,
  newValue: new_value,
});

const common = (row: StoredSubscription, changes: readonly (SubscribedChange & { n: number })[], ctx: Ctx): Common => ({
  tenantName: (ctx.lang === 'en' ? row.tenant_name_en : null) ?? row.tenant_name,
  effectiveDate: row.effective_on,
  expiryDate: row.expires_on,
  state: stateOf(row, ctx.clock.now()),
  changes: changes.map(presentChange),
  changeCount: changes[0]?.n ?? 0,
  createUserCode: row.created_by,
  createTime: row.created_at,
  recordVersion: row.record_version,
});

/** What a kind of subscription says of its list. */
type Parts<Found, Shown> = {
  kind: SubscriptionKind;
  /** Wire names of columns that people sort by and that this kind alone has. */
  columns: Readonly<Record<string, string>>;
  /** Subscriptions by id with what they are about. */
  find: (ctx: Ctx, ids: readonly number[]) => Promise<Found[]>;
  present: (row: Found, shared: Common) => Shown;
  /** The zone of a value that changed. */
  zoneOf: (row: Shown, field: string) => string | null;
  cells: Readonly<Record<string, (row: Shown, ctx: Ctx) => SheetCell>>;
};

/** Subscriptions of a kind within the caller's tenants, each with its state and what changed since it was made. */
export function subscriptionSource<Found extends StoredSubscription, Shown extends Pick<Common, 'changes'>>(
  list: List,
  { kind, columns, find, present, zoneOf, cells }: Parts<Found, Shown>,
): ListSource {
  return listSource(list, {
    from: (ctx) =>
      ctx.db
        .selectFrom('sailing_subscription as s')
        .innerJoin('tenant as t', 't.id', 's.tenant_id')
        .where('s.mode', '=', kind.mode),
    id: 's.id',
    columns: {
      createTime: 's.created_at',
      effectiveDate: 's.effective_on',
      expiryDate: 's.expires_on',
      ...columns,
    },
    where: { keyword: withText, state: inStates },
    cells: {
      ...(cells as Readonly<Record<string, (row: object, ctx: Ctx) => SheetCell>>),
      lastChange: (row, ctx) => {
        const shown = row as Shown;
        const [change] = shown.changes;
        return change === undefined ? '' : changeLine(change, kind, zoneOf(shown, change.field), ctx.lang);
      },
    },
    load: async (ctx, ids) => {
      const [rows, changes] = await Promise.all([find(ctx, ids), listNewestChanges(ctx, kind, ids, changesShown)]);
      const changesOf = Map.groupBy(changes, ({ subscription_id }) => subscription_id);
      return rows.map((row) => present(row, common(row, changesOf.get(row.id) ?? [], ctx)));
    },
  });
}

/** Everything that changed of what one subscription is about, the newest first; one of another tenant is not there. */
export async function getChanges(ctx: Ctx, kind: SubscriptionKind, id: number): Promise<Changes> {
  const changes = await listChangesOf(ctx, kind, id, maxChanges);
  if (changes === undefined) throw notFound();
  return { changes: changes.map(presentChange) };
}
