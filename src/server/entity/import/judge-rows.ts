import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { checkRow, type RowProblem } from '#shared/entity/check-row.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';
import { importedFields, importedName, keyOf } from '#shared/entity/read-cells.ts';
import { isUnread } from '#shared/entity/unread-cell.ts';
import { normalizeText } from '#shared/text/normalize.ts';
import { choiceColumns, choiceProblems, type Chosen } from '../chosen-rows.ts';
import { presentRows, referencesOf, targetOf, type WireRow } from '../present.ts';
import { fieldColumn, loose, toRaw, type RawRow } from '../raw-rows.ts';
import { checkKnownTexts, checkUnmasking, togetherProblem, uniqueRules } from '../rules.ts';
import { differing } from '../save-row.ts';
import type { EntityServices } from '../services.ts';

/** What an import may do with rows that are there already. */
export type ImportMode = 'add' | 'addAndUpdate';
/** A row as a file brings it, by wire names. */
export type ImportInput = Readonly<Record<string, unknown>>;

/** What is to be done with one row of a file. */
export type Judged =
  | { plan: 'insert'; raw: RawRow }
  | { plan: 'update'; before: RawRow; changes: RawRow }
  | { plan: 'same'; before: RawRow }
  | { plan: 'refused'; problems: RowProblem[] };

type Judging = { ctx: Ctx; entity: Entity; services: EntityServices; mode: ImportMode; lock: boolean };
type Draft = {
  input: Record<string, unknown>;
  problems: RowProblem[];
  key: string | undefined;
  before?: RawRow | undefined;
  raw?: Record<string, unknown>;
};

const both = (zh: string, en: string): Text => ({ zh, en });
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The fields of an entity that files name its rows by, those first that win where a word fits several rows: what references show, the code, and the name in each language. */
const namingFields = (target: Entity, showField: string): string[] =>
  distinct([
    showField,
    ...Object.entries(target.fields).flatMap(([name, field]) =>
      field.kind === 'text' && (field.unique === true || /^name(_cn|_en)?$/.test(fieldColumn(target, name)))
        ? [name]
        : [],
    ),
  ]);

/** The ids that each of these words names, by the first kind of name that fits; words in lower case. */
async function idsOfWords(
  ctx: Ctx,
  target: Entity,
  showField: string,
  words: readonly string[],
): Promise<Map<string, number[]>> {
  const columns = namingFields(target, showField).map((name) => fieldColumn(target, name));
  const rows: RawRow[] = await loose(ctx.db)
    .selectFrom(target.table)
    .select(['id', ...columns])
    .where((eb) => eb.or(columns.map((column) => eb(sql`lower(${sql.ref(column)})`, 'in', words))))
    .execute();
  const ids = new Map<string, number[]>();
  for (const column of columns) {
    const named = Map.groupBy(rows, (row) => String(row[column] ?? '').toLowerCase());
    for (const [word, found] of named)
      if (!ids.has(word))
        ids.set(
          word,
          found.map((row) => Number(row['id'])),
        );
  }
  return ids;
}

/** Takes the ids of what names stand for, all rows in one question per reference. */
async function resolveAll(ctx: Ctx, entity: Entity, services: EntityServices, drafts: readonly Draft[]): Promise<void> {
  for (const [name, field] of referencesOf(entity)) {
    const textOf = ({ input }: Draft): string => String(input[field.show] ?? '').trim();
    const named = drafts.filter((draft) => textOf(draft) !== '' && (draft.input[name] ?? '') === '');
    // What could not be read is refused as such, with all else that is checked.
    for (const draft of named) if (isUnread(draft.input[field.show])) draft.input[name] = draft.input[field.show];
    const reported = named.filter((draft) => !isUnread(draft.input[name]));
    if (reported.length === 0) continue;
    const words = distinct(reported.map((draft) => textOf(draft).toLowerCase()));
    const ids = await idsOfWords(ctx, targetOf(services, field), field.showField, words);
    for (const draft of reported) {
      const text = textOf(draft);
      const found = ids.get(text.toLowerCase()) ?? [];
      if (found.length === 1) draft.input[name] = found[0];
      else {
        // Stands for the id, so that the check of the row says nothing else about it.
        draft.input[name] = '0';
        draft.problems.push({
          field: name,
          text:
            found.length === 0
              ? both(`${field.label.zh}“${text}”不存在`, `${field.label.en} "${text}" does not exist`)
              : both(`${field.label.zh}“${text}”不唯一`, `${field.label.en} "${text}" fits several`),
        });
      }
    }
  }
}

const rowKey = (entity: Entity, raw: RawRow): string =>
  (entity.importBy ?? []).map((name) => String(raw[fieldColumn(entity, name)] ?? '').toLowerCase()).join('\u0001');

