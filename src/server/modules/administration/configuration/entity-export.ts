import type { Expression, SqlBool } from 'kysely';
import type { CallName } from '#contract/paths.ts';
import { rowIds, rowsById, type EntityServices, type ListInput } from '#server/entity/index.ts';
import {
  columnTitle,
  fieldText,
  type ReferenceSnapshot,
  type Words,
  zoneOfCaller,
} from '#server/modules/administration/masterdata/index.ts';
import { chosenColumns, readAsCall, type ListExport, type SheetCell } from '#server/platform/sheet/index.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';

type Wire = Readonly<Record<string, unknown>>;

/** A value as the list shows it: numbers as numbers, moments in the zone of the caller, names instead of codes. */
function cellOf(field: Field, name: string, wire: Wire, words: Words, zone: string): SheetCell {
  const value = wire[name];
  if (typeof value === 'number' && (field.kind === 'integer' || field.kind === 'number')) return value;
  if (typeof value === 'number' && field.kind === 'instant') return { moment: placeTimeStr(value, zone) };
  if (typeof value === 'string' && field.kind === 'day') return { moment: value };
  return fieldText(field, name, wire, words);
}

/** The lists of all entities as files, by the name of the entity. */
export const entityExports = ({
  services,
  reference,
}: {
  services: EntityServices;
  reference: () => ReferenceSnapshot;
}): Readonly<Record<string, ListExport>> =>
  Object.fromEntries(
    Object.values(services.entities).map((entity) => [entity.name, entityExport(services, reference, entity)]),
  );

/** The list of an entity as a file; `only` are more conditions on its rows, named t. */
export function entityExport(
  services: EntityServices,
  current: () => ReferenceSnapshot,
  entity: Entity,
  call = `${entity.name}.query` as CallName,
  only: readonly Expression<SqlBool>[] = [],
): ListExport {
  const fields = new Map(Object.entries(entity.fields).filter(([, field]) => field.kind !== 'secret'));
  const listed = [...fields].flatMap(([name, field]) => (field.list === false ? [] : [name]));
  return {
    title: entity.label,
    call,
    prepare: (ctx, query, names) => {
      const input = readAsCall(call, query) as unknown as ListInput;
      const wanted = names === undefined || names.length === 0 ? listed : names;
      const columns = chosenColumns(new Map([...fields].map((column) => [column[0], column])), wanted);
      return {
        titles: columns.map(([, { kind, label: title }]) =>
          columnTitle({ title, ...(kind === 'instant' && { isTime: true }) }, ctx.lang, zoneOfCaller(ctx, current())),
        ),
        ids: rowIds({ ctx, entity, services, input }, only),
        cells: async (ids) => {
          const reference = current();
          const words = { lang: ctx.lang, reference };
          const zone = zoneOfCaller(ctx, reference);
          const rows = await rowsById({ ctx, entity, services }, ids);
          return rows.map((row) => columns.map(([name, field]) => cellOf(field, name, row, words, zone)));
        },
      };
    },
  };
}
