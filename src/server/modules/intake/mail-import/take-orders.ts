// unscoped: Statements go to the file of the mail by id; the rows are imported by the context of a person.
import { orderLine } from '#entities/order-line.ts';
import { getImport, listOutcomes, openImport, orderImport, receiveRows } from '#server/entity/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { maxImportPart } from '#shared/entity/import-limits.ts';
import { type CellRow, type ChoiceNames, readCells } from '#shared/entity/read-cells.ts';
import { cellAt, type FileTable } from '#shared/sheet/file-problem.ts';
import type { FoundColumns } from './kinds.ts';
import { lockSheet, noteRows, noteRun, type Refusal, maxRefusals, type StoredSheet } from './mail-queries.ts';
import { settleMail } from './settle-mail.ts';
import type { MailDeps } from './types.ts';

/** Names of the values of dictionaries, in both languages. */
const choiceNames =
  (reference: ReferenceSnapshot): ChoiceNames =>
  (dict) =>
    new Map(
      reference.dictionary
        .filter(({ codeType }) => codeType === dict)
        .map(({ codeValue, displayCn, displayEn }) => [
          codeValue,
          [displayCn, displayEn].filter((name) => name !== null),
        ]),
    );

/** The rows of a sheet as the page sends them; the tenant is that of the mail. */
function orderRows(
  { table, columns }: { table: FileTable; columns: FoundColumns },
  { reference, tenantId, zone }: { reference: ReferenceSnapshot; tenantId: number; zone: string },
): CellRow[] {
  const names: (string | undefined)[] = table.headings.map(() => undefined);
  for (const [name, { place }] of columns) names[place] = name;
  const choices = choiceNames(reference);
  return table.rows.map((_, row) => ({
    ...readCells(
      orderLine,
      { columns: names, headings: table.headings },
      table.headings.map((__, column) => cellAt(table, row, column)),
      choices,
      { zone, decimalComma: table.decimalComma },
    ),
    [orderLine.tenantField]: String(tenantId),
  }));
}

/** Hands all rows of a sheet over to the import of order lines, in the name of a person; in the current transaction. */
async function beginImport(deps: MailDeps, ctx: Ctx, sheet: StoredSheet, rows: readonly CellRow[]): Promise<number> {
  const call = { ctx, services: deps.services, queue: deps.queue };
  const { importId } = await openImport({
    ...call,
    input: {
      entity: orderLine.name,
      mode: 'addAndUpdate',
      fileName: sheet.name.slice(0, 255),
      total: rows.length,
      clientKey: `mail-sheet-${sheet.id}-${sheet.attempt}`,
    },
  });
  const id = Number(importId);
  for (let first = 0; first < rows.length; first += maxImportPart)
    await receiveRows({
      ...call,
      input: { importId: id, first: first + 1, rows: rows.slice(first, first + maxImportPart) },
    });
  await orderImport({ ...call, input: { importId: id } });
  return id;
}

const fieldLabel = (name: string) => Object.entries(orderLine.fields).find(([field]) => field === name)?.[1].label;

/** The first refused rows of an import by the lines of the sheet, with the names of their fields. */
async function refusalsOf(ctx: Ctx, runId: number, { lines }: Pick<FileTable, 'lines'>): Promise<Refusal[]> {
  const { rows } = await listOutcomes(ctx, runId, 'refused', maxRefusals, 0);
  return rows.map(({ row, problems }) => {
    const all = problems ?? [];
    const textIn = (lang: 'zh' | 'en') =>
      all
        .map(({ field, text }) => {
          const label = fieldLabel(field)?.[lang] ?? '';
          return text[lang].includes(label) || label === '' ? text[lang] : `${label}: ${text[lang]}`;
        })
        .join('; ');
    return { row: lines[row - 1] ?? row, field: all[0]?.field ?? null, text: { zh: textIn('zh'), en: textIn('en') } };
  });
}

/** Takes the rows of a sheet of orders: begins their import, or notes how it ended. Gives false while it runs. */
export async function takeOrderLines(
  deps: MailDeps,
  ctx: Ctx,
  sheet: StoredSheet,
  opened: { table: FileTable; columns: FoundColumns },
): Promise<boolean> {
  const { database, services, queue } = deps;
  const reference = deps.reference();
  const zone = zoneOfCaller(ctx, reference);
  if (sheet.run_id === null) {
    const rows = orderRows(opened, { reference, tenantId: sheet.tenant_id, zone });
    await database.transaction(async () => {
      const now = await lockSheet(database, sheet.id);
      if (now?.state !== 'working' || now.run_id !== null) return;
      await noteRun(database, sheet.id, await beginImport(deps, ctx, now, rows));
    });
    return false;
  }
  const runId = sheet.run_id;
  const status = await getImport({ ctx, services, queue, input: { importId: runId } });
  if (status.state !== 'done') return false;
  const { insert, update, same, refused } = status.outcomes;
  const refusals = (refused ?? 0) === 0 ? [] : await refusalsOf(ctx, runId, opened.table);
  await database.transaction(async () => {
    const now = await lockSheet(database, sheet.id);
    if (now?.state !== 'working' || now.run_id !== runId) return;
    const counts = { taken: (insert ?? 0) + (update ?? 0), unchanged: same ?? 0, refused: refused ?? 0 };
    await noteRows(database, sheet.id, { counts, refusals, upTo: status.total, end: true });
    await settleMail(deps, sheet.mail_id);
  });
  return true;
}
