// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { checkRow, type CheckedRow, type RowProblem } from '#shared/entity/check-row.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { shownAddress } from '#shared/text/shown-address.ts';
import { authorStamp, checkVersion, getRaw, stamps, staleError } from './load-row.ts';
import { openText, presentOne, type WireRow } from './present.ts';
import { derivedOf, fieldColumn, isSealed, loose, tenantOf, toRaw, toSql, type RawRow } from './raw-rows.ts';
import {
  checkHiddenParts,
  checkKnownTexts,
  checkReferences,
  checkUnique,
  checkUnmasking,
  problemsError,
  resolveNames,
  translateUniqueViolation,
  togetherProblem,
} from './rules.ts';
import type { EntityCallOf, EntityServices } from './services.ts';
import { checkMayWrite } from './shared-rows.ts';

/** A row as it was sent. */
export type RowInput = Readonly<Record<string, unknown>>;

/** The id that an input names; undefined for a row that is new. */
const idIn = (entity: Entity, input: RowInput): number | undefined => {
  const id = input[entity.id];
  return id === null || id === undefined ? undefined : Number(id);
};

/** Keeps who changed what, and tells open screens when everybody keeps these rows at hand. */
export async function recordChange(
  ctx: Ctx,
  entity: Entity,
  services: EntityServices,
  act: { action: string } & ({ before: RawRow | undefined; after: RawRow } | { before: RawRow; after: undefined }),
): Promise<void> {
  const row = act.after === undefined ? act.before : act.after;
  await writeAudit(ctx, {
    entity: entity.name,
    entityId: String(row['id']),
    action: act.action,
    tenantId: tenantOf(entity, row),
    before: act.before,
    after: act.after,
  });
  if (entity.masterData !== true) return;
  await services.touch();
  await publish(ctx.unscoped, { tenantId: null, topic: 'masterdata', payload: { entity: entity.name } });
}

/** Values as statements take them for the columns of the entity's table. */
export const forTable = (entity: Entity, raw: RawRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(raw).map(([column, value]) => [column, toSql(entity.table, column, value)]));

/** Writes a new row; with an id in it, under that id. */
export async function insertRaw(ctx: Ctx, entity: Entity, raw: RawRow): Promise<RawRow> {
  const row = forTable(entity, { ...authorStamp(ctx, entity), ...raw, ...(await derivedOf(entity, raw)) });
  return translateUniqueViolation<RawRow>(ctx, entity, raw, () =>
    loose(ctx.db).insertInto(entity.table).values(row).returningAll().executeTakeFirstOrThrow(),
  );
}

