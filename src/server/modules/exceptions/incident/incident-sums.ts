import { sql } from 'kysely';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { DB } from '#generated/schema.ts';
import { lateCodes } from '#domain/exceptions/incident-text.ts';

/** What the members of one incident of a page add up to, by type and person. */
export type MemberSum = {
  incident_id: number;
  type_code: string;
  assignee_code: string | null;
  assignee_name: string | null;
  n: number;
  open_n: number;
  hours: number | null;
};

const late = sql.join(lateCodes.map((code) => sql.lit(code)));

/** Members of some incidents; `tenantIds` where nobody's scope limits them. */
const ofIncidents = (ids: readonly number[], tenantIds?: readonly number[]): RawBuilder<SqlBool> =>
  tenantIds === undefined
    ? sql<SqlBool>`incident_id = any(${ids})`
    : sql<SqlBool>`incident_id = any(${ids}) and tenant_id = any(${tenantIds})`;

/** Sums over the members of some incidents. */
export const listMemberSums = (
  db: Kysely<DB>,
  ids: readonly number[],
  tenantIds?: readonly number[],
): Promise<MemberSum[]> =>
  db
    .selectFrom('shipment_exception')
    .select(['incident_id', 'type_code', 'assignee_code', 'assignee_name'])
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<number>`count(*) filter (where open)::int`.as('open_n'),
      sql<number | null>`max((crossing ->> 'measured')::float * case crossing ->> 'unit' when 'days' then 24 else 1 end)
        filter (where open and type_code in (${late}))`.as('hours'),
    ])
    .where(ofIncidents(ids, tenantIds))
    .groupBy(['incident_id', 'type_code', 'assignee_code', 'assignee_name'])
    .execute() as Promise<MemberSum[]>;

/** What is behind an incident. */
export type BookingSum = {
  incident_id: number;
  /** Subscriptions with an open exception, and with any. */
  bookings: number;
  all_bookings: number;
  /** Shipments that wait for a source that answers nobody. */
  shipments: number;
  money: number;
};

/** Subscriptions behind some incidents, those with an open exception apart, and what these may cost. */
export const listBookingSums = (
  db: Kysely<DB>,
  ids: readonly number[],
  tenantIds?: readonly number[],
): Promise<BookingSum[]> => {
  const bySubscription = db
    .selectFrom('shipment_exception')
    .select(sql<number>`incident_id`.as('incident_id'))
    .select([
      'subscription_id',
      sql<boolean>`bool_or(open)`.as('any_open'),
      sql<number>`coalesce(sum((params ->> 'shipments')::int) filter (where open and subscription_id is null), 0)`.as(
        'waiting',
      ),
      // Two problems of one shipment are about the same money.
      sql<number>`coalesce(max(money_usd) filter (where open and not ended), 0)`.as('money'),
    ])
    .where(ofIncidents(ids, tenantIds))
    .groupBy(['incident_id', 'subscription_id'])
    .as('own');
  return db
    .selectFrom(bySubscription)
    .select('incident_id')
    .select([
      sql<number>`(count(subscription_id) filter (where any_open))::int`.as('bookings'),
      sql<number>`count(subscription_id)::int`.as('all_bookings'),
      sql<number>`sum(waiting)::int`.as('shipments'),
      sql<number>`sum(money)::float8`.as('money'),
    ])
    .groupBy('incident_id')
    .execute();
};

/** What the members of an incident add up to. */
export type StoredSums = { members: readonly MemberSum[]; bookings: readonly BookingSum[] };
