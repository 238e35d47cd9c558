import { z } from 'zod';
import type { Acting } from '#server/platform/acting.ts';
import { defineRun, type OrderedRun, type Run } from '#server/platform/run/index.ts';

/** Days that an import and its rows are kept. */
export const importKeptDays = 7;

const params = z.object({
  entity: z.string(),
  mode: z.enum(['add', 'addAndUpdate']),
  fileName: z.string(),
  /** Who ordered it and what they could see at that moment; null while rows are received. */
  acting: z.custom<Acting>().nullable(),
});
const count = z.number().default(0);
const outcome = z.object({ insert: count, update: count, same: count, refused: count });

type Params = z.infer<typeof params>;
/** How many rows were added, changed, left as they were and refused. */
export type ImportCounts = z.infer<typeof outcome>;
/** An import that was ordered. */
export type ImportRun = Run<Params, ImportCounts>;
/** An import from its announcement on. */
export type ReceivedImport = OrderedRun<Params, ImportCounts>;

/** Imports of rows of entities: a run waits while rows are received and begins when it is ordered. The number of a row is its id. */
export const importRuns = defineRun({
  kind: 'import',
  params,
  outcome,
  subject: ({ entity }) => entity,
  scope: () => null,
  supersedes: false,
  partitions: 1,
  priority: 90,
  runQueue: 'files',
  machineTime: true,
});