/** Changes a row that is locked, and raises its version. */
export async function updateRaw(ctx: Ctx, entity: Entity, before: RawRow, changes: RawRow): Promise<RawRow> {
  const derived = await derivedOf(entity, { ...before, ...changes });
  return translateUniqueViolation<RawRow>(ctx, entity, { ...before, ...changes }, () =>
    loose(ctx.db)
      .updateTable(entity.table)
      .set({
        ...forTable(entity, { ...changes, ...derived }),
        ...stamps(ctx, entity, Number(before['record_version']) + 1),
      })
      .where('id', '=', before['id'])
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A row without a tenant is the platform's: only anyone who sees all tenants adds one. */
function ownerlessProblem(ctx: Ctx, entity: Entity, values: CheckedRow['values']): RowProblem | undefined {
  const { tenantField } = entity;
  const field = tenantField === undefined ? undefined : entity.fields[tenantField];
  if (tenantField === undefined || field === undefined || field.required === true) return undefined;
  if (ctx.scope.kind === 'all' || (values[tenantField] ?? null) !== null) return undefined;
  const { zh, en } = field.label;
  return { field: tenantField, text: { zh: `${zh}不能为空`, en: `${en} cannot be empty` } };
}

async function readInput(
  { ctx, entity, services, input }: EntityCallOf<RowInput>,
  operation: 'ADD' | 'UPDATE',
): Promise<CheckedRow> {
  const named = await resolveNames(ctx, entity, input, services);
  const checked = checkRow(entity, named.input, operation, services.choicesOf);
  const unresolved = new Set(named.problems.map((problem) => problem.field));
  const others = checked.problems.filter((problem) => !unresolved.has(problem.field));
  const ownerless = operation === 'ADD' ? ownerlessProblem(ctx, entity, checked.values) : undefined;
  return {
    values: checked.values,
    problems: [...named.problems, ...others, ...(ownerless === undefined ? [] : [ownerless])],
  };
}

/** Adds a row: read and checked by its declaration, unique, referring only to what the caller may see. */
export async function insertRow(call: EntityCallOf<RowInput>): Promise<WireRow> {
  const { ctx, entity, services } = call;
  checkMayWrite(ctx, entity);
  const { values, problems } = await readInput(call, 'ADD');
  if (problems.length > 0) throw problemsError(ctx, problems);
  return ctx.unscoped.transaction(async () => {
    const raw = toRaw(entity, values, services.keys);
    const [references, twice] = await Promise.all([
      checkReferences(ctx, entity, raw, services),
      call.together !== undefined ? [] : checkUnique(ctx, entity, raw, undefined),
    ]);
    const wrong = [
      ...references.problems,
      ...checkKnownTexts(entity, raw, services),
      ...checkHiddenParts(entity, raw),
      ...twice,
    ];
    if (wrong.length > 0) throw problemsError(ctx, wrong);
    const given = { ...raw, ...references.copies };
    const complete = { ...given, ...(await services.hooks[entity.name]?.completes?.(ctx, given)) };
    await services.hooks[entity.name]?.beforeWrite?.(ctx, { before: undefined, after: complete });
    const after = await insertRaw(ctx, entity, complete);
    await recordChange(ctx, entity, services, { action: 'insert', before: undefined, after });
    return presentOne(ctx, entity, after, services);
  });
}

/** The given values that are not as the row has them already; secrets are compared by what is sealed in them. */
export function differing(
  entity: Entity,
  before: RawRow,
  values: CheckedRow['values'],
  services: EntityServices,
): Record<string, unknown> {
  const changed = Object.entries(values).filter(([name, value]) => {
    const field = entity.fields[name];
    const kept = before[fieldColumn(entity, name)];
    if (field !== undefined && field.kind === 'text' && field.hidesQuery === true && typeof kept === 'string')
      return shownAddress(kept) !== value;
    if (field === undefined || !isSealed(field) || typeof kept !== 'string') return true;
    return openText(kept, services.keys) !== value;
  });
  const raw = toRaw(entity, Object.fromEntries(changed), services.keys);
  return Object.fromEntries(Object.entries(raw).filter(([column, value]) => value !== (before[column] ?? null)));
}

/** Refuses values that the row as a whole must not have. */
async function checkChange(
  { ctx, entity, services, together }: EntityCallOf<unknown>,
  before: RawRow,
  changes: Record<string, unknown>,
  action: 'update' | 'restore',
): Promise<Record<string, unknown>> {
  const kept = action === 'restore' ? 'restored' : before;
  const references = await checkReferences(ctx, entity, changes, services, kept);
  const after = { ...before, ...changes, ...references.copies };
  const wrong = [
    ...references.problems,
    ...checkUnmasking(entity, before, after),
    ...checkKnownTexts(entity, changes, services),
    ...checkHiddenParts(entity, changes),
    ...(together !== undefined ? [] : await checkUnique(ctx, entity, after, Number(before['id']))),
  ];
  if (wrong.length > 0) throw problemsError(ctx, wrong);
  const hooks = services.hooks[entity.name];
  await hooks?.beforeWrite?.(ctx, { before, after });
  return { ...changes, ...references.copies, ...(await hooks?.completes?.(ctx, after)) };
}

/** Writes changes to a locked row, keeps the act and gives the row as it is then. */
export async function applyChanges(
  call: EntityCallOf<unknown>,
  action: 'update' | 'restore',
  before: RawRow,
  changes: Record<string, unknown>,
): Promise<WireRow> {
  const { ctx, entity, services } = call;
  const after = await updateRaw(ctx, entity, before, await checkChange(call, before, changes, action));
  await recordChange(ctx, entity, services, { action, before, after });
  return presentOne(ctx, entity, after, services);
}

/** What is wrong with a changed row as a whole; each value alone is right. */
async function checkTogether(
  { ctx, entity, services }: EntityCallOf<unknown>,
  before: RawRow,
  values: CheckedRow['values'],
): Promise<void> {
  if (entity.check === undefined) return;
  const together = togetherProblem(entity, await presentOne(ctx, entity, before, services), values);
  if (together !== undefined) throw problemsError(ctx, [together]);
}

/** A row as it would be written, checked by its declaration and by what it refers to; nothing is written. With an id it is the row of that id with these values. */
export async function previewRow(call: EntityCallOf<RowInput>): Promise<RawRow> {
  const { ctx, entity, services, input } = call;
  const id = idIn(entity, input);
  const before = id === undefined ? undefined : await getRaw(ctx, entity, id);
  const { values, problems } = await readInput(call, before === undefined ? 'ADD' : 'UPDATE');
  if (problems.length > 0) throw problemsError(ctx, problems);
  if (before !== undefined) await checkTogether(call, before, values);
  const raw = before === undefined ? toRaw(entity, values, services.keys) : differing(entity, before, values, services);
  const references = await checkReferences(ctx, entity, raw, services, before);
  const wrong = [...references.problems, ...checkKnownTexts(entity, raw, services), ...checkHiddenParts(entity, raw)];
  if (wrong.length > 0) throw problemsError(ctx, wrong);
  const after = { ...before, ...raw, ...references.copies };
  await services.hooks[entity.name]?.beforeWrite?.(ctx, { before, after });
  return after;
}

/**
 * Changes a row. What is not given stays as it is; a change made on an older version is refused and names who was
 * faster, unless it would change nothing (the same form sent twice).
 */
export async function updateRow(call: EntityCallOf<RowInput>): Promise<WireRow> {
  const { ctx, entity, services, input } = call;
  checkMayWrite(ctx, entity);
  const id = idIn(entity, input);
  return ctx.unscoped.transaction(async () => {
    const before = call.together?.get(Number(id)) ?? (await getRaw(ctx, entity, id, true));
    const { values, problems } = await readInput(call, 'UPDATE');
    if (problems.length > 0) throw problemsError(ctx, problems);
    await checkTogether(call, before, values);
    const changes = differing(entity, before, values, services);
    if (Object.keys(changes).length === 0) return presentOne(ctx, entity, before, services);
    const seen = input['recordVersion'];
    if (seen != null || entity.unversioned !== true)
      await checkVersion(seen, before['record_version'], () => staleError(ctx, entity, before, services));
    return applyChanges(call, 'update', before, changes);
  });
}
