import { z } from 'zod';
import { hasFile, readFile } from '#server/modules/administration/export/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Attachment } from './channels/index.ts';

/** A file of a run that goes along with a mail: from which part on, and how many bytes. */
export const storedAttachment = z.object({
  runId: z.number(),
  firstPart: z.number(),
  sizeBytes: z.number(),
  fileName: z.string(),
  contentType: z.string(),
});
export type StoredAttachment = z.infer<typeof storedAttachment>;

/** The files of a notification; `gone` when one of them is not kept any more. */
export async function loadAttachments(database: Database, stored: unknown): Promise<Attachment[] | 'gone'> {
  const files = z.array(storedAttachment).parse(stored ?? []);
  for (const { runId, firstPart } of files) if (!(await hasFile(database, runId, firstPart))) return 'gone';
  return files.map(({ fileName, contentType, ...file }) => ({
    fileName,
    contentType,
    sizeBytes: file.sizeBytes,
    read: () => readFile(database, file),
  }));
}
