import type { Text } from '#shared/i18n/text.ts';
import { z } from 'zod';
import type { OnlyKeysOf } from '#shared/values/objects.ts';
import type { CallPath } from './call-path.ts';

/** Shapes of one call: what comes in by query and body, and what `data` of the answer holds. */
export type CallShape = {
  summary: Text;
  query?: z.ZodType;
  body?: z.ZodType;
  params?: z.ZodType;
  data: z.ZodType;
};

/** One call: how it is made, who may make it, and its shapes. */
type Call = CallPath & CallShape;

/** Declares calls by their names. They belong to the product once own-calls.ts has them. */
export const defineCalls = <const T extends Record<string, Call>>(
  calls: T & { [N in keyof T]: OnlyKeysOf<T[N], Call> },
): T => calls;

/** Ids travel as strings; numbers are accepted on input. */
export const wireId = z.union([z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()]).transform(Number);

/** A 0/1 flag; "0"/"1" and booleans are accepted on input. */
export const wireFlag = z
  .union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1'), z.boolean()])
  .transform((value): 0 | 1 => (Number(value) === 1 ? 1 : 0));

/** An optional text filter: trimmed, empty means absent. */
export const filterText = (max = 200) =>
  z
    .string()
    .max(max)
    .transform((value) => value.trim())
    .nullish()
    .transform((value) => (value === '' || value == null ? undefined : value));

/** One chosen value: a code, a name or an id. */
const chosen = z.union([z.string().max(200), z.number()]);

/** An optional choice filter: one value or several; empty means absent. */
export const filterChoice = z
  .union([chosen, z.array(chosen).max(200)])
  .nullish()
  .transform((value) => {
    const list = (Array.isArray(value) ? value : value == null ? [] : [value])
      .map((item) => String(item).trim())
      .filter(Boolean);
    return list.length > 0 ? list : undefined;
  });

/** Direction of one sort key. */
const sortRule = z.object({ columnName: z.string().max(60), sortType: z.enum(['asc', 'desc']) });

/** Page number and size of every list, plus sort keys in order. */
export const pageInput = {
  currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(9999).default(10),
  sortRules: z.array(sortRule).max(6).nullish(),
};

/** A page of records with exact totals. */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({ records: z.array(record), totalPage: z.number().int(), totalRecord: z.number().int() });
