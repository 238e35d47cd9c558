import type { MailSheetKind } from '#contract/intake/mail-import.ts';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import { type FoundColumns, headingsKey, readTemplate, recallColumns, withHeadings } from './kinds.ts';
import { findMapping, readContent, type StoredSheet } from './mail-queries.ts';
import { readSheet } from './read-sheet.ts';
import type { MailDeps } from './types.ts';

/** A sheet that can be taken: its rows, what they are and what its columns hold, and in whose name. */
export type OpenSheet = {
  table: FileTable;
  key: string;
  mapped: { kind: MailSheetKind; columns: FoundColumns; mappingId: number | null; userId: number | null } | undefined;
};

/** Reads a file of a mail and finds what its headings mean: by a mapping, or as a template of the product. Throws FileError. */
export async function openSheet(
  { database }: Pick<MailDeps, 'database'>,
  sheet: Pick<StoredSheet, 'id' | 'name' | 'tenant_id'>,
): Promise<OpenSheet> {
  const table = withHeadings(await readSheet(await readContent(database, sheet.id), sheet.name));
  const key = headingsKey(table.headings);
  const mapping = await findMapping(database, sheet.tenant_id, key);
  if (mapping !== undefined) {
    const columns = recallColumns(mapping.kind, mapping.columns, table.headings);
    return { table, key, mapped: { kind: mapping.kind, columns, mappingId: mapping.id, userId: mapping.user_id } };
  }
  const template = readTemplate(table);
  return { table, key, mapped: template && { ...template, mappingId: null, userId: null } };
}
