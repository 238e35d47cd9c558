import { z } from 'zod';
import type {
  List,
  ListRequest,
  ListColumn,
  ListFilter,
  ListFilterKeys,
  ListQuery,
  ListRow,
} from '#shared/list/declare.ts';
import { searchedNumber, searchedText } from '#shared/ids/pasted-numbers.ts';
import { boundKeys } from '#shared/list/declare.ts';
import { filterChoice, filterText, pageInput, wireFlag, wireId } from './call.ts';

function wireOf(column: ListColumn): z.ZodType {
  switch (column.kind) {
    case 'instant':
      return z.number();
    case 'number':
      return column.whole === true ? z.number().int() : z.number();
    case 'flag':
      return z.union([z.literal(0), z.literal(1)]);
    case 'code':
      return z.enum(Object.keys(column.values));
    default:
      return z.string();
  }
}

const filterValue = (schema: z.ZodType): z.ZodType => schema.nullish().transform((value) => value ?? undefined);

/** Numbers and codes as they are pasted, each as it is kept, none twice. */
const pasted = filterChoice.transform((values) =>
  values === undefined ? undefined : [...new Set(values.map(searchedNumber).filter(Boolean))],
);

/** Numbers as they are pasted: an array, or text to be split at blanks, commas and new lines. */
const loose = z.union([filterText(20_000), z.array(z.string().max(60)).max(500)]);

function shapeOfFilter(name: string, filter: ListFilter): [string, z.ZodType][] {
  switch (filter.kind) {
    case 'text':
      return [
        [name, filterText(filter.max).transform((text) => (text === undefined ? undefined : searchedText(text)))],
      ];
    case 'many':
      return [[name, filter.loose === true ? loose : pasted]];
    case 'choice':
      return [[name, filterChoice]];
    case 'flag':
      return [[name, filterValue(wireFlag)]];
    case 'id':
      return [[name, filterValue(wireId)]];
    case 'recent':
      return [[name, z.coerce.number().int().min(1).max(filter.max).default(filter.standard)]];
    case 'range':
    case 'amount': {
      const bound = filter.kind === 'range' && filter.asText === true ? filterText(30) : filterValue(z.number());
      return (boundKeys(name, filter) ?? []).map((key) => [key, bound]);
    }
  }
}

function filtersOf(list: List): Record<string, z.ZodType> {
  const { tabs } = list;
  return {
    ...Object.fromEntries(Object.entries(list.filters).flatMap(([name, filter]) => shapeOfFilter(name, filter))),
    ...(tabs === undefined ? {} : { [tabs.name]: filterValue(z.enum(Object.keys(tabs.values))) }),
  };
}

/** A shape whose value a caller may leave out. */
type MayBeAbsent<Out, In> = z.ZodType<Out, In, z.core.$ZodTypeInternals<Out, In> & { optin: 'optional' }>;
type FilterShapes<L extends List> = {
  [K in keyof ListFilterKeys<L>]: MayBeAbsent<ListFilterKeys<L>[K]['out'], ListFilterKeys<L>[K]['in']>;
};

/** The shapes of the filters of a list, for a call that has more of its own. */
export const listFilters = <const L extends List>(list: L): FilterShapes<L> => filtersOf(list) as FilterShapes<L>;

/** Which source reported a value and when. */
export const statement = z.object({ source: z.string(), time: z.number() });

type RowShape<L extends List> = { [K in keyof ListRow<L>]: z.ZodType<ListRow<L>[K]> };

/** The shape of a row; more of it can be added. */
export const listRow = <const L extends List>(list: L): z.ZodObject<RowShape<L>> =>
  z.object({
    [list.id]: z.string(),
    ...Object.fromEntries(
      Object.entries(list.columns).flatMap(([name, column]) => {
        if (column.kind === 'drawn' || column.at !== undefined) return [];
        const shape = wireOf(column);
        return [[name, column.nullable === true ? shape.nullable() : shape]];
      }),
    ),
    ...(list.said === undefined ? {} : { said: z.record(z.string(), statement).optional() }),
  }) as unknown as z.ZodObject<RowShape<L>>;

/** What a list is asked with. */
export const listBody = <const L extends List>(list: L): z.ZodType<ListRequest<L>, ListQuery<L>> =>
  z.object({ ...pageInput, ...filtersOf(list) }) as unknown as z.ZodType<ListRequest<L>, ListQuery<L>>;

/** What a board is asked with: the filters of its list, and a day of the first week. */
export const boardBody = (list: List): z.ZodType =>
  z.object({ ...pageInput, ...filtersOf(list), weekFrom: filterText(10) });
