import { sql } from 'kysely';
import { type EntityHooks, type RawRow, saidError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { todayAt } from './day-rates.ts';
import { sameRate, sameSurcharge } from './same-price.ts';

/** Refuses a price whose validity overlaps that of another price of the same thing, and names the other one. */
const refuseOverlap =
  (table: 'freight_rate' | 'surcharge', number: 'rate_no' | 'line_no', same: readonly string[]) =>
  async (ctx: Ctx, { before, after }: { before: RawRow | undefined; after: RawRow }): Promise<void> => {
    refusePast(ctx, before, after);
    const watched = [...same, 'valid_from', 'valid_to'];
    if (before !== undefined && watched.every((column) => String(before[column]) === String(after[column]))) return;
    const tenantId = Number(after['tenant_id']);
    // One at a time: two overlapping prices must not be saved beside each other.
    await sql`select pg_advisory_xact_lock(hashtext(${`${table} ${tenantId}`}))`.execute(ctx.database.system);
    const agrees = same.map(
      (column) =>
        sql`${sql.ref(column)}::text is not distinct from ${after[column] == null ? null : String(after[column])}::text`,
    );
    const { rows } = await sql<{ number: string; valid_from: string; valid_to: string }>`
      select ${sql.ref(number)} as number, valid_from, valid_to from ${sql.table(table)}
      where tenant_id = ${tenantId} and id is distinct from ${before?.['id'] ?? null}::bigint
        -- The same number is refused as such.
        and lower(${sql.ref(number)}) <> ${String(after[number]).toLowerCase()}
        and valid_from <= ${String(after['valid_to'])}::date and valid_to >= ${String(after['valid_from'])}::date
        and ${sql.join(agrees, sql` and `)}
      order by valid_from limit 1`.execute(ctx.database.system);
    const [other] = rows;
    if (other === undefined) return;
    const days = `${other.valid_from} – ${other.valid_to}`;
    const text = {
      zh: `有效期与 ${other.number}（${days}）重叠`,
      en: `The validity overlaps that of ${other.number} (${days})`,
    };
    throw saidError(ctx, text, { fields: [{ field: 'validFrom', message: text[ctx.lang] }] });
  };

/** Refuses a price that ended before it is entered: nobody could ever be charged it. */
function refusePast(ctx: Ctx, before: RawRow | undefined, after: RawRow): void {
  const validTo = String(after['valid_to']);
  if (validTo >= todayAt(ctx.clock.now()) || String(before?.['valid_to']) === validTo) return;
  const text = {
    zh: `失效日期 ${validTo} 已经过去`,
    en: `Valid to ${validTo} has passed`,
  };
  throw saidError(ctx, text, { fields: [{ field: 'validTo', message: text[ctx.lang] }] });
}

/** What declarations of prices cannot say. */
export const freightHooks: Readonly<Record<string, EntityHooks>> = {
  freightRate: { beforeWrite: refuseOverlap('freight_rate', 'rate_no', sameRate) },
  surcharge: { beforeWrite: refuseOverlap('surcharge', 'line_no', sameSurcharge) },
};
