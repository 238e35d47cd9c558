// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import { type EntityHooks, type RawRow, type RowChange, statedError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { todayAt } from './day-rates.ts';
import { agreeIn, sameRate, sameSurcharge, type SameThing } from './same-price.ts';

/** Prices of one kind: their table, the column that people name them by, and what makes two of them prices of the same thing. */
type Prices = { table: 'freight_rate' | 'surcharge'; number: 'rate_no' | 'line_no'; same: SameThing };

/** Another price, as it is named. */
type Other = { id: number; number: string; from: string; to: string };

const otherOf = ({ number }: Prices, id: number, row: RawRow): Other => ({
  id,
  number: String(row[number]),
  from: String(row['valid_from']),
  to: String(row['valid_to']),
});

/** The stored prices that each of these would be valid together with, by place. */
async function listOverlaps(
  ctx: Ctx,
  { table, number, same }: Prices,
  rows: readonly RawRow[],
): Promise<Map<number, Other[]>> {
  const needed = ['tenant_id', number, 'valid_from', 'valid_to', ...Object.keys(same)];
  const requested = rows.map((row) => Object.fromEntries(needed.map((column) => [column, row[column] ?? null])));
  const found = await ctx.unscoped.execute<Other & { place: number }>(
    `select n.ordinality::int as place, o.* from jsonb_populate_recordset(null::${table}, $1::jsonb) with ordinality n
     cross join lateral (
       select e.id, e.${number} as number, e.valid_from as "from", e.valid_to as "to" from ${table} e
       where e.tenant_id = n.tenant_id and ${agreeIn(same, 'e', 'n')} and e.valid_from <= n.valid_to and e.valid_to >= n.valid_from
       offset 0) o`,
    [json(requested)],
  );
  return Map.groupBy(found.rows, ({ place }) => place - 1);
}

const keyOf = ({ same }: Prices, row: RawRow): string =>
  ['tenant_id', ...Object.keys(same)].map((column) => String(row[column] ?? '')).join('\u0001');

const overlapError = (ctx: Ctx, other: Other): Error => {
  const days = `${other.from} – ${other.to}`;
  const text = {
    zh: `有效期与 ${other.number}（${days}）重叠`,
    en: `The validity overlaps that of ${other.number} (${days})`,
  };
  return statedError(ctx, text, { fields: [{ field: 'validFrom', message: text[ctx.lang] }] });
};

/** A price that ended before it is entered: nobody could ever be charged it. */
function pastError(ctx: Ctx, { before, after }: RowChange): Error | undefined {
  const validTo = String(after['valid_to']);
  if (validTo >= todayAt(ctx.clock.now()) || String(before?.['valid_to']) === validTo) return undefined;
  const text = {
    zh: `失效日期 ${validTo} 已经过去`,
    en: `Valid to ${validTo} has passed`,
  };
  return statedError(ctx, text, { fields: [{ field: 'validTo', message: text[ctx.lang] }] });
}

/**
 * Why each of these prices cannot be written: it has passed, or its validity overlaps that of another price of the same thing,
 * which is named. Written one after the other: one that is refused stands in nobody's way.
 */
async function refusalsOf(ctx: Ctx, prices: Prices, changes: readonly RowChange[]): Promise<(Error | undefined)[]> {
  const watched = [...Object.keys(prices.same), 'valid_from', 'valid_to'];
  const passed = changes.map((change) => pastError(ctx, change));
  const judged = changes.flatMap(({ before, after }, place) =>
    passed[place] !== undefined ||
    (before !== undefined && watched.every((column) => String(before[column]) === String(after[column])))
      ? []
      : [{ place, before, after }],
  );
  if (judged.length === 0) return passed;
  // One at a time: two overlapping prices must not be saved beside each other.
  for (const tenantId of [...new Set(judged.map(({ after }) => Number(after['tenant_id'])))].sort((a, b) => a - b))
    await lockName(ctx.unscoped, `${prices.table} ${tenantId}`);
  const rows = judged.map(({ after }) => after);
  const stored = await listOverlaps(ctx, prices, rows);
  const moved = new Set<number>();
  const accepted = new Map<string, Other[]>();
  const refusals = [...passed];
  for (const [index, { place, before, after }] of judged.entries()) {
    // One that is not stored yet has a number of its own, too.
    const own = otherOf(prices, before === undefined ? -1 - index : Number(before['id']), after);
    const key = keyOf(prices, after);
    const [other] = [...(stored.get(index) ?? []).filter(({ id }) => !moved.has(id)), ...(accepted.get(key) ?? [])]
      // The same number is refused as such.
      .filter(({ id, number }) => id !== own.id && number.toLowerCase() !== own.number.toLowerCase())
      .filter(({ from, to }) => from <= own.to && to >= own.from)
      .sort((a, b) => (a.from < b.from ? -1 : 1));
    if (other !== undefined) refusals[place] = overlapError(ctx, other);
    else {
      if (before !== undefined) moved.add(own.id);
      const alike = accepted.get(key) ?? [];
      alike.push(own);
      accepted.set(key, alike);
    }
  }
  return refusals;
}

const hooksOf = (prices: Prices): EntityHooks => ({
  beforeWrite: async (ctx, change) => {
    const [refusal] = await refusalsOf(ctx, prices, [change]);
    if (refusal !== undefined) throw refusal;
  },
  beforeWriteMany: (ctx, changes) => refusalsOf(ctx, prices, changes),
  contestKey: (row) => keyOf(prices, row),
});

/** What declarations of prices cannot say. */
export const freightHooks: Readonly<Record<string, EntityHooks>> = {
  freightRate: {
    ...hooksOf({ table: 'freight_rate', number: 'rate_no', same: sameRate }),
    total: async (ctx) => {
      const kept = await ctx.db
        .selectFrom('freight_rate_total')
        .select((eb) => eb.fn.sum<number>('n').as('n'))
        .executeTakeFirst();
      return Number(kept?.n ?? 0);
    },
  },
  surcharge: hooksOf({ table: 'surcharge', number: 'line_no', same: sameSurcharge }),
};
