import { type Expression, sql, type SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { slot } from '#server/platform/db/shape-cache.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { pastedNumbers } from '#shared/ids/pasted-numbers.ts';
import { boundKeys, type ListFilter } from '#shared/list/declare.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import type { Instant } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import { isRecord } from '#shared/values/objects.ts';
import type { FilterSql, ListInput, ListSource } from './source.ts';

/** One condition of a question: all conditions of one name in a list are the same SQL, with a value of their own. */
export type Condition = {
  readonly name: string;
  /** The declared filter it comes from. */
  readonly filter: string;
  readonly value: unknown;
  readonly toSql: (value: unknown) => Expression<SqlBool>;
};

const maxNumbers = 500;

/** Numbers pasted from a sheet, each once, as they are kept; refuses more than 500. */
function splitNumbers(name: string, input: string | readonly string[]): string[] | undefined {
  const numbers = [...new Set([input].flat().flatMap(pastedNumbers))];
  if (numbers.length > maxNumbers) throw refused('error.tooManyNumbers', { name, max: maxNumbers });
  return numbers.length > 0 ? numbers : undefined;
}

/** The moment that a text means in a zone: a time, or a day, of which `isEnd` takes in the whole. */
export function instantOf(text: string, zone: string, isEnd: boolean, name: string): Date {
  const whole = fromLocalText(text, zone);
  const instant: Instant | undefined = whole ?? (isEnd ? dayEndOfText(text, zone) : dayStartOfText(text, zone));
  if (instant === undefined) throw refused('error.invalidDate', { name });
  return new Date(instant);
}

export function columnOf(source: ListSource, name: string): string {
  const column = source.columns[name];
  if (column === undefined) throw new Error(`the source of ${source.list.name} has no column for ${name}`);
  return column;
}

type Comparison = '=' | '>=' | '<' | '<=' | 'like' | 'ilike';

function compared(source: ListSource, filter: string, name: string, value: unknown, by: Comparison): Condition {
  const column = sql.ref(columnOf(source, filter));
  return { name, filter, value, toSql: (place) => sql<SqlBool>`${column} ${sql.raw(by)} ${place}` };
}

/** Calls a condition of the source with a value, or with a place for it. */
const ownSql =
  (own: FilterSql, ctx: Ctx): Condition['toSql'] =>
  (place) =>
    own(place as never, ctx);

/** The condition of a name: its own one, or that its column has the value or one of the values. */
function conditionOf(source: ListSource, ctx: Ctx, filter: string, name: string, value: unknown): Condition {
  const own = source.where?.[name];
  if (own !== undefined) return { name, filter, value, toSql: ownSql(own, ctx) };
  // A choice of one value is a statement of its own, which can read an index in order.
  if (Array.isArray(value) && value.length === 1) return compared(source, name, `${name}:one`, value[0], '=');
  if (!Array.isArray(value)) return compared(source, name, name, value, '=');
  const column = sql.ref(columnOf(source, name));
  return { name, filter, value, toSql: (place) => sql<SqlBool>`${column} = any(${place})` };
}

/** The bounds of a range or of an amount. The last day that is requested as text counts in full. */
function boundsOf(source: ListSource, ctx: Ctx, name: string, filter: ListFilter, input: ListInput): Condition[] {
  const isText = filter.kind === 'range' && filter.asText === true;
  const zone = isText ? source.zoneOf?.(ctx) : undefined;
  if (isText && zone === undefined) throw new Error(`the source of ${source.list.name} has no zone for ${name}`);
  const read = (key: string, isEnd: boolean): Condition | undefined => {
    const value = input[key];
    if (value === undefined) return undefined;
    const by = isEnd ? (isText ? '<' : '<=') : '>=';
    const bound = isText
      ? instantOf(String(value), zone ?? '', isEnd, name)
      : filter.kind === 'range'
        ? ts(Number(value))
        : Number(value);
    const own = source.where?.[key];
    if (own !== undefined) return { name: key, filter: name, value: bound, toSql: ownSql(own, ctx) };
    const column = sql.ref(columnOf(source, name));
    // A bound may have decimals where the column holds whole numbers.
    const type = filter.kind === 'amount' ? sql`::numeric` : sql``;
    return { name: key, filter: name, value: bound, toSql: (place) => sql`${column} ${sql.raw(by)} ${place}${type}` };
  };
  const [from, to] = (boundKeys(name, filter) ?? []).map((key, index) => read(key, index === 1));
  if (source.forward?.includes(name) === true && from !== undefined && to !== undefined)
    if (Number(from.value) >= Number(to.value)) throw refused('error.rangeOrder', { name });
  return [from, to].filter((one) => one !== undefined);
}

function textCondition(
  source: ListSource,
  name: string,
  filter: ListFilter & { kind: 'text' },
  text: string,
): Condition {
  if (filter.empty === true && text === NOBODY) {
    const column = sql.ref(columnOf(source, name));
    return { name: `${name}:none`, filter: name, value: text, toSql: () => sql<SqlBool>`${column} is null` };
  }
  const isUpper = source.upper?.includes(name) === true;
  const wanted = isUpper ? text.toUpperCase() : text;
  return filter.match === 'exact'
    ? compared(source, name, name, wanted, '=')
    : compared(source, name, name, containingPattern(wanted), isUpper ? 'like' : 'ilike');
}

function conditionsOfFilter(
  source: ListSource,
  ctx: Ctx,
  name: string,
  filter: ListFilter,
  input: ListInput,
): Condition[] {
  const isOwn = source.where?.[name] !== undefined;
  const value = input[name];
  const read = source.read?.[name];
  if (read !== undefined)
    return Object.entries(read(value as never, ctx)).map(([own, given]) => conditionOf(source, ctx, name, own, given));
  if (!isOwn && (filter.kind === 'range' || filter.kind === 'amount'))
    return boundsOf(source, ctx, name, filter, input);
  if (filter.kind === 'many' && filter.loose === true) {
    const numbers = splitNumbers(name, value as string | string[]);
    return numbers === undefined ? [] : [conditionOf(source, ctx, name, name, numbers)];
  }
  if (isOwn) return [conditionOf(source, ctx, name, name, value)];
  if (filter.kind === 'recent')
    throw new Error(`the source of ${source.list.name} does not say what the last days of ${name} mean`);
  if (filter.kind === 'text') return [textCondition(source, name, filter, String(value))];
  return [conditionOf(source, ctx, name, name, filter.kind === 'flag' ? value === 1 : value)];
}

const isGiven = (filter: ListFilter, name: string, input: ListInput): boolean =>
  (boundKeys(name, filter) ?? [name]).some((key) => input[key] !== undefined && input[key] !== null);

/** What a question asks of its rows, the chosen tab included; refuses what cannot be asked. */
export function conditionsOf(source: ListSource, ctx: Ctx, input: ListInput): Condition[] {
  const { list, where = {} } = source;
  const conditions = Object.entries(list.filters).flatMap(([name, filter]) =>
    isGiven(filter, name, input) ? conditionsOfFilter(source, ctx, name, filter, input) : [],
  );
  const { tabs } = list;
  const tab = tabs === undefined ? undefined : input[tabs.name];
  if (tabs === undefined || tab === undefined || tab === Object.keys(tabs.values)[0]) return conditions;
  const own = where[tabs.name];
  if (own === undefined) throw new Error(`the source of ${list.name} does not say what ${tabs.name} means`);
  // A tab chooses its condition: each is a statement of its own.
  const toSql = () => ownSql(own, ctx)(tab);
  return [...conditions, { name: `${tabs.name}:${String(tab)}`, filter: tabs.name, value: tab, toSql }];
}

const isParts = (value: unknown): value is Record<string, unknown> => isRecord(value) && !(value instanceof Date);

/** A place for the value of a condition in a compiled statement, or one for each field of it. */
export const placeOf = ({ name, value }: Condition): unknown =>
  isParts(value)
    ? Object.fromEntries(Object.keys(value).map((field) => [field, slot(`${name}.${field}`)]))
    : slot(name);

/** The values for the places of conditions. */
export const valuesOf = (conditions: readonly Condition[]): Record<string, unknown> =>
  Object.fromEntries(
    conditions.flatMap(({ name, value }): [string, unknown][] =>
      isParts(value) ? Object.entries(value).map(([field, part]) => [`${name}.${field}`, part]) : [[name, value]],
    ),
  );