/** The rows that the natural keys of a file mean. */
async function loadExisting({ ctx, entity, lock }: Judging, drafts: readonly Draft[]): Promise<void> {
  const keyed = drafts.filter((draft) => draft.raw !== undefined && draft.key !== undefined);
  if (keyed.length === 0) return;
  let query = loose(ctx.db).selectFrom(entity.table).selectAll().orderBy('id');
  for (const name of entity.importBy ?? []) {
    const column = fieldColumn(entity, name);
    const values = distinct(keyed.map(({ raw }) => raw?.[column]));
    query = values.every((value) => typeof value === 'string')
      ? query.where(sql`lower(${sql.ref(column)})`, 'in', distinct(values.map((value) => value.toLowerCase())))
      : query.where(column, 'in', values);
  }
  const rows: RawRow[] = await (lock ? query.forUpdate() : query).execute();
  const existing = new Map(rows.map((row) => [rowKey(entity, row), row]));
  for (const draft of keyed) draft.before = existing.get(rowKey(entity, draft.raw ?? {}));
}

/** Values that occur once must not belong to another row, neither of the table nor of the file. */
async function checkUniqueAll(judging: Judging, drafts: readonly Draft[]): Promise<void> {
  const { ctx, entity } = judging;
  const byKey = (entity.importBy ?? []).join();
  for (const rule of uniqueRules(entity)) {
    const [name, ...others] = rule.fields;
    if (name === undefined || others.length > 0 || name === byKey) continue;
    const column = fieldColumn(entity, name);
    const valueOf = ({ raw }: Draft): string => String(raw?.[column] ?? '').toLowerCase();
    const given = drafts.filter((draft) => draft.problems.length === 0 && valueOf(draft) !== '');
    if (given.length === 0) continue;
    const rows: RawRow[] = await loose(ctx.db)
      .selectFrom(entity.table)
      .select(['id', column])
      .where(sql`lower(${sql.ref(column)}::text)`, 'in', distinct(given.map(valueOf)))
      .execute();
    const owners = new Map<string, unknown>(rows.map((row) => [String(row[column]).toLowerCase(), row['id']]));
    for (const draft of given) {
      const owner = owners.get(valueOf(draft));
      if (owner !== undefined && owner !== draft.before?.['id'])
        draft.problems.push({ field: name, text: rule.text(draft.raw ?? {}) });
      else owners.set(valueOf(draft), draft.before?.['id'] ?? draft);
    }
  }
}

/** What rows refer to must exist within the caller's scope; takes over the copies that rows keep. */
async function checkReferencesAll({ ctx, entity, services }: Judging, drafts: readonly Draft[]): Promise<void> {
  const chosen = new Map<Draft, Chosen[]>();
  for (const [name, field] of referencesOf(entity)) {
    const column = fieldColumn(entity, name);
    const given = drafts.filter(({ raw }) => raw?.[column] !== undefined && raw[column] !== null);
    if (given.length === 0) continue;
    const target = targetOf(services, field);
    const shown = fieldColumn(target, field.showField);
    const rows: RawRow[] = await loose(ctx.db)
      .selectFrom(target.table)
      .select([...new Set(['id', shown, ...choiceColumns(target)])])
      .where('id', 'in', distinct(given.map(({ raw }) => raw?.[column])))
      .execute();
    const found = new Map(rows.map((row) => [Number(row['id']), row]));
    for (const draft of given) {
      const id = Number(draft.raw?.[column]);
      const row = found.get(id);
      if (row === undefined) {
        if (!draft.problems.some((problem) => problem.field === name))
          draft.problems.push({
            field: name,
            text: both(`${field.label.zh}不存在`, `${field.label.en} does not exist`),
          });
      } else {
        if (field.keepIn !== undefined && draft.raw !== undefined) draft.raw[field.keepIn] = row[shown];
        chosen.set(draft, [...(chosen.get(draft) ?? []), { name, field, target, rows: [row] }]);
      }
    }
  }
  for (const [draft, rows] of chosen)
    draft.problems.push(...choiceProblems(entity, draft.raw ?? {}, draft.before, rows));
}

/** What a file wants changed of a row that is there; what it does not bring stays. */
function readUpdate(
  { entity, services, mode }: Judging,
  draft: Draft,
  before: RawRow,
  shown: WireRow | undefined,
): void {
  const [keyField = ''] = entity.importBy ?? [];
  if (mode === 'add') {
    const label = entity.fields[keyField]?.label ?? entity.label;
    draft.problems = [{ field: keyField, text: both(`${label.zh}已存在，未更新`, `${label.en} exists already`) }];
    return;
  }
  const checked = checkRow(entity, draft.input, 'UPDATE', services.choicesOf);
  const named = new Set(draft.problems.map(({ field }) => field));
  draft.problems = [...draft.problems, ...checked.problems.filter(({ field }) => !named.has(field))];
  const together = draft.problems.length === 0 ? togetherProblem(entity, shown, checked.values) : undefined;
  if (together !== undefined) draft.problems.push(together);
  draft.raw = differing(entity, before, checked.values, services);
}

