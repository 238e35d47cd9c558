import type { z } from 'zod';

/** What the definition of a schema may have, whatever its type. */
export type SchemaDef = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
};

/** The definition of a schema. */
export const defOf = (schema: z.ZodType): SchemaDef => schema._zod.def;

/** What a schema takes, without optional, default and pipes around it; of a union all that it offers. */
export function plainSchemas(schema: z.ZodType): z.ZodType[] {
  const def = defOf(schema);
  if (def.type === 'union') return (def.options ?? []).flatMap(plainSchemas);
  const inner = def.innerType ?? def.in;
  return inner === undefined ? [schema] : plainSchemas(inner);
}

function partsAt(schema: z.ZodType, key: PropertyKey): z.ZodType[] {
  const { element, valueType, shape } = defOf(schema);
  if (typeof key === 'number') return element === undefined ? [] : plainSchemas(element);
  const part = shape !== undefined && typeof key === 'string' && Object.hasOwn(shape, key) ? shape[key] : valueType;
  return part === undefined ? [] : plainSchemas(part);
}

/** Names of the fields that the object at a place of an input may have. */
export function fieldNamesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const found = path.reduce<z.ZodType[]>(
    (schemas, key) => schemas.flatMap((one) => partsAt(one, key)),
    plainSchemas(schema),
  );
  return [...new Set(found.flatMap((one) => Object.keys(defOf(one).shape ?? {})))];
}
