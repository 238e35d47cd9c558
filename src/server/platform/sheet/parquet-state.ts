import { z } from 'zod';

/** Where a Parquet file has come to: bytes, rows, and what its end says of the groups of rows, as JSON with marked big integers. */
export const parquetState = z.object({
  kind: z.literal('parquet'),
  offset: z.number(),
  rows: z.number(),
  groups: z.array(z.string()),
});
/** Where a Parquet file has come to, as plain JSON. */
export type ParquetState = z.infer<typeof parquetState>;
