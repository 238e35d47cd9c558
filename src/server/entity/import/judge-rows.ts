import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { checkRow, type RowProblem } from '#shared/entity/check-row.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';
import { keyOf } from '#shared/entity/read-cells.ts';
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

/** Takes the ids of what names stand for, all rows in one question per reference. */
async function resolveAll({ ctx, entity, services }: Judging, drafts: readonly Draft[]): Promise<void> {
  for (const [name, field] of referencesOf(entity)) {
    const textOf = ({ input }: Draft): string => String(input[field.show] ?? '').trim();
    const named = drafts.filter((draft) => textOf(draft) !== '' && (draft.input[name] ?? '') === '');
    if (named.length === 0) continue;
    const target = targetOf(services, field);
    const column = fieldColumn(target, field.showField);
    const rows: RawRow[] = await loose(ctx.db)
      .selectFrom(target.table)
      .select(['id', column])
      .where(sql`lower(${sql.ref(column)})`, 'in', distinct(named.map((draft) => textOf(draft).toLowerCase())))
      .execute();
    const ids = Map.groupBy(rows, (row) => String(row[column]).toLowerCase());
    for (const draft of named) {
      const text = textOf(draft);
      const found = ids.get(text.toLowerCase()) ?? [];
      if (found.length === 1) draft.input[name] = found[0]?.['id'];
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
  for (const [name, field] of referencesOf(entity)) {
    const column = fieldColumn(entity, name);
    const given = drafts.filter(({ raw }) => raw?.[column] !== undefined && raw[column] !== null);
    if (given.length === 0) continue;
    const target = targetOf(services, field);
    const shown = fieldColumn(target, field.showField);
    const rows: RawRow[] = await loose(ctx.db)
      .selectFrom(target.table)
      .select(['id', shown])
      .where('id', 'in', distinct(given.map(({ raw }) => raw?.[column])))
      .execute();
    const names = new Map(rows.map((row) => [Number(row['id']), row[shown]]));
    for (const draft of given) {
      const id = Number(draft.raw?.[column]);
      if (!names.has(id)) {
        if (!draft.problems.some((problem) => problem.field === name))
          draft.problems.push({
            field: name,
            text: both(`${field.label.zh}不存在`, `${field.label.en} does not exist`),
          });
      } else if (field.keepIn !== undefined && draft.raw !== undefined) draft.raw[field.keepIn] = names.get(id);
    }
  }
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

/** Says of each row of a part of a file what is to be done with it, by the same rules as when it is saved by hand. */
export async function judgeRows(
  judging: Judging & { inputs: readonly ImportInput[]; repeated: ReadonlySet<number> },
): Promise<Judged[]> {
  const { entity, inputs, repeated } = judging;
  const [keyField = ''] = entity.importBy ?? [];
  const drafts = inputs.map((input, index): Draft => ({
    input: { ...input },
    key: keyOf(entity, input),
    problems: repeated.has(index)
      ? [{ field: keyField, text: both('与文件中前面的行重复', 'Repeats an earlier row') }]
      : [],
  }));
  await resolveAll(judging, drafts);
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
