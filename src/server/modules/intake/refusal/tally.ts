import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';

/** Pieces of which nothing is kept but how many there were, from whom and why. */
export type TalliedRefusal = {
  tenantId: number | null;
  sourceId: number | null;
  /** Who sent it where that is no source; '' = nobody known. */
  sender: string;
  via: 'pull' | 'push' | 'rpa' | 'feed' | 'edi' | 'ais' | 'vehicle';
  reason: string;
  field: string;
  /** What it was about, such as the plate of a vehicle; absent: not known. */
  subject?: string;
  n: number;
  sample: string | null;
};

const SAMPLE_CHARS = 200;
const NAME_CHARS = 80;

/** Adds to the counts of the hour; a sample of the newest is kept with them. */
export async function tallyRefusals(
  database: Database,
  refusals: readonly TalliedRefusal[],
  at: Instant,
): Promise<void> {
  const rows = refusals
    .filter(({ n }) => n > 0)
    .map((one) => ({
      ...one,
      sender: one.sender.slice(0, NAME_CHARS),
      field: one.field.slice(0, NAME_CHARS),
      subject: (one.subject ?? '').slice(0, NAME_CHARS),
      sample: one.sample?.slice(0, SAMPLE_CHARS).toWellFormed().replaceAll('\u0000', ' ') ?? null,
    }));
  if (rows.length === 0) return;
  await database.execute(
    `insert into refusal_tally (hour, tenant_id, source_id, sender, via, reason, field, subject, n, last_at, sample)
     select $2, r."tenantId", r."sourceId", r.sender, r.via, r.reason, r.field, r.subject, sum(r.n), $3, max(r.sample)
     from jsonb_to_recordset($1::jsonb) as r("tenantId" bigint, "sourceId" bigint, sender text, via text, reason text, field text,
       subject text, n bigint, sample text)
     group by 2, 3, 4, 5, 6, 7, 8 order by 5, 6, 7, 8, 4, 3, 2
     on conflict (hour, via, reason, field, sender, subject, (coalesce(source_id, 0)), (coalesce(tenant_id, 0)))
     do update set n = refusal_tally.n + excluded.n, last_at = greatest(refusal_tally.last_at, excluded.last_at),
       sample = coalesce(excluded.sample, refusal_tally.sample)`,
    [JSON.stringify(rows), new Date(Math.floor(at / HOUR_MS) * HOUR_MS), new Date(at)],
  );
}
