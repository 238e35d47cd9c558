// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { knownText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { sourceForCaller } from './keys.ts';

/** How often answers of a source deviated from its protocol, by deviation. */
type SeenTolerances = { sourceId: number; tolerated: Readonly<Record<string, number>> };

/** A deviation that was not seen for so long, in answers that came all the same, may have been mended. */
const MENDED_AFTER_MS = 30 * DAY_MS;

/** A deviation in words; one that the catalogue does not know is named as it is. */
export function toleranceText(name: string, lang: Ctx['lang']): string {
  return knownText(`source.tolerance.${name}`, lang) ?? name;
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

type Row = { name: string; n: number; firstDay: string; lastTime: Instant; answeredAt: Instant | null };

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
    `select t.tolerance as name, sum(t.n)::float8 as n, min(t.day)::text as "firstDay", max(t.last_at) as "lastTime",
       max(s.last_success_at) as "answeredAt"
     from source_tolerance t join source s on s.id = t.source_id
     where t.source_id = $1 group by t.tolerance order by n desc, t.tolerance`,
    [source.id],
  );
  return rows.map(({ answeredAt, ...row }) => ({
    ...row,
    text: toleranceText(row.name, ctx.lang),
    mended: answeredAt !== null && answeredAt - row.lastTime > MENDED_AFTER_MS,
  }));
}
