// unscoped: A run addresses its report by id; what it reads of the tenant goes through the context of the owner.
import type { Logger } from 'pino';
import {
  type ExportLists,
  type ExportRun,
  keepFile,
  type Line,
  workOnList,
  dropRows,
} from '#server/modules/administration/export/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { insertInboxMessage } from '#server/modules/administration/notification/index.ts';
import { type Acting, contextOf } from '#server/platform/acting.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { InvalidInput, loadCallShapes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { holdRun, RunFailure, type RunHandler, type RunWork, workOnRun } from '#server/platform/run/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { fillReport } from './fill-report.ts';
import { kindsOf } from './kinds/index.ts';
import { actingOwner } from './owner-rights.ts';
import { readReports, setActive } from './report-queries.ts';
import { PDF_PART, type ReportOutcome, type ReportParams, reportRun, type ReportRun } from './report-run.ts';
import { sendReport } from './send-report.ts';

/** What making reports works with. */
export type ReportDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  queue: Queue;
  reference: () => ReferenceSnapshot;
  exportLists: ExportLists;
  publicUrl: () => string;
};

type Work = RunWork<ReportParams, ReportOutcome, Line>;
type Write = () => Promise<Partial<ReportOutcome>>;

/** What the list refuses now it refuses again: the report has failed. Anything else is tried again. */
async function orFail<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof AppError || error instanceof InvalidInput) throw new RunFailure('failed', { cause: error });
    throw error;
  }
}

/** Pauses a report whose owner may not see its data any more, and notifies the owner. */
async function pauseLost({ database, clock }: ReportDeps, { id, params: { definition } }: ReportRun): Promise<void> {
  await database.transaction(async () => {
    const [report] = await readReports(database, [definition.reportId], true);
    if (report === undefined || !report.active) return;
    await setActive(database, report.id, { active: false, because: 'rightLost' });
    await writeAudit(
      {
        actor: { kind: 'system', userCode: 'system' },
        origin: 'TimeTrigger',
        requestId: `report run ${id}`,
        unscoped: database,
      },
      {
        entity: 'report',
        entityId: String(report.id),
        action: 'pause',
        tenantId: report.tenantId,
        before: { active: true },
        after: { report_name: report.reportName, active: false },
      },
    );
    const words = { name: report.reportName };
    await insertInboxMessage(database, {
      tenantId: report.tenantId,
      userCode: report.ownerCode,
      kind: 'report',
      key: `report ${report.id} paused by run ${id}`,
      subject: serverText('report.lost.subject', words, report.language),
      content: serverText('report.lost.content', words, report.language),
      link: `/reports?reportId=${report.id}`,
      at: clock.now(),
    });
  });
}

/** The run as the writer of lists knows it. */
const asExport = (run: ReportRun, acting: Acting, query: Record<string, unknown>): ExportRun => {
  const { reportName, reportKind, language } = run.params.definition;
  return {
    ...run,
    params: { list: reportKind, kind: 'xlsx', lang: language, request: { query }, acting, title: reportName },
  };
};

/** Makes the PDF, with the rows as they are by now. */
async function makePrinted(deps: ReportDeps, run: ReportRun, acting: Acting): Promise<{ pdf: Buffer; rows: number }> {
  const { definition, at } = run.params;
  const ctx = contextOf(deps, acting, definition.language);
  const kind = kindsOf(deps.reference)[definition.reportKind];
  const making = { definition, at };
  const list = kind.list(deps.exportLists).prepare(
    ctx,
    kind.query(making),
    kind.printed.map(([name]) => name),
  );
  const link = `${deps.publicUrl()}${kind.route}`;
  const content = await fillReport({ ctx, making, kind, list, reference: deps.reference(), link });
  // Loaded when it is needed: fonts and charts take memory that most processes never need.
  const { makePdf } = await import('./make-pdf.ts');
  return { pdf: await makePdf(content), rows: content.table.total };
}

/** What makes one report: the workbook step by step, then the PDF, then the mails. */
async function workOf(deps: ReportDeps, begun: ReportRun): Promise<Work> {
  const { database } = deps;
  const { definition, at } = begun.params;
  await loadCallShapes();
  const kind = kindsOf(deps.reference)[definition.reportKind];
  const acting = await actingOwner(database, definition, kind.call);
  if (acting === undefined) {
    await pauseLost(deps, begun);
    throw new RunFailure('rightLost');
  }
  const list = kind.list(deps.exportLists);
  const query = kind.query({ definition, at });
  const hold = (run: ReportRun | ExportRun): Promise<void> => holdRun(database, reportRun, run);
  const seen = (run: ReportRun): ExportRun => asExport(run, acting, query);
  const wantsSheet = definition.formats.includes('xlsx');
  const sheet = wantsSheet
    ? await orFail(() =>
        workOnList(
          {
            ...deps,
            lists: { [definition.reportKind]: list },
            hold,
          },
          seen(begun),
        ),
      )
    : undefined;
  const printStep = async (run: ReportRun): Promise<Write> => {
    const { pdf, rows } = await orFail(() => makePrinted(deps, run, acting));
    return async () => {
      await hold(run);
      await keepFile(database, run.id, PDF_PART, [pdf]);
      return { pdfBytes: pdf.length, ...(wantsSheet ? {} : { rows }) };
    };
  };
  return {
    step: sheet?.step ?? 1,
    whole: true,
    settle: async (run, signal) => {
      if (sheet !== undefined && !run.outcome.complete) return sheet.settle?.(seen(run), signal);
      if (definition.formats.includes('pdf') && run.outcome.pdfBytes === 0) return printStep(run);
      if (run.outcome.mailed) return undefined;
      return async () => {
        await hold(run);
        await sendReport(deps, run);
        return { mailed: true };
      };
    },
    next: async (run, partition, limit) => (sheet === undefined ? [] : sheet.next(seen(run), partition, limit)),
    work: async (run, lines, signal) => {
      if (sheet === undefined) throw new Error('a report without a workbook has no rows to write');
      return sheet.work(seen(run), lines, signal);
    },
  };
}

/** Makes reports. A worker that is killed leaves nothing done twice: each step is kept with the progress of the run. */
export const reportRuns = (deps: ReportDeps): RunHandler[] => [
  workOnRun(
    reportRun,
    (run) => workOf(deps, run),
    ({ id }) => dropRows(deps.database, id).then(() => undefined),
  ),
];
