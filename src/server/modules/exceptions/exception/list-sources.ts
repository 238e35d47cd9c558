import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { ts } from '#server/platform/db/instants.ts';
import { rowsOf } from '#server/platform/page.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import { asRecord } from '#shared/values/objects.ts';

const dayMs = 86_400_000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** All sources with their health; numbers of subscriptions and refusals are those of the caller's tenants. */
export async function listSources({ ctx }: { ctx: Ctx }): Promise<CallData<'sources'>> {
  const now = ctx.clock.now();
  const [sources, refusals, overdue] = await Promise.all([
    ctx.db
      .selectFrom('source')
      .select([
        'id',
        'code',
        'protocol',
        'name_cn as nameCn',
        'name_en as nameEn',
        'enabled',
        'last_error as lastError',
      ])
      .select(['consecutive_failures as consecutiveFailures', 'last_success_at as lastSuccessTime'])
      .select('last_failure_at as lastFailureTime')
      .orderBy('code')
      .execute(),
    ctx.db
      .selectFrom('refusal')
      .select(['source_id', (eb) => eb.fn.countAll<number>().as('n')])
      .where('at', '>=', ts(now - dayMs))
      .groupBy('source_id')
      .execute(),
    ctx.db
      .selectFrom('subscription_source')
      .select(['source_id', (eb) => eb.fn.countAll<number>().as('n')])
      .where('next_pull_at', '<', ts(now - 10 * 60_000))
      .groupBy('source_id')
      .execute(),
  ]);
  const countOf = (rows: readonly { source_id: number | null; n: number }[], id: number): number =>
    rows.find((row) => row.source_id === id)?.n ?? 0;
  return sources.map(({ id, ...source }) => ({
    ...source,
    failing: source.consecutiveFailures > 0,
    lastError: source.consecutiveFailures > 0 ? failureText(source.lastError, ctx.lang) : null,
    refusals24h: countOf(refusals, id),
    overdue: countOf(overdue, id),
  }));
}

/** Refused messages of the caller's tenants, newest first, with the reason in words. */
export async function listRefusals({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'refusals'>;
}): Promise<CallData<'refusals'>> {
  const sources = new Map(
    (await ctx.db.selectFrom('source').select(['id', 'code']).execute()).map((row) => [row.id, row.code]),
  );
  const wanted =
    input.sourceCode === undefined ? undefined : [...sources].find(([, code]) => code === input.sourceCode)?.[0];
  let base = ctx.db.selectFrom('refusal');
  if (input.sourceCode !== undefined) base = base.where('source_id', '=', wanted ?? -1);
  const { limit, offset } = rowsOf(input);
  const [rows, total] = await Promise.all([
    base.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    countRows(base),
  ]);
  return {
    records: rows.map((row) => {
      const { eventId, field } = asRecord(row.detail);
      const params = { field: textOf(field) || '—', value: row.sample || '—' };
      return {
        id: String(row.id),
        time: row.at,
        sourceCode: row.source_id === null ? null : (sources.get(row.source_id) ?? null),
        via: row.via,
        reason: row.reason,
        reasonText: refusalText(row.reason, params, ctx.lang),
        detail: [eventId, field].map(textOf).filter(Boolean).join(' · '),
        sample: row.sample,
      };
    }),
    totalPage: Math.ceil(total / input.pageSize),
    totalRecord: total,
  };
}
