// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import { writeAudits, type AuditEntry } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { RowProblem } from '#shared/entity/check-row.ts';
import { asRecord } from '#shared/values/objects.ts';
import { derivedOf, loose, tenantOf, type RawRow } from '../raw-rows.ts';
import { forTable, updateRaw } from '../save-row.ts';
import type { EntityServices, RowChange } from '../services.ts';
import type { ImportOutcome } from './import-queries.ts';
import type { Judged } from './judge-rows.ts';

/** What became of a row. */
export type Written = { outcome: ImportOutcome; problems: readonly RowProblem[] };

type Writing = { ctx: Ctx; entity: Entity; services: EntityServices };

/** What a refusal by a hook says of the row. */
function problemOf(entity: Entity, error: unknown): RowProblem {
  if (!(error instanceof AppError)) throw error;
  const statement = (lang: 'zh' | 'en'): string => serverText(error.code, error.params, lang);
  const { fields } = asRecord(error.data);
  const reported = Array.isArray(fields) ? asRecord(fields[0])['field'] : undefined;
  return {
    field: typeof reported === 'string' ? reported : (entity.importBy?.[0] ?? entity.id),
    text: { zh: statement('zh'), en: statement('en') },
  };
}

const changeOf = (judged: Extract<Judged, { plan: 'insert' | 'update' }>): RowChange =>
  judged.plan === 'insert'
    ? { before: undefined, after: judged.raw }
    : { before: judged.before, after: { ...judged.before, ...judged.changes } };

/** Asks the hook of the entity about each row before it is written, those before it being written already. */
async function refusalOf({ ctx, entity, services }: Writing, judged: Judged): Promise<RowProblem | undefined> {
  const hook = services.hooks[entity.name]?.beforeWrite;
  if (hook === undefined || (judged.plan !== 'insert' && judged.plan !== 'update')) return undefined;
  try {
    await hook(ctx, changeOf(judged));
    return undefined;
  } catch (error) {
    return problemOf(entity, error);
  }
}

/** Asks the hook of the entity about all rows at once, where it can say that; undefined where it cannot. */
async function refusalsOf(
  { ctx, entity, services }: Writing,
  judged: readonly Judged[],
): Promise<Map<Judged, RowProblem> | undefined> {
  const hook = services.hooks[entity.name]?.beforeWriteMany;
  if (hook === undefined) return undefined;
  const requested = judged.filter((row) => row.plan === 'insert' || row.plan === 'update');
  const errors = await hook(ctx, requested.map(changeOf));
  return new Map(
    requested.flatMap((row, index) =>
      errors[index] === undefined ? [] : [[row, problemOf(entity, errors[index])] as const],
    ),
  );
}

/** All rows of an insert have the same columns; what a row does not bring is as the table has it by default. */
async function insertAll({ ctx, entity }: Writing, raws: readonly RawRow[]): Promise<RawRow[]> {
  const inserted: RawRow[] = [];
  const complete = await Promise.all(
    raws.map(async (raw) => forTable(entity, { ...raw, ...(await derivedOf(entity, raw)) })),
  );
  for (const group of Map.groupBy(complete, (row) => Object.keys(row).sort().join()).values()) {
    const rows: RawRow[] = await loose(ctx.db).insertInto(entity.table).values(group).returningAll().execute();
    inserted.push(...rows);
  }
  return inserted;
}

/**
 * What a row has in common with rows of the entity that it may contradict, null where nothing does; `left`: what the stored row had
 * in common with others before, where the row takes it away from there.
 */
export function contestOf({ entity, services }: Writing, judged: Judged): { key: string | null; left: string | null } {
  const hook = services.hooks[entity.name]?.contestKey;
  if (hook === undefined || (judged.plan !== 'insert' && judged.plan !== 'update')) return { key: null, left: null };
  const { before, after } = changeOf(judged);
  const [key, left] = [hook(after), before === undefined ? null : hook(before)];
  return { key, left: left === key ? null : left };
}

/**
 * What would become of rows by what the hook of the entity says of all of them at once: it knows what contradicts each other.
 * `earlier` are rows of the file that would be written before them.
 */
export async function judgeByHook(
  writing: Writing,
  judged: readonly Judged[],
  earlier: readonly Judged[],
): Promise<Judged[]> {
  const refusals = await refusalsOf(writing, [...earlier, ...judged]);
  return judged.map((row) => {
    const problem = refusals?.get(row);
    return problem === undefined ? row : { plan: 'refused', problems: [problem] };
  });
}

/** Writes what was judged, within the current transaction, and keeps every act. */
export async function writeRows(writing: Writing, judged: readonly Judged[]): Promise<Written[]> {
  const { ctx, entity, services } = writing;
  const written: Written[] = [];
  const inserts: RawRow[] = [];
  const acts: { action: string; before?: RawRow; after: RawRow }[] = [];
  const refusals = await refusalsOf(writing, judged);
  // A hook that looks at other rows one by one must see those that stand before it in the file.
  const oneByOne = refusals === undefined && services.hooks[entity.name]?.beforeWrite !== undefined;
  for (const row of judged) {
    const refused = refusals === undefined ? await refusalOf(writing, row) : refusals.get(row);
    if (refused !== undefined) written.push({ outcome: 'refused', problems: [refused] });
    else {
      if (row.plan === 'insert' && oneByOne)
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
    await publish(ctx.unscoped, { tenantId: null, topic: 'masterdata', payload: { entity: entity.name } });
  }
  return written;
}
