import { z } from 'zod';
import type { Acting } from '#server/platform/acting.ts';
import { defineRun, type OrderedRun, type Run } from '#server/platform/run/index.ts';
import { sheetState } from '#server/platform/sheet/index.ts';
import { langs } from '#shared/i18n/text.ts';

const params = z.object({
  /** Name of the list. */
  list: z.string(),
  kind: z.enum(['xlsx', 'csv', 'parquet']),
  lang: z.enum(langs),
  /** Filters, order and columns as the list was asked with. */
  request: z.object({ query: z.record(z.string(), z.unknown()), columns: z.array(z.string()).optional() }),
  /** Who acts and what they may see, as of the moment the export was ordered. */
  acting: z.custom<Acting>(),
  /** What the list is called, in the language of the file. */
  title: z.string(),
});

/** What a run notes that writes a list to a file. */
export const exportOutcome = z.object({
  /** Headings of the file; null until its rows are fixed. */
  titles: z.array(z.string()).nullable().default(null),
  /** Rows written: those that were gone when their part was read are missing. */
  lines: z.number().default(0),
  /** Pieces of the file that are kept, and their bytes. */
  parts: z.number().default(0),
  sizeBytes: z.number().default(0),
  /** Where the file has come to, for the writer of the next step. */
  file: sheetState.nullable().default(null),
  /** What the list noted before its rows were fixed. */
  noted: z.string().nullable().default(null),
  /** The end of the file is written. */
  complete: z.boolean().default(false),
});

/** What an export is ordered with. */
export type ExportParams = z.infer<typeof params>;
/** What an export has written, and where its file has come to. */
export type ExportOutcome = z.infer<typeof exportOutcome>;
/** An export that a worker works on. */
export type ExportRun = Run<ExportParams, ExportOutcome>;
/** An export as its user sees it. */
export type OrderedExport = OrderedRun<ExportParams, ExportOutcome>;

/** Lists that are written to files, in the name of those who ordered them; people see their own. */
export const exportRun = defineRun({
  kind: 'export',
  params,
  outcome: exportOutcome,
  subject: ({ list }) => list,
  scope: () => null,
  supersedes: false,
  partitions: 1,
  priority: 40,
  runQueue: 'files',
  givesUp: true,
  tries: 4,
  machineTime: true,
});
