import { z } from 'zod';

const value = z.union([z.string().max(1000), z.number(), z.boolean()]);
const values = z.union([value, z.array(value).max(200)]);

/** One condition of a list: a column, an operation and its value; between uses startValue and endValue. */
export const searchColumn = z.object({
  propertyName: z.string().max(60).optional(),
  columnName: z.string().max(60).optional(),
  dataType: z.string().max(30).optional(),
  operation: z.string().max(30).default('equal'),
  value: values.nullish(),
  startValue: value.nullish(),
  endValue: value.nullish(),
});
export type SearchColumn = z.output<typeof searchColumn>;

/** All conditions of a list; in a GET each is one JSON-encoded key. */
export const searchColumnsInput = z.array(searchColumn).max(30).nullish();
