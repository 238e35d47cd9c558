import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How goods travel by a schedule. */
export type ScheduleMode = 'sea' | 'air';

/** The schedules of a carrier or an airline as a source. */
export type SailingSource = {
  mode: ScheduleMode;
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
  sources: readonly { mode?: ScheduleMode; carrierCode: string; baseUrl: string; credential: string | null }[],
  at: Instant,
): Promise<void> {
  for (const { mode = 'sea', carrierCode, baseUrl, credential } of sources) {
    await database.execute(
      `insert into sailing_source (mode, carrier_code, base_url, credential, next_at) values ($1, $2, $3, $4, $5)
       on conflict (mode, carrier_code) do update set base_url = excluded.base_url`,
      [mode, carrierCode, baseUrl, credential, new Date(at)],
    );
  }
}

/** Sources whose time has come, the longest waiting first. */
export async function listDueSources(
  database: Database,
  mode: ScheduleMode,
  at: Instant,
  limit: number,
): Promise<SailingSource[]> {
  const { rows } = await database.execute<SailingSource>(
    `select mode, carrier_code, base_url, credential, refresh_s, failures, validators from sailing_source
     where mode = $1 and enabled and next_at <= $2 order by next_at, carrier_code limit $3`,
    [mode, new Date(at), limit],
  );
  return rows;
}

/** Notes that a source answered, and when it is queried again. */
export async function noteAnswer(
  database: Database,
  { mode, carrier_code }: Pick<SailingSource, 'mode' | 'carrier_code'>,
  validators: Readonly<Record<string, string>>,
  at: Instant,
  nextAt: Instant,
): Promise<void> {
  await database.execute(
    `update sailing_source set validators = $3, answered_at = $4, next_at = $5, failures = 0, failure = null
     where mode = $1 and carrier_code = $2`,
    [mode, carrier_code, JSON.stringify(validators), new Date(at), new Date(nextAt)],
  );
}

/** Notes that a source did not answer; what it reported before stays, with its age. */
export async function noteFailure(
  database: Database,
  { mode, carrier_code }: Pick<SailingSource, 'mode' | 'carrier_code'>,
  failure: string,
  at: Instant,
  nextAt: Instant,
): Promise<void> {
  await database.execute(
    `update sailing_source set failed_at = $4, failure = $3, failures = failures + 1, next_at = $5
     where mode = $1 and carrier_code = $2`,
    [mode, carrier_code, failure, new Date(at), new Date(nextAt)],
  );
}
