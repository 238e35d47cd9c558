// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import { createHash, randomUUID } from 'node:crypto';
import type { CallData } from '#contract/index.ts';
import type { PriceChange } from '#domain/commerce/freight/change-price.ts';
import type { RawRow } from '#server/entity/index.ts';
import { writeAudit, writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Chosen } from './choose-lines.ts';
import { currenciesOf, type PlannedLine, planLine } from './plan-change.ts';
import { insertPriceChange, listOverlaps, lockLines, lockValidities, writeLines } from './price-change-queries.ts';
import type { PriceKind } from './price-kinds.ts';
import { present } from './present-change.ts';

type Answer = CallData<'freightRateChangeMany'>;
type Input = { change: PriceChange; preview: number; seen?: string | null | undefined };

/** Ends the transaction of a preview: what was written in it never was. */
class OnlyLooked extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('a preview writes nothing');
    this.answer = answer;
  }
}

/** Stands for lines in their versions, and for what is done to them. */
const stampOf = (rows: readonly RawRow[], change: PriceChange): string =>
  createHash('sha256')
    .update(JSON.stringify([change, rows.map((row) => [row['id'], row['record_version']])]))
    .digest('hex');

export const tenantsOf = (rows: readonly RawRow[]): number[] => [
  ...new Set(rows.map((row) => Number(row['tenant_id']))),
];

/** Keeps in the audit what became of each line, as if it had been edited by itself. */
export async function auditLines(
  ctx: Ctx,
  kind: PriceKind,
  action: 'update' | 'restore',
  lines: readonly { row: RawRow; values: Record<string, unknown> }[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += 500)
    await writeAudits(
      ctx,
      lines.slice(from, from + 500).map(({ row, values }) => ({
        entity: kind.of,
        entityId: String(row['id']),
        action,
        tenantId: Number(row['tenant_id']),
        before: row,
        after: { ...row, ...values, record_version: Number(row['record_version']) + 1 },
      })),
    );
}

/** Marks lines that would be valid together with another price of the same thing. */
async function markOverlaps(ctx: Ctx, kind: PriceKind, changed: readonly PlannedLine[]): Promise<void> {
  const overlaps = await listOverlaps(
    ctx,
    kind,
    changed.map(({ row }) => Number(row['id'])),
  );
  for (const line of changed) {
    const other = overlaps.get(Number(line.row['id']));
    if (other === undefined) continue;
    const days = `${other.from} – ${other.to}`;
    line.problem = {
      zh: `有效期与 ${other.number}（${days}）重叠`,
      en: `The validity overlaps that of ${other.number} (${days})`,
    };
  }
}

async function keep(ctx: Ctx, kind: PriceKind, change: PriceChange, changed: readonly PlannedLine[]): Promise<string> {
  const batch = randomUUID();
  await auditLines(ctx, kind, 'update', changed);
  for (const [tenantId, lines] of Map.groupBy(changed, ({ row }) => Number(row['tenant_id']))) {
    const kept = lines.map(({ row, values }) => ({
      id: Number(row['id']),
      version: Number(row['record_version']) + 1,
      before: Object.fromEntries(Object.keys(values).map((column) => [column, row[column]])),
    }));
    await insertPriceChange(ctx, { tenantId, batch, entity: kind.of, what: change, lines: kept });
    await writeAudit(ctx, {
      entity: 'priceChange',
      entityId: batch,
      action: 'save',
      tenantId,
      after: { entity: kind.of, change, lines: kept.length },
    });
  }
  return batch;
}

/** Refuses what is requested from no line, or of lines that do not go together. */
function refuseSenseless(kind: PriceKind, rows: readonly RawRow[], change: PriceChange): void {
  if (rows.length === 0) throw refused('freight.nothingChosen');
  const currencies = currenciesOf(kind, rows);
  if (change.kind === 'amount' && currencies.length > 1)
    throw refused('freight.severalCurrencies', { currencies: currencies.join(', ') });
}

/** Refuses a change that was not looked at, or whose lines are not as they were then. */
function refuseUnseen(seen: string | null | undefined, stamp: string): void {
  if (seen === null || seen === undefined) throw refused('freight.lookFirst');
  if (seen !== stamp) throw refused('freight.linesMoved');
}

/**
 * Changes all chosen price lines in one transaction, or none of them. A preview does the same and takes it back, so that it says
 * what really would happen; the change then goes with the stamp of what was looked at.
 */
export async function changeMany(
  ctx: Ctx,
  kind: PriceKind,
  chosen: () => Promise<Chosen>,
  { change, preview, seen }: Input,
): Promise<Answer> {
  const run = async (): Promise<Answer> => {
    const { ids, only } = await chosen();
    const rows = ids.length === 0 ? [] : await lockLines(ctx, kind, ids);
    refuseSenseless(kind, rows, change);
    const stamp = stampOf(rows, change);
    if (preview !== 1) refuseUnseen(seen, stamp);
    const planned = rows.map((row) => planLine(kind, row, change, { only, now: ctx.clock.now() }));
    const changed = planned.filter((line) => line.problem === undefined && Object.keys(line.values).length > 0);
    if (changed.length === 0 && planned.every((line) => line.problem === undefined))
      throw refused('freight.nothingChanged');
    if (change.kind === 'validity') await lockValidities(ctx, kind, tenantsOf(rows));
    if (changed.length > 0)
      await writeLines(
        ctx,
        kind,
        changed.map(({ row, values }) => ({ id: Number(row['id']), values })),
      );
    if (change.kind === 'validity') await markOverlaps(ctx, kind, changed);
    const answer = present(ctx, kind, await namesOf(ctx, planned), planned, stamp);
    if (preview === 1) throw new OnlyLooked(answer);
    const [wrong] = answer.lines;
    if (answer.refused > 0)
      throw refused('freight.linesRefused', {
        count: answer.refused,
        number: wrong?.number ?? '',
        text: wrong?.problem ?? '',
      });
    return { ...answer, batch: await keep(ctx, kind, change, changed) };
  };
  try {
    return await ctx.unscoped.transaction(run);
  } catch (error) {
    if (error instanceof OnlyLooked) return error.answer;
    throw error;
  }
}

/** Codes of the ports and carriers that lines are about. */
async function namesOf(ctx: Ctx, lines: readonly PlannedLine[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (...columns: string[]): number[] => [
    ...new Set(lines.flatMap(({ row }) => columns.map((column) => Number(row[column] ?? 0)))),
  ];
  const ports = await ctx.unscoped.query<{ id: number; code: string }>(
    'select id, code from md_port where id = any($1)',
    [idsOf('pol_id', 'pod_id')],
  );
  const carriers = await ctx.unscoped.query<{ id: number; code: string }>(
    'select id, code from md_carrier where id = any($1)',
    [idsOf('carrier_id')],
  );
  return new Map([
    ...ports.map(({ id, code }) => [`port ${id}`, code] as const),
    ...carriers.map(({ id, code }) => [`carrier ${id}`, code] as const),
  ]);
}
