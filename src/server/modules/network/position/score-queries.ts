import type { EtaScore } from '#domain/network/position/score.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How good own predictions were, by lead; those from voyages that are over first. */
export async function listScores(database: Database): Promise<EtaScore[]> {
  const { rows } = await database.execute<EtaScore>(
    `select lead_days as "leadDays", learned, predictions, voyages, median_error_h as "medianErrorH", hits, too_late as "tooLate",
       told as reported, told_hits as "reportedHits", claims, claims_right as "claimsRight"
     from eta_score order by learned desc, lead_days = 0, lead_days`,
  );
  return rows;
}

/**
 * Scores the predictions of the last time against the arrivals that followed. A hit is at most 12 hours or a tenth of the lead
 * off; a claim that a ship comes later than reported is right when she comes at least 12 hours later and nearer to our time.
 */
export async function writeScores(database: Database, now: Instant, backMs: number): Promise<void> {
  await database.transaction(async () => {
    await database.execute('delete from eta_score');
    await database.execute(
      `with judged as (
         select row(mmsi, to_port, departed_at) as voyage, basis <> 'speed' as learned, says_late,
           extract(epoch from eta - at) / 3600 as lead_h, error_ms / 3600000.0 as error_h,
           greatest(12, extract(epoch from eta - at) / 36000) as near_h,
           extract(epoch from eta - told) / 3600 + error_ms / 3600000.0 as told_error_h
         from eta_prediction where error_ms is not null and eta > at and at > $2)
       insert into eta_score (lead_days, learned, predictions, voyages, median_error_h, hits, too_late, told, told_hits, claims,
         claims_right, scored_at)
       select case when lead_h <= 24 then 1 when lead_h <= 72 then 3 when lead_h <= 168 then 7 when lead_h <= 336 then 14 else 0 end,
         learned, count(*), count(distinct voyage), percentile_cont(0.5) within group (order by abs(error_h)::float8),
         count(*) filter (where abs(error_h) <= near_h), count(*) filter (where error_h < -near_h),
         count(told_error_h), count(*) filter (where abs(told_error_h) <= near_h),
         count(distinct voyage) filter (where says_late),
         count(distinct voyage) filter (where says_late and told_error_h >= 12 and abs(error_h) < abs(told_error_h)), $1
       from judged group by 1, 2`,
      [new Date(now), new Date(now - backMs)],
    );
  });
}
