import type { StormMoment } from '#domain/network/position/storm.ts';
import type { StormPoint } from '#server/connectors/weather/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Makes a weather service known; one that moved follows its address, what an operator set stays. */
export async function seedWeatherSource(
  database: Database,
  source: { code: string; nameCn: string; nameEn: string; baseUrl: string },
): Promise<void> {
  await database.execute(
    `insert into weather_source (code, name_cn, name_en, base_url, next_at) values ($1, $2, $3, $4, to_timestamp(0))
     on conflict (code) do update set base_url = excluded.base_url`,
    [source.code, source.nameCn, source.nameEn, source.baseUrl],
  );
}

/** A weather service whose time has come. */
export type DueWeather = { code: string; base_url: string; refresh_s: number; failures: number };

/** Services to be queried now, the longest waiting first. */
export async function listDueWeather(database: Database, now: Instant): Promise<DueWeather[]> {
  const { rows } = await database.execute<DueWeather>(
    `select code, base_url, refresh_s, failures from weather_source where enabled and next_at <= $1 order by next_at limit 5`,
    [new Date(now)],
  );
  return rows;
}

/** Notes how asking went, and when it is queried again; what was reported before stays. */
export async function noteWeather(
  database: Database,
  code: string,
  { now, nextAt, failure }: { now: Instant; nextAt: Instant; failure: string | null },
): Promise<void> {
  await database.execute(
    `update weather_source set next_at = $2, failure = $3, failures = case when $3::text is null then 0 else failures + 1 end,
       answered_at = case when $3::text is null then $4 else answered_at end where code = $1`,
    [code, new Date(nextAt), failure, new Date(now)],
  );
}

/** Keeps what a service reported of storms; a moment of an advisory that is there already stays as it is. */
export async function insertStormPoints(
  database: Database,
  code: string,
  points: readonly StormPoint[],
): Promise<void> {
  if (points.length === 0) return;
  await database.execute(
    `insert into storm_point (source_code, storm_code, name, issued_at, valid_at, lon, lat, wind_kn, radius_nm, error_nm)
     select $1, r."stormCode", r.name, to_timestamp(r."issuedAt" / 1000.0), to_timestamp(r."validAt" / 1000.0), r.lon, r.lat,
       r."windKn", r."radiusNm", r."errorNm"
     from jsonb_to_recordset($2::jsonb) as r("stormCode" text, name text, "issuedAt" float8, "validAt" float8, lon float8,
       lat float8, "windKn" real, "radiusNm" real, "errorNm" real)
     on conflict do nothing`,
    [code, JSON.stringify(points)],
  );
}

/** Weather services with the age of what they reported. */
export async function listWeather(
  database: Database,
): Promise<{ code: string; nameCn: string; name: string; answeredTime: Instant | null; failures: number }[]> {
  const { rows } = await database.execute<{
    code: string;
    nameCn: string;
    name: string;
    answeredTime: Instant | null;
    failures: number;
  }>(
    `select code, name_cn as "nameCn", name_en as name, answered_at as "answeredTime", failures from weather_source
     where enabled order by code`,
  );
  return rows;
}

/** A moment of the newest advisory about a storm. */
export type StoredStormPoint = StormMoment & {
  sourceCode: string;
  stormCode: string;
  name: string;
  issuedAt: Instant;
};

/** The newest advisory about every storm that goes on, in order of time. */
export async function listStormPoints(database: Database, now: Instant): Promise<StoredStormPoint[]> {
  const { rows } = await database.execute<StoredStormPoint>(
    `with newest as (
       select source_code, storm_code, max(issued_at) as issued_at from storm_point
       where issued_at <= $1 and valid_at >= $1::timestamptz - interval '2 days' group by 1, 2)
     select p.source_code as "sourceCode", p.storm_code as "stormCode", p.name, p.issued_at as "issuedAt", p.valid_at as at, p.lon, p.lat,
       p.wind_kn as "windKn", p.radius_nm as "radiusNm", p.error_nm as "errorNm"
     from storm_point p join newest using (source_code, storm_code, issued_at)
     order by p.source_code, p.storm_code, p.valid_at limit 5000`,
    [new Date(now)],
  );
  return rows;
}
