import { writeAudits, type AuditEntry } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { RowProblem } from '#shared/entity/check-row.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { derivedOf, loose, tenantOf, type RawRow } from '../raw-rows.ts';
import { forTable, updateRaw } from '../save-row.ts';
import type { EntityServices } from '../services.ts';
import type { ImportOutcome } from './import-queries.ts';
import type { Judged } from './judge-rows.ts';

/** What became of a row. */
export type Written = { outcome: ImportOutcome; problems: readonly RowProblem[] };

type Writing = { ctx: Ctx; entity: Entity; services: EntityServices };

/** Asks the hook of the entity, where it has one; its refusal is a problem of the row. */
async function hookProblem({ ctx, entity, services }: Writing, judged: Judged): Promise<RowProblem | undefined> {
  const hook = services.hooks[entity.name]?.beforeWrite;
  if (hook === undefined || (judged.plan !== 'insert' && judged.plan !== 'update')) return undefined;
  const change =
    judged.plan === 'insert'
      ? { before: undefined, after: judged.raw }
      : { before: judged.before, after: { ...judged.before, ...judged.changes } };
  try {
    await hook(ctx, change);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const said = (lang: 'zh' | 'en'): string => serverText(error.code, error.params, lang);
    const [told] = ((error.data as { fields?: { field: string }[] } | null)?.fields ?? []).map(({ field }) => field);
    return { field: told ?? entity.importBy?.[0] ?? entity.id, text: { zh: said('zh'), en: said('en') } };
  }
}

/** All rows of an insert have the same columns; what a row does not bring is as the table has it by default. */
async function insertAll({ ctx, entity }: Writing, raws: readonly RawRow[]): Promise<RawRow[]> {
  const inserted: RawRow[] = [];
  const complete = await Promise.all(
    raws.map(async (raw) => forTable(entity, { ...raw, ...(await derivedOf(entity, raw)) })),
  );
  for (const group of Map.groupBy(complete, (row) => Object.keys(row).sort().join()).values()) {
    const rows = await loose(ctx.db).insertInto(entity.table).values(group).returningAll().execute();
    inserted.push(...(rows as RawRow[]));
  }
  return inserted;
}

/** Writes what was judged, within the current transaction, and keeps every act. */
export async function writeRows(writing: Writing, judged: readonly Judged[]): Promise<Written[]> {
  const { ctx, entity, services } = writing;
  const written: Written[] = [];
  const inserts: RawRow[] = [];
  const acts: { action: string; before?: RawRow; after: RawRow }[] = [];
  for (const row of judged) {
    const refused = await hookProblem(writing, row);
    if (refused !== undefined) written.push({ outcome: 'refused', problems: [refused] });
    else {
      // A hook that looks at other rows must see those that stand before it in the file.
      if (row.plan === 'insert' && services.hooks[entity.name]?.beforeWrite !== undefined)
        acts.push(...(await insertAll(writing, [row.raw])).map((after) => ({ action: 'insert', after })));
      else if (row.plan === 'insert') inserts.push(row.raw);
      if (row.plan === 'update')
        acts.push({
          action: 'update',
          before: row.before,
          after: await updateRaw(ctx, entity, row.before, row.changes),
        });
      written.push({ outcome: row.plan, problems: row.plan === 'refused' ? row.problems : [] });
    }
  }
  if (inserts.length > 0)
    acts.push(...(await insertAll(writing, inserts)).map((after) => ({ action: 'insert', after })));
  await writeAudits(
    ctx,
    acts.map(({ action, before, after }): AuditEntry => ({
      entity: entity.name,
      entityId: String(after['id']),
      action,
      tenantId: tenantOf(entity, after),
      before,
      after,
    })),
  );
  if (entity.masterData === true && acts.length > 0) {
    await services.touch();
    await publish(ctx.database, { tenantId: null, topic: 'masterdata', payload: { entity: entity.name } });
  }
  return written;
}
