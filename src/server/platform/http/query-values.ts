import type { z } from 'zod';
import { defOf, plainSchemas } from './schema-fields.ts';
import { oncePer } from '#shared/memory/once-per.ts';

type Accepts = { array: boolean; text: boolean };

/** Which forms a schema takes: looks through optional, default, pipes and unions. */
function acceptsOf(schema: z.ZodType): Accepts {
  const def = defOf(schema);
  if (def.type === 'array' || def.type === 'tuple') return { array: true, text: false };
  if (def.type === 'any' || def.type === 'unknown') return { array: true, text: true };
  if (def.type === 'union') {
    const parts = (def.options ?? []).map(acceptsOf);
    return { array: parts.some((part) => part.array), text: parts.some((part) => part.text) };
  }
  const inner = def.innerType ?? def.in;
  if (inner !== undefined) return acceptsOf(inner);
  return { array: false, text: true };
}

/** The fields of an object; of a union of objects those of all of them. */
const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  Object.assign(
    {},
    ...plainSchemas(schema)
      .map((one) => defOf(one).shape ?? {})
      .reverse(),
  );

const fieldsOf = oncePer(
  (schema: z.ZodType): ReadonlyMap<string, Accepts> =>
    new Map(Object.entries(shapeOf(schema)).map(([name, field]) => [name, acceptsOf(field)] as const)),
);

const decode = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * A query string as its schema wants it: repeated keys are an array whose elements are JSON-encoded, and
 * one such key is an array of one where the schema takes arrays.
 */
export function decodeQuery(schema: z.ZodType, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = fieldsOf(schema);
  const decoded: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const accepts = fields.get(name) ?? { array: false, text: true };
    if (Array.isArray(value)) {
      decoded[name] = accepts.array ? value.map((item) => decode(String(item))) : value;
    } else if (accepts.array && typeof value === 'string') {
      decoded[name] = arrayOfOne(value, accepts);
    } else {
      decoded[name] = value;
    }
  }
  return decoded;
}

/** A single key for an array: an encoded element, or plain text where that is accepted too. */
function arrayOfOne(value: string, accepts: Accepts): unknown {
  if (value === '') return accepts.text ? value : [];
  if (accepts.text && !/^["{[]/.test(value)) return value;
  const element = decode(value);
  return Array.isArray(element) ? element : [element];
}
