import { z } from 'zod';
import type { CallShape } from './call.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** What the definition of a schema may have, whatever its type. */
type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
};

/** Parts of a definition that are schemas themselves, by type. */
const inside: Readonly<Record<string, readonly string[]>> = {
  array: ['element'],
  record: ['valueType'],
  optional: ['innerType'],
  nullable: ['innerType'],
  default: ['innerType'],
  pipe: ['in', 'out'],
};

/** Types that hold no objects, or whatever their caller wants. */
const leaves = new Set('string number boolean null enum literal any unknown transform'.split(' '));

const closedList = (schemas: readonly z.ZodType[]): z.ZodType[] => schemas.map(closed);

/** The parts of a definition that change when what it contains is closed. */
function changesOf(def: Def): Record<string, unknown> {
  if (def.type === 'object') {
    const names = Object.keys(def.shape ?? {});
    const parts = closedList(Object.values(def.shape ?? {}));
    const isSame = names.every((name, index) => parts[index] === def.shape?.[name]);
    return {
      ...(isSame ? {} : { shape: Object.fromEntries(names.map((name, index) => [name, parts[index]])) }),
      ...(def.catchall === undefined ? { catchall: z.never() } : {}),
    };
  }
  if (def.type === 'union') {
    const options = closedList(def.options ?? []);
    return options.every((option, index) => option === def.options?.[index]) ? {} : { options };
  }
  if (def.type === 'tuple') {
    const items = closedList(def.items ?? []);
    return items.every((item, index) => item === def.items?.[index]) ? {} : { items };
  }
  const changes: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(def)) {
    if (inside[def.type]?.includes(name) !== true || !(part instanceof z.ZodType)) continue;
    const changed = closed(part);
    if (changed !== part) changes[name] = changed;
  }
  return changes;
}

/**
 * The same schema, but its objects refuse fields that they do not name, at every depth. Only `z.looseObject`, `z.record`,
 * `z.any` and `z.unknown` stay open.
 */
export const closed: (schema: z.ZodType) => z.ZodType = oncePer((schema) => {
  const def: Def = schema._zod.def;
  if (!leaves.has(def.type) && !['object', 'union', 'tuple'].includes(def.type) && inside[def.type] === undefined)
    throw new Error(`the contract has a shape of the type ${def.type}, which closed.ts cannot look into`);
  const changes = changesOf(def);
  return Object.keys(changes).length === 0 ? schema : schema.clone(z.core.util.mergeDefs(schema._zod.def, changes));
});

/** Closes the inputs of calls: a field that nobody reads is refused and not dropped. */
export function closeInputs<T extends Record<string, CallShape>>(calls: T): T {
  for (const shape of Object.values<CallShape>(calls)) {
    if (shape.query !== undefined) shape.query = closed(shape.query);
    if (shape.body !== undefined) shape.body = closed(shape.body);
  }
  return calls;
}
