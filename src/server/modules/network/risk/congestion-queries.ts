import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/** How crowded a port is: hours that vessels wait at anchor before they come to their berths. */
export type PortCrowd = {
  port_code: string;
  waiting: number;
  berthed: number;
  /** Calls that `normal_h` is of. */
  normal_calls: number;
  /** Medians of the last days, and of what is normal there. */
  median_h: number | null;
  normal_h: number | null;
  /** Median wait by days ago. */
  trend: Record<string, number> | null;
};

const recentMs = 7 * DAY_MS;
/** What is normal for a port is its own median over the days before. */
const normalMs = 30 * DAY_MS;
const trendMs = 30 * DAY_MS;

/** Ports that vessels came to of late, those with most waiting first. */
export async function listCrowds(database: Database, now: Instant, limit: number): Promise<PortCrowd[]> {
  const { rows } = await database.execute<PortCrowd>(
    `with berthed as (
       select port_code, berthed_at, extract(epoch from berthed_at - arrived_at)::float8 / 3600 as wait_h
       from port_visit where berthed_at > $3 and berthed_at <= $1),
     waiting as (
       select memory -> 'stay' ->> 'portCode' as port_code, count(*)::int as n from ais_vessel
       where jsonb_typeof(memory -> 'stay') = 'object' and nav_status = 1 and fix_at > $1::timestamptz - interval '12 hours'
         and memory -> 'stay' ->> 'berthedAt' is null group by 1),
     days as (
       select port_code, floor(extract(epoch from $1::timestamptz - berthed_at) / 86400)::int as ago,
         percentile_cont(0.5) within group (order by wait_h) as wait_h
       from berthed where berthed_at > $4 group by 1, 2),
     waits as (
       select port_code, (count(*) filter (where berthed_at > $2))::int as berthed,
         (count(*) filter (where berthed_at <= $2))::int as normal_calls,
         percentile_cont(0.5) within group (order by wait_h) filter (where berthed_at > $2) as median_h,
         percentile_cont(0.5) within group (order by wait_h) filter (where berthed_at <= $2) as normal_h
       from berthed group by 1)
     select coalesce(w.port_code, q.port_code) as port_code, coalesce(q.n, 0) as waiting, coalesce(w.berthed, 0) as berthed,
       coalesce(w.normal_calls, 0) as normal_calls, w.median_h, w.normal_h,
       (select jsonb_object_agg(d.ago, d.wait_h) from days d where d.port_code = w.port_code) as trend
     from waits w full join waiting q on q.port_code = w.port_code
     order by coalesce(q.n, 0) desc, w.median_h desc nulls last, 1 limit $5`,
    [new Date(now), new Date(now - recentMs), new Date(now - recentMs - normalMs), new Date(now - trendMs), limit],
  );
  return rows;
}
