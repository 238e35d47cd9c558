import { z } from 'zod';
import { exportOutcome } from '#server/modules/administration/export/index.ts';
import { defineRun, type Run } from '#server/platform/run/index.ts';
import { langs } from '#shared/i18n/text.ts';
import { reportFormats, reportKinds } from '#shared/reference/report.ts';

/** What a report is made from, as it was ordered when the run began. */
const definition = z.object({
  reportId: z.number(),
  tenantId: z.number(),
  ownerId: z.number(),
  ownerName: z.string(),
  reportName: z.string(),
  reportKind: z.enum(reportKinds),
  viewName: z.string().nullable(),
  filters: z.record(z.string(), z.unknown()),
  days: z.number(),
  formats: z.array(z.enum(reportFormats)),
  language: z.enum(langs),
  zone: z.string(),
});
/** What a report is made from, as it was ordered when the run began. */
export type ReportDefinition = z.infer<typeof definition>;

const params = z.object({
  definition,
  /** The planned time; null: a person sent it. */
  plannedAt: z.number().nullable(),
  /** The moment whose state it shows. */
  at: z.number(),
  /** Planned times that were skipped, with the last of them. */
  skipped: z.number().default(0),
});

const outcome = exportOutcome.extend({
  /** Rows of the table, where there is no workbook to count them. */
  rows: z.number().nullable().default(null),
  pdfBytes: z.number().default(0),
  /** The mails are in the outbox. */
  mailed: z.boolean().default(false),
});

export type ReportParams = z.infer<typeof params>;
export type ReportOutcome = z.infer<typeof outcome>;
/** A report that a worker makes. */
export type ReportRun = Run<ReportParams, ReportOutcome>;

/** What runs of a report are about. */
export const subjectOf = (reportId: number): string => `report ${reportId}`;

/** Reports are made one at a time each, in the name of their owners. */
export const reportRun = defineRun({
  kind: 'report',
  params,
  outcome,
  subject: ({ definition: { reportId } }) => subjectOf(reportId),
  scope: ({ definition: { reportId } }) => subjectOf(reportId),
  supersedes: false,
  partitions: 1,
  priority: 35,
  runQueue: 'files',
  givesUp: true,
  tries: 4,
  machineTime: true,
});

/** The parts of the PDF are kept behind those of the workbook, which are far fewer. */
export const PDF_PART = 1_000_000;
