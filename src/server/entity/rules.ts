import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { AppError, refused } from '#server/platform/errors/app-error.ts';
import type { CheckedRow, RowProblem } from '#shared/entity/check-row.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';
import { HIDDEN_PART, hasHiddenPart } from '#shared/text/shown-address.ts';
import { codeOf } from '#shared/values/errors.ts';
import { lastItem } from '#shared/values/items.ts';
import { asRecord } from '#shared/values/objects.ts';
import { checkForeignClashes, noteForeignClash } from './foreign-clashes.ts';
import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import { columnsOf, idsIn, referencesOf, shownBy, targetOf, type WireRow } from './present.ts';
import { choiceColumns, choiceProblems, type Chosen } from './chosen-rows.ts';
import type { EntityServices } from './services.ts';

const both = (zh: string, en: string): Text => ({ zh, en });

/** The refusal of wrong values: the first problem as text, all of them by field. */
export function problemsError(ctx: Pick<Ctx, 'lang'>, problems: readonly RowProblem[]): AppError {
  const fields = problems.map(({ field, text }) => ({ field, message: text[ctx.lang] }));
  return refused('entity.text', { text: fields[0]?.message ?? '' }, { fields });
}

/** The same refusal for one of several rows: its fields say which row they are about, counted from 0. */
export function problemAt(error: unknown, index: number | undefined): unknown {
  if (index === undefined || !(error instanceof AppError)) return error;
  return new AppError(error.code, error.params, error.kind, { ...asRecord(error.data), row: index });
}

/** A refusal with a text made from the declaration. */
export const statedError = (ctx: Pick<Ctx, 'lang'>, text: Text, data: unknown = null): AppError =>
  refused('entity.text', { text: text[ctx.lang] }, data);

/** Takes the id of what a name stands for, where only the name was given; a name that fits several is refused. */
export async function resolveNames(
  ctx: Ctx,
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
  services: EntityServices,
): Promise<{ input: Record<string, unknown>; problems: RowProblem[] }> {
  const resolved: Record<string, unknown> = { ...input };
  const problems: RowProblem[] = [];
  for (const [name, field] of referencesOf(entity)) {
    if (field.readOnly === true || field.many === true) continue;
    const given = input[name];
    const text = input[field.show];
    if ((given !== undefined && given !== null && given !== '') || typeof text !== 'string' || text.trim() === '')
      continue;
    const target = targetOf(services, field);
    let rows: { id: number }[] = [];
    // The English name counts where no name of their own fits.
    for (const column of columnsOf(target, field.showField)) {
      const named = loose(ctx.db).selectFrom(target.table).select('id').where(column, '=', text.trim());
      if (rows.length === 0) rows = await named.limit(2).execute();
    }
    if (rows.length === 1) resolved[name] = rows[0]?.id;
    else
      problems.push({
        field: name,
        text:
          rows.length === 0
            ? both(`${field.label.zh}“${text}”不存在`, `${field.label.en} "${text}" does not exist`)
            : both(
                `${field.label.zh}“${text}”不唯一，请按列表选择`,
                `${field.label.en} "${text}" fits several: choose one`,
              ),
      });
  }
  return { input: resolved, problems };
}

/**
 * What a row refers to must exist within the caller's scope; what is chosen anew must be offered for choice. Gives the copies that
 * the row keeps. `before` is the row that is changed; 'restored' for one that comes back as it was.
 */
