import { z } from 'zod';
import type { CallShape } from '#contract/call.ts';
import { calls } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import type { CallOptions } from './test-app.ts';
import { oncePer } from '#shared/memory/once-per.ts';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minLength?: number;
  pattern?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  default?: unknown;
};

/** What inputs are made of. */
export type InputSeeds = {
  /** Goes into everything that is named like an id and has to be given. */
  id: number;
  /** The one id that is given though it need not be. */
  idName?: string;
  /** Ids by the names of properties, which are then given though they need not be. */
  ids?: Readonly<Record<string, number>>;
  /** Texts by property name. */
  texts: Readonly<Record<string, string>>;
  /** Also fill what is not required. */
  everything: boolean;
  /** Goes into every text and every number, whatever it is called. */
  hostile?: { text: string; number: number };
};

/** The one id of rows whose ids are UUIDs. */
export const sampleUuid = '00000000-0000-4000-8000-000000000001';

const isId = (name: string): boolean => /ids?$/i.test(name) || name === 'id01';
const isTime = (name: string): boolean => /time|date/i.test(name);

/** A text as short as it may be, of as many digits as are wanted. */
const textOf = ({ minLength = 1, pattern = '' }: Schema): string =>
  '1'.repeat(Number(/^\^\\d\{(\d+)\}\$$/.exec(pattern)?.[1] ?? Math.max(1, minLength)));

function valueOf(schema: Schema, name: string, seeds: InputSeeds): unknown {
  const branch = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (branch !== undefined) return valueOf(branch, name, seeds);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      if (seeds.hostile !== undefined) return seeds.hostile.text;
      if (schema.format === 'uuid') return sampleUuid;
      return isId(name)
        ? String(seeds.ids?.[name] ?? seeds.id)
        : (seeds.texts[name] ?? (isTime(name) ? '2026-01-15' : textOf(schema)));
    case 'integer':
    case 'number':
      if (seeds.hostile !== undefined) return seeds.hostile.number;
      return isId(name) ? (seeds.ids?.[name] ?? seeds.id) : (schema.default ?? Math.max(1, schema.minimum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined ? [] : [valueOf(schema.items, name, seeds)];
    case 'object':
      return objectOf(schema, seeds);
    default:
      return undefined;
  }
}

function objectOf(schema: Schema, seeds: InputSeeds): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const wanted =
      (schema.required ?? []).includes(name) ||
      name === seeds.idName ||
      (seeds.ids !== undefined && name in seeds.ids) ||
      name in seeds.texts ||
      (seeds.everything && !isId(name));
    if (!wanted || name === 'sortRules' || name === 'searchColumns') continue;
    const value = valueOf(property, name, seeds);
    if (value !== undefined) object[name] = value;
  }
  return object;
}

/** The name under which the items of a bare list count: nearly all of them are ids. */
const listName = 'ids';

function partOf(schema: z.ZodType | undefined, seeds: InputSeeds): Record<string, unknown> | undefined {
  return schema === undefined ? undefined : objectOf(jsonOf(schema), seeds);
}

function bodyOf(schema: z.ZodType | undefined, seeds: InputSeeds): unknown {
  if (schema === undefined) return undefined;
  const json = jsonOf(schema);
  return json.type === 'array' ? valueOf(json, listName, seeds) : objectOf(json, seeds);
}

/** The object or the list that a schema takes, whatever else it takes. */
const plain = (json: Schema): Schema => {
  const branch =
    json.anyOf?.find(({ type }) => type === 'object') ??
    json.anyOf?.find(({ type, anyOf }) => type === 'array' || anyOf);
  return branch === undefined ? json : plain(branch);
};

const jsonOf = oncePer((schema: z.ZodType): Schema =>
  plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema),
);

/** Names of everything in a call's input that is named like an id. */
export function idNamesOf(name: CallName): string[] {
  const { query, body, params }: CallShape = calls[name];
  const names = [query, body, params].flatMap((schema) =>
    schema === undefined ? [] : Object.keys(jsonOf(schema).properties ?? {}),
  );
  const isList = body !== undefined && jsonOf(body).type === 'array';
  return [...new Set([...names.filter(isId), ...(isList ? [listName] : [])])];
}

const namesWithin = (schema: Schema): string[] => {
  const json = plain(schema);
  const inner = [...Object.values(json.properties ?? {}), ...(json.items === undefined ? [] : [json.items])];
  return [...Object.keys(json.properties ?? {}), ...inner.flatMap(namesWithin)];
};

/** Names of everything in a call's input, also within the rows that it takes. */
export function namesOf(name: CallName): string[] {
  const { query, body, params }: CallShape = calls[name];
  const names = [query, body, params].flatMap((schema) => (schema === undefined ? [] : namesWithin(jsonOf(schema))));
  return [...new Set(names)];
}

/** The names among them that are named like an id. */
export const allIdNamesOf = (name: CallName): string[] => [
  ...new Set([...idNamesOf(name), ...namesOf(name).filter(isId)]),
];

/** An input that a call accepts, made from its own shape. */
export function inputOf(name: CallName, seeds: InputSeeds): CallOptions {
  const shape: CallShape = calls[name];
  return {
    query: partOf(shape.query, seeds) ?? {},
    params: (partOf(shape.params, seeds) ?? {}) as Record<string, string>,
    body: bodyOf(shape.body, seeds),
  };
}
