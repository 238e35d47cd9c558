// unscoped: A run addresses the recipients of its report by its id.
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import { insertMails, type NewMail } from '#server/modules/administration/notification/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { ReportFormat } from '#shared/reference/report.ts';
import { minuteText } from './kinds/index.ts';
import { listRecipients } from './report-queries.ts';
import { PDF_PART, type ReportRun } from './report-run.ts';

/** Bytes that go along with one mail at most: many servers refuse 10 MB, and a file grows by a third on its way. */
const maxAttachedBytes = 7_000_000;

const typeOf = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

/** A file of a run: where its parts begin. */
export type ReportFile = { format: ReportFormat; firstPart: number; sizeBytes: number; contentType: string };

/** The files that a run has made. */
export function filesOf({ params: { definition }, outcome }: Pick<ReportRun, 'params' | 'outcome'>): ReportFile[] {
  return definition.formats.flatMap((format): ReportFile[] => {
    const [firstPart, sizeBytes] = format === 'pdf' ? [PDF_PART, outcome.pdfBytes] : [0, outcome.sizeBytes];
    const isComplete = format === 'pdf' ? sizeBytes > 0 : outcome.complete;
    return isComplete ? [{ format, firstPart, sizeBytes, contentType: typeOf[format] }] : [];
  });
}

/** The name of a file: that of the report and the day it was made, without what file systems refuse. */
export function fileNameOf({ params: { definition, at } }: Pick<ReportRun, 'params'>, format: ReportFormat): string {
  const name = definition.reportName.replace(/[\\/:*?"<>|]/g, ' ').trim();
  return `${name} ${minuteText(at, definition.zone).slice(0, 10)}.${format}`;
}

/** What mails of a run are known by in the outbox. */
export const mailKeyOf = (runId: number): string => `report run ${runId}`;

type SendDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  reference: () => ReferenceSnapshot;
  publicUrl: () => string;
};

function mailOf({ reference, publicUrl }: SendDeps, run: ReportRun): Omit<NewMail, 'address'> {
  const { definition, at } = run.params;
  const { language: lang, zone, tenantId, reportName } = definition;
  let left = maxAttachedBytes;
  const attached: ReportFile[] = [];
  // The PDF first: it is small, and what most people open.
  for (const file of filesOf(run).toSorted((a, b) => a.format.localeCompare(b.format))) {
    if (file.sizeBytes > left) continue;
    left -= file.sizeBytes;
    attached.push(file);
  }
  const names = (files: readonly ReportFile[]): string => files.map(({ format }) => fileNameOf(run, format)).join(', ');
  const tooLarge = filesOf(run).filter(({ format }) => !attached.some((file) => file.format === format));
  const link = `${publicUrl()}/reports?reportId=${definition.reportId}`;
  const rows = definition.formats.includes('xlsx') ? run.outcome.lines : (run.outcome.rows ?? 0);
  const time = minuteText(at, zone);
  const lines = [
    serverText(
      'report.mail.about',
      {
        tenant: tenantName(tenantId, lang, reference()),
        kind: serverText(`report.kind.${definition.reportKind}`, {}, lang),
        period: `${time} (${zone})`,
      },
      lang,
    ),
    serverText('report.mail.rows', { total: rows }, lang),
    ...(attached.length > 0 ? [serverText('report.mail.attached', { files: names(attached) }, lang)] : []),
    ...(tooLarge.length > 0 ? [serverText('report.mail.tooLarge', { files: names(tooLarge) }, lang)] : []),
    '',
    serverText('report.mail.why', { owner: definition.ownerName }, lang),
    serverText('report.mail.stop', { link }, lang),
  ];
  return {
    tenantId,
    name: reportName,
    key: mailKeyOf(run.id),
    subject: serverText('report.mail.subject', { name: reportName, time }, lang),
    content: lines.join('\n'),
    link,
    attachments: attached.map(({ format, firstPart, sizeBytes, contentType }) => ({
      runId: run.id,
      firstPart,
      sizeBytes,
      contentType,
      fileName: fileNameOf(run, format),
    })),
    createdBy: run.handler_code,
  };
}

/** Puts one mail for each recipient into the outbox, in the current transaction; who has no address any more gets none. */
export async function sendReport(deps: SendDeps, run: ReportRun): Promise<void> {
  const { database, queue, clock } = deps;
  const recipients = await listRecipients(database, [run.params.definition.reportId]);
  const addresses = new Map(recipients.flatMap(({ email }) => (email === null ? [] : [[email.toLowerCase(), email]])));
  const mail = mailOf(deps, run);
  await insertMails(
    { database, queue, now: clock.now() },
    [...addresses.values()].map((address) => ({ ...mail, address })),
  );
}
