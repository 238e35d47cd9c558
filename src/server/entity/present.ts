import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { SECRET_MASK, type Entity, type Field } from '#shared/entity/declare.ts';
import { shownAddress } from '#shared/text/shown-address.ts';
import { itemAt } from '#shared/values/items.ts';
import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import type { EntityServices } from './services.ts';

/** A row on the wire. */
export type WireRow = Record<string, unknown>;

export type ReferenceField = Field & { kind: 'reference' };

/** The wire names beside a reference, each with the field of the other entity it shows. */
export const shownBy = (field: ReferenceField): [wireName: string, fieldName: string][] => [
  [field.show, field.showField],
  ...Object.entries(field.also ?? {}),
];

/** The ids that a reference holds. */
export function idsIn(field: ReferenceField, value: unknown): number[] {
  if (value === null || value === undefined || value === '') return [];
  return field.many === true ? String(value).split(',').map(Number) : [Number(value)];
}

/** The reference fields of an entity, by name. */
export const referencesOf = (entity: Entity): [string, ReferenceField][] =>
  Object.entries(entity.fields).filter((entry): entry is [string, ReferenceField] => entry[1].kind === 'reference');

/** The entity a reference points to; throws when it is not declared. */
export function targetOf(services: Pick<EntityServices, 'entities'>, field: ReferenceField): Entity {
  const target = services.entities[field.entity];
  if (target === undefined) throw new Error(`a field refers to ${field.entity}, which is no entity`);
  return target;
}

/** Opens a sealed text; null when the key it was sealed with is gone, so that the rest of a list still shows. */
export function openText(sealed: string, keys: SecretKeys): string | null {
  try {
    return open(sealed, keys);
  } catch {
    return null;
  }
}

/** The column of a field that others show, and the one that says the same in English. */
export const columnsOf = (target: Entity, name: string): string[] =>
  [name, target.english?.[name] ?? []].flat().map((one) => fieldColumn(target, one));

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** The texts that references of these rows show, by reference and id; only rows that the caller may see. */
async function readShown(
  ctx: Ctx,
  entity: Entity,
  rows: readonly RawRow[],
  services: EntityServices,
): Promise<Map<string, Map<number, RawRow>>> {
  const found = new Map<string, Map<number, RawRow>>();
  const read = async ([name, field]: ReturnType<typeof referencesOf>[number]): Promise<void> => {
    const column = fieldColumn(entity, name);
    const ids = [...new Set(rows.flatMap((row) => idsIn(field, row[column])))];
    if (ids.length === 0) return;
    const target = targetOf(services, field);
    const columns = shownBy(field).flatMap(([, fieldName]) => columnsOf(target, fieldName));
    const shown: RawRow[] = await loose(ctx.db)
      .selectFrom(target.table)
      .select(['id', ...new Set(columns)])
      .where('id', 'in', ids)
      .execute();
    found.set(name, new Map(shown.map((row) => [Number(row['id']), row])));
  };
  await Promise.all([...referencesOf(entity)].map(read));
  return found;
}

function wireValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'flag':
      return value === true || Number(value) === 1 ? 1 : 0;
    case 'secret':
      return value !== null && value !== undefined;
    case 'integer':
    case 'number':
    case 'instant':
      return value === null || value === undefined ? null : Number(value);
    default:
      return textOrNull(value);
  }
}

function presentRow(
  { lang }: Ctx,
  entity: Entity,
  row: RawRow,
  shown: Map<string, Map<number, RawRow>>,
  services: EntityServices,
): WireRow {
  const wire: WireRow = { [entity.id]: String(row['id']) };
  for (const [name, field] of Object.entries(entity.fields))
    wire[name] = wireValue(field, row[fieldColumn(entity, name)]);
  for (const [name, field] of referencesOf(entity)) {
    const target = targetOf(services, field);
    const others = idsIn(field, row[fieldColumn(entity, name)])
      .map((id) => shown.get(name)?.get(id))
      .filter((other) => other !== undefined);
    for (const [wireName, fieldName] of shownBy(field)) {
      const [column = '', english] = columnsOf(target, fieldName);
      const texts = others.map((other) =>
        textOrNull((lang === 'en' && english !== undefined ? other[english] : null) ?? other[column]),
      );
      wire[wireName] = field.many === true && texts.length > 0 ? texts.join(',') : (texts[0] ?? null);
    }
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'text' || wire[name] === null) continue;
    if (field.hidesQuery === true) wire[name] = shownAddress(String(wire[name]));
    if (field.maskWhen === undefined) continue;
    const kind = wire[field.maskWhen.field];
    // What kind of value it is must be known for it to be shown.
    wire[name] =
      kind === null || kind === undefined || kind === field.maskWhen.is
        ? SECRET_MASK
        : openText(String(wire[name]), services.keys);
  }
  wire['recordVersion'] = Number(row['record_version']);
  return wire;
}

/** Rows as the wire shows them: names of what they refer to beside the ids, secrets masked. */
export async function presentRows(
  ctx: Ctx,
  entity: Entity,
  rows: readonly RawRow[],
  services: EntityServices,
): Promise<WireRow[]> {
  const shown = await readShown(ctx, entity, rows, services);
  const wires = rows.map((row) => presentRow(ctx, entity, row, shown, services));
  await services.hooks[entity.name]?.present?.(ctx, wires);
  return wires;
}

/** One row as the wire shows it. */
export async function presentOne(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<WireRow> {
  return itemAt(await presentRows(ctx, entity, [row], services), 0);
}

/** Which of these rows are secret by now, by id: what was written of them before that is hidden too. */
export async function secretNow(ctx: Ctx, entity: Entity, ids: readonly string[]): Promise<Set<string>> {
  const rules = Object.values(entity.fields).flatMap((field) =>
    field.kind === 'text' && field.maskWhen !== undefined && entity.fields[field.maskWhen.field] !== undefined
      ? [field.maskWhen]
      : [],
  );
  const numbers = ids.map(Number).filter(Number.isSafeInteger);
  if (rules.length === 0 || numbers.length === 0) return new Set();
  const rows: RawRow[] = await loose(ctx.db).selectFrom(entity.table).selectAll().where('id', 'in', numbers).execute();
  const secret = rows.filter((row) => rules.some(({ field, is }) => row[fieldColumn(entity, field)] === is));
  return new Set(secret.map((row) => String(row['id'])));
}
