import type { CallData } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { auditLines, tenantsOf } from './change-many.ts';
import { changeText } from './present-change.ts';
import {
  listOverlaps,
  listPriceChanges,
  lockLines,
  lockPriceChange,
  lockValidities,
  markUndone,
  writeLines,
} from './price-change-queries.ts';
import type { PriceKind } from './price-kinds.ts';

/** Changes that the list of them shows. */
const maxShown = 20;

/** The latest changes of many prices, newest first; what was done to several tenants by one act is one change. */
export async function listChanges(ctx: Ctx, { of }: PriceKind): Promise<CallData<'freightRateChanges'>> {
  const batches = Map.groupBy(await listPriceChanges(ctx, of), ({ batch }) => batch);
  return [...batches.values()].slice(0, maxShown).flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const { id, ...change } = first;
    return [{ ...change, what: changeText(ctx, change.what), lines: parts.reduce((sum, { lines }) => sum + lines, 0) }];
  });
}

/** Gives lines back what they were before a change; lines that somebody changed or deleted since stay as they are and are named. */
export async function undoMany(
  ctx: Ctx,
  kind: PriceKind,
  { batch }: { batch: string },
): Promise<CallData<'freightRateUndoMany'>> {
  return ctx.unscoped.transaction(async () => {
    const parts = await lockPriceChange(ctx, kind.of, batch);
    if (parts.length === 0) throw refused('freight.noSuchChange');
    if (parts.some(({ undone_at }) => undone_at !== null)) throw refused('freight.alreadyUndone');
    const kept = parts.flatMap(({ lines }) => lines);
    const rows = await lockLines(
      ctx,
      kind,
      kept.map(({ id }) => id),
    );
    const byId = new Map(kept.map((line) => [line.id, line]));
    const back = rows.flatMap((row) => {
      const line = byId.get(Number(row['id']));
      return line === undefined || line.version !== Number(row['record_version']) ? [] : [{ row, values: line.before }];
    });
    const ids = back.map(({ row }) => Number(row['id']));
    const moved = back.some(({ values }) => 'valid_from' in values || 'valid_to' in values);
    if (moved) await lockValidities(ctx, kind, tenantsOf(rows));
    if (back.length > 0) {
      await writeLines(
        ctx,
        kind,
        back.map(({ row, values }) => ({ id: Number(row['id']), values })),
      );
      const [overlap] = moved ? (await listOverlaps(ctx, kind, ids)).values() : [];
      if (overlap !== undefined) throw refused('freight.undoOverlaps', { number: overlap.number });
      await auditLines(ctx, kind, 'restore', back);
    }
    const by = ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode;
    await markUndone(
      ctx,
      parts.map(({ id }) => id),
      by,
    );
    for (const { tenant_id } of parts)
      await writeAudit(ctx, { entity: 'priceChange', entityId: batch, action: 'restore', tenantId: tenant_id });
    const done = new Set(ids);
    const numbers = new Map(rows.map((row) => [Number(row['id']), String(row[kind.number])]));
    const left = kept.filter(({ id }) => !done.has(id)).map(({ id }) => numbers.get(id) ?? `#${id}`);
    return { undone: ids.length, left };
  });
}
