import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A carrier's schedules as a source. */
export type SailingSource = {
  carrier_code: string;
  base_url: string;
  credential: string | null;
  refresh_s: number;
  failures: number;
  validators: Record<string, string>;
};

/** Makes sources known; one that moved follows its address, what an operator set stays. */
export async function seedSailingSources(
  database: Database,
  sources: readonly { carrierCode: string; baseUrl: string; credential: string | null }[],
  at: Instant,
): Promise<void> {
  for (const { carrierCode, baseUrl, credential } of sources) {
    await database.execute(
      `insert into sailing_source (carrier_code, base_url, credential, next_at) values ($1, $2, $3, $4)
       on conflict (carrier_code) do update set base_url = excluded.base_url`,
      [carrierCode, baseUrl, credential, new Date(at)],
    );
  }
}

/** Sources whose time has come, the longest waiting first. */
export async function listDueSources(database: Database, at: Instant, most: number): Promise<SailingSource[]> {
  const { rows } = await database.execute<SailingSource>(
    `select carrier_code, base_url, credential, refresh_s, failures, validators from sailing_source
     where enabled and next_at <= $1 order by next_at, carrier_code limit $2`,
    [new Date(at), most],
  );
  return rows;
}

/** Notes that a source answered, and when it is asked again. */
export async function noteAnswer(
  database: Database,
  carrierCode: string,
  validators: Readonly<Record<string, string>>,
  at: Instant,
  nextAt: Instant,
): Promise<void> {
  await database.execute(
    `update sailing_source set validators = $2, answered_at = $3, next_at = $4, failures = 0, failure = null
     where carrier_code = $1`,
    [carrierCode, JSON.stringify(validators), new Date(at), new Date(nextAt)],
  );
}

/** Notes that a source did not answer; what it told before stays, with its age. */
export async function noteFailure(
  database: Database,
  carrierCode: string,
  failure: string,
  at: Instant,
  nextAt: Instant,
): Promise<void> {
  await database.execute(
    `update sailing_source set failed_at = $3, failure = $2, failures = failures + 1, next_at = $4
     where carrier_code = $1`,
    [carrierCode, failure, new Date(at), new Date(nextAt)],
  );
}