export async function checkReferences(
  ctx: Ctx,
  entity: Entity,
  raw: Record<string, unknown>,
  services: EntityServices,
  before?: RawRow | 'restored',
): Promise<{ problems: RowProblem[]; copies: Record<string, unknown> }> {
  const problems: RowProblem[] = [];
  const copies: Record<string, unknown> = {};
  const found: Chosen[] = [];
  const check = async ([name, field]: ReturnType<typeof referencesOf>[number]): Promise<void> => {
    const ids = idsIn(field, raw[fieldColumn(entity, name)]);
    if (ids.length === 0) return;
    const target = targetOf(services, field);
    const columns = [
      ...shownBy(field).map(([, fieldName]) => fieldColumn(target, fieldName)),
      ...choiceColumns(target),
    ];
    const query = loose(ctx.db)
      .selectFrom(target.table)
      .select(['id', ...new Set(columns)])
      .where('id', 'in', ids);
    // Kept from being removed until the row that refers to it is written; a list of ids has no constraint that would refuse.
    const others: RawRow[] = await (ctx.unscoped.inTransaction() ? query.forKeyShare() : query).execute();
    if (others.length < ids.length)
      problems.push({ field: name, text: both(`${field.label.zh}不存在`, `${field.label.en} does not exist`) });
    else if (field.keepIn !== undefined) copies[field.keepIn] = others[0]?.[fieldColumn(target, field.showField)];
    found.push({ name, field, target, rows: others });
  };
  await Promise.all([...referencesOf(entity)].map(check));
  if (before !== 'restored') problems.push(...choiceProblems(entity, raw, before, found));
  return { problems, copies };
}

type UniqueRule = { fields: readonly string[]; text: (raw: RawRow) => Text };

/** The declared rules of uniqueness. */
export function uniqueRules(entity: Entity): UniqueRule[] {
  const rules: UniqueRule[] = Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.unique === true
      ? [
          {
            fields: [name],
            text: (raw: RawRow) =>
              both(
                `${field.label.zh}“${String(raw[fieldColumn(entity, name)])}”已存在`,
                `${field.label.en} "${String(raw[fieldColumn(entity, name)])}" exists already`,
              ),
          },
        ]
      : [],
  );
  const { uniqueTogether } = entity;
  if (uniqueTogether !== undefined) {
    const labels = uniqueTogether.map((name) => entity.fields[name]?.label ?? both(name, name));
    rules.push({
      fields: uniqueTogether,
      text: () =>
        both(
          `${labels.map((label) => label.zh).join('、')}相同的${entity.label.zh}已存在`,
          `There is already one with the same ${labels.map((label) => label.en.toLowerCase()).join(' and ')}`,
        ),
    });
  }
  return rules;
}

/** Problems of values that may occur only once; letter case does not matter. `raw` is the whole row as it will be. */
export async function checkUnique(
  ctx: Ctx,
  entity: Entity,
  raw: RawRow,
  ownId: number | undefined,
): Promise<RowProblem[]> {
  const broken = async (rule: UniqueRule): Promise<RowProblem[]> => {
    const values = rule.fields.map(
      (name) => [fieldColumn(entity, name), raw[fieldColumn(entity, name)], entity.fields[name]?.kind] as const,
    );
    if (values.some(([, value]) => value === null || value === undefined)) return [];
    let query = loose(ctx.db).selectFrom(entity.table).select('id').limit(1);
    for (const [column, value, kind] of values) {
      query =
        typeof value === 'string' && kind !== 'day'
          ? query.where(sql<string>`lower(${sql.ref(column)})`, '=', value.toLowerCase())
          : query.where(column, '=', value);
    }
    if (ownId !== undefined) query = query.where('id', '!=', ownId);
    return (await query.executeTakeFirst()) === undefined
      ? []
      : [{ field: lastItem(rule.fields), text: rule.text(raw) }];
  };
  return (await Promise.all(uniqueRules(entity).map(broken))).flat();
}

