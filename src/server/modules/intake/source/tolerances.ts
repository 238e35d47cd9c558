// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { isServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { sourceForCaller } from './keys.ts';

/** How often answers of a source deviated from its protocol, by deviation. */
type SeenTolerances = { sourceId: number; tolerated: Readonly<Record<string, number>> };

/** A deviation that was not seen for so long, in answers that came all the same, may have been mended. */
const MENDED_AFTER_MS = 30 * DAY_MS;

/** A deviation in words; one that the catalogue does not know is named as it is. */
export function toleranceText(name: string, lang: Ctx['lang']): string {
  const code = `source.tolerance.${name}`;
  return isServerMessageCode(code) ? serverText(code, {}, lang) : name;
}

/** Adds what was met in a batch to the counts of the day, in one statement; nothing where nothing was met. */
export async function tallyTolerances(database: Database, seen: readonly SeenTolerances[], at: Instant): Promise<void> {
  const counts = seen.flatMap(({ sourceId, tolerated }) =>
    Object.entries(tolerated).map(([name, n]) => ({ sourceId, name, n })),
  );
  if (counts.length === 0) return;
  await database.execute(
    `insert into source_tolerance (source_id, tolerance, day, n, last_at)
     select r."sourceId", r.name, ($2::timestamptz at time zone 'UTC')::date, sum(r.n), $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r("sourceId" bigint, name text, n bigint)
     group by 1, 2 order by 1, 2
     on conflict (source_id, tolerance, day) do update set
       n = source_tolerance.n + excluded.n, last_at = greatest(source_tolerance.last_at, excluded.last_at)`,
    [JSON.stringify(counts), new Date(at)],
  );
}

type Row = { tolerance: string; n: number; first_day: string; last_at: Instant; answered_at: Instant | null };

/** Deviations of a source from its protocol: in words, how often, first and last seen. The most frequent first. */
export async function listTolerances({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'sourceToleranceQuery'>;
}): Promise<CallData<'sourceToleranceQuery'>> {
  const source = await sourceForCaller(ctx, String(input.sourceId));
  const rows = await ctx.unscoped.query<Row>(
    `select t.tolerance, sum(t.n)::float8 as n, min(t.day)::text as first_day, max(t.last_at) as last_at,
       max(s.last_success_at) as answered_at
     from source_tolerance t join source s on s.id = t.source_id
     where t.source_id = $1 group by t.tolerance order by n desc, t.tolerance`,
    [source.id],
  );
  return rows.map((row) => ({
    name: row.tolerance,
    text: toleranceText(row.tolerance, ctx.lang),
    n: row.n,
    firstDay: row.first_day,
    lastTime: row.last_at,
    mended: row.answered_at !== null && row.answered_at - row.last_at > MENDED_AFTER_MS,
  }));
}