/** Reads the rows for adding; what they mean is known then. */
function readAdding({ entity, services }: Judging, draft: Draft): RowProblem[] {
  const checked = checkRow(entity, draft.input, 'ADD', services.choicesOf);
  draft.raw = toRaw(entity, checked.values, services.keys);
  const named = new Set(draft.problems.map(({ field }) => field));
  return checked.problems.filter(({ field }) => !named.has(field));
}

function conclude({ entity, services }: Judging, draft: Draft): Judged {
  const { before, raw = {} } = draft;
  const named = new Set(draft.problems.map(({ field }) => field));
  const changed = Object.fromEntries(Object.entries(raw).filter(([column, value]) => value !== before?.[column]));
  draft.problems.push(...checkKnownTexts(entity, changed, services).filter(({ field }) => !named.has(field)));
  if (before !== undefined && draft.problems.length === 0)
    draft.problems.push(...checkUnmasking(entity, before, { ...before, ...raw }));
  if (draft.problems.length > 0) {
    const order = Object.keys(entity.fields);
    const problems = draft.problems.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
    return { plan: 'refused', problems };
  }
  if (before === undefined) return { plan: 'insert', raw };
  // A copy beside a reference that did not change is no change.
  const changes = Object.fromEntries(
    Object.entries(raw).filter(([column, value]) => value !== (before[column] ?? null)),
  );
  return Object.keys(changes).length === 0 ? { plan: 'same', before } : { plan: 'update', before, changes };
}

/** A row of a file with what its names stand for, and the natural key that follows from it. */
export type ResolvedRow = Pick<Draft, 'input' | 'problems' | 'key'>;

/** Finds out what the names in rows of a file stand for. */
export async function resolveRows(
  { ctx, entity, services }: Pick<Judging, 'ctx' | 'entity' | 'services'>,
  inputs: readonly ImportInput[],
): Promise<ResolvedRow[]> {
  const drafts = inputs.map((input): Draft => ({ input: { ...input }, problems: [], key: undefined }));
  await resolveAll(ctx, entity, services, drafts);
  for (const draft of drafts) draft.key = keyOf(entity, draft.input);
  return drafts;
}

const shownValue = (value: unknown): string => normalizeText(isUnread(value) ? value.text : String(value ?? ''));

/** What is wrong with a row that has the key of an earlier one: it repeats it, or says something else of the same thing. */
function repeatProblems(entity: Entity, input: ImportInput, earlier: ImportInput): RowProblem[] {
  const [keyField = ''] = entity.importBy ?? [];
  const others = importedFields(entity).flatMap(([name, field]): RowProblem[] => {
    const [here, there] = [input, earlier].map((row) => shownValue(row[importedName(name, field)]));
    if (entity.importBy?.includes(name) === true || here === there) return [];
    const statement = there === '' ? both('空', 'nothing') : both(`“${there}”`, `"${there}"`);
    const text = both(
      `与文件中前面同一数据的行矛盾：该行的${field.label.zh}为${statement.zh}`,
      `Contradicts an earlier row with the same key, where ${field.label.en} is ${statement.en}`,
    );
    return [{ field: name, text }];
  });
  return [{ field: keyField, text: both('与文件中前面的行重复', 'Repeats an earlier row') }, ...others];
}

/**
 * Says of each row of a part of a file what is to be done with it, by the same rules as when it is saved by hand. `repeats` has
 * for each row the first row of the file with the same key, or null.
 */
export async function judgeRows(
  judging: Judging & { rows: readonly ResolvedRow[]; repeats: readonly (ImportInput | null)[] },
): Promise<Judged[]> {
  const { entity, rows, repeats } = judging;
  const drafts = rows.map((row, index): Draft => {
    const earlier = repeats[index] ?? null;
    const repeated = earlier === null ? [] : repeatProblems(entity, row.input, earlier);
    return { ...row, problems: [...repeated, ...row.problems] };
  });
  const wrong = new Map(drafts.map((draft) => [draft, readAdding(judging, draft)]));
  await loadExisting(judging, drafts);
  const existing = drafts.flatMap(({ before }) => (before === undefined ? [] : [before]));
  const shown =
    entity.check === undefined || existing.length === 0
      ? []
      : await presentRows(judging.ctx, entity, existing, judging.services);
  const shownById = new Map(existing.map((row, index) => [row['id'], shown[index]]));
  for (const draft of drafts) {
    if (draft.before === undefined) draft.problems.push(...(wrong.get(draft) ?? []));
    else readUpdate(judging, draft, draft.before, shownById.get(draft.before['id']));
  }
  await checkReferencesAll(judging, drafts);
  await checkUniqueAll(judging, drafts);
  return drafts.map((draft) => conclude(judging, draft));
}