/** The rule that the database refused to break, by the columns it names; the first one when it names none. */
function brokenRule(entity: Entity, error: unknown): UniqueRule | undefined {
  const rules = uniqueRules(entity);
  const columns = /^Key \((.+)\)=\(/.exec(String(asRecord(error)['detail'] ?? ''))?.[1] ?? '';
  const words = new Set(columns.split(/\W+/));
  const named = (rule: UniqueRule): boolean => rule.fields.every((name) => words.has(fieldColumn(entity, name)));
  return rules.find(named) ?? rules[0];
}

/**
 * Remembers that somebody tried a value that a row of another tenant has, and says that it cannot be used without saying
 * why.
 */
export function clashingElsewhere(ctx: Ctx, entity: Entity, field: string, value: unknown): RowProblem {
  noteForeignClash(ctx);
  const label = entity.fields[field]?.label ?? both(field, field);
  const text = both(
    `${label.zh}“${String(value)}”不可用，请换一个`,
    `${label.en} "${String(value)}" cannot be used: choose another`,
  );
  return { field, text };
}

/**
 * Runs a write; a value that may occur only once is refused as the rule would have. Who does not see the row that has it
 * (it is another tenant's) is reported no more than that the value cannot be used, and only some times an hour.
 */
export async function translateUniqueViolation<T>(
  ctx: Ctx,
  entity: Entity,
  raw: RawRow,
  write: () => Promise<T>,
): Promise<T> {
  const seesAll = ctx.scope.kind === 'all' || entity.tenantField === undefined;
  if (!seesAll) checkForeignClashes(ctx);
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    const rule = brokenRule(entity, error);
    if (rule === undefined) throw error;
    const field = lastItem(rule.fields);
    const value = raw[fieldColumn(entity, field)];
    throw problemsError(ctx, [
      seesAll ? { field, text: rule.text(raw) } : clashingElsewhere(ctx, entity, field, value),
    ]);
  }
}

/** What is wrong with a row once these values are put into it, though each value alone is right. */
export const togetherProblem = (
  entity: Entity,
  shown: WireRow | undefined,
  values: CheckedRow['values'],
): RowProblem | undefined => entity.check?.({ ...(shown as CheckedRow['values'] | undefined), ...values });

/** What was kept secret is never made readable by saying that it is of another kind. */
export function checkUnmasking(entity: Entity, before: RawRow, after: RawRow): RowProblem[] {
  return Object.values(entity.fields).flatMap((field) => {
    if (field.kind !== 'text' || field.maskWhen === undefined) return [];
    const deciding = entity.fields[field.maskWhen.field];
    if (deciding === undefined) return [];
    const column = fieldColumn(entity, field.maskWhen.field);
    if (before[column] !== field.maskWhen.is || after[column] === field.maskWhen.is) return [];
    return [
      {
        field: field.maskWhen.field,
        text: both(
          `已保密的内容不能再公开，不能修改${deciding.label.zh}`,
          `What was kept secret cannot be made readable: ${deciding.label.en} stays as it is`,
        ),
      },
    ];
  });
}

/** A new value of a field with suggestions must be one of them. A stored value may stay although it is no longer suggested. */
export function checkKnownTexts(
  entity: Entity,
  raw: RawRow,
  { knownTexts }: Pick<EntityServices, 'knownTexts'>,
): RowProblem[] {
  return Object.entries(entity.fields).flatMap(([name, field]): RowProblem[] => {
    const value = raw[fieldColumn(entity, name)];
    if (field.kind !== 'text' || field.picks === undefined || typeof value !== 'string') return [];
    const known = knownTexts(field.picks);
    if (value === '' || known === undefined || known.has(value.toLowerCase())) return [];
    const { zh, en } = field.label;
    return [{ field: name, text: both(`${zh}“${value}”不存在`, `${en} "${value}" does not exist`) }];
  });
}

/** An address is written whole: what is not shown of the one before cannot stand in another one. */
export function checkHiddenParts(entity: Entity, raw: RawRow): RowProblem[] {
  return Object.entries(entity.fields).flatMap(([name, field]): RowProblem[] => {
    const value = raw[fieldColumn(entity, name)];
    if (field.kind !== 'text' || field.hidesQuery !== true || typeof value !== 'string' || !hasHiddenPart(value))
      return [];
    const text = {
      zh: `${field.label.zh}中的 ${HIDDEN_PART} 是未显示的内容，修改地址时请重新填写完整地址`,
      en: `${HIDDEN_PART} in the ${field.label.en.toLowerCase()} stands for what is not shown; enter the whole address to change it`,
    };
    return [{ field: name, text }];
  });
}
