import type { JudgedRow } from '#contract/import.ts';
import { checkRow } from '#shared/entity/check-row.ts';
import type { Entity } from '#shared/entity/declare.ts';
import {
  type CellRow,
  cellText,
  type ChoiceNames,
  importedFields,
  importedName,
  keyOf,
  matchHeadings,
  readCells,
} from '#shared/entity/read-cells.ts';
import { isUnread } from '#shared/entity/unread-cell.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { escapeFormula } from '#shared/text/escape-formula.ts';
import { currentLang, text } from '#web/i18n/index.ts';
import { ownZone } from '#web/base/zone.ts';
import { cellAt, type FileTable } from '#shared/sheet/file-problem.ts';

/** What an import may do with rows that are there already. */
export type ImportMode = 'add' | 'addAndUpdate';

/** A file as far as the declaration understands it. */
export type ReadFile = {
  name: string;
  table: FileTable;
  columns: (string | undefined)[];
  /** Headings that mean nothing here. */
  ignored: string[];
  rows: CellRow[];
};

/** The columns of a file, without those whose value is `given` for all rows. */
export const requestedFields = (entity: Entity, given: CellRow): ReturnType<typeof importedFields> =>
  importedFields(entity).filter(([name]) => !(name in given));

/**
 * Understands the headings and cells of a file; gives a text when it cannot be imported at all. What is `given` holds for rows of a
 * file without that column.
 */
export function understand(
  entity: Entity,
  name: string,
  table: FileTable,
  mode: ImportMode,
  choices: ChoiceNames,
  given: CellRow = {},
): ReadFile | string {
  const columns = matchHeadings(entity, table.headings);
  if (columns.every((column) => column === undefined)) return text('entityImport.error.noHeading');
  const lang = currentLang();
  const missing = requestedFields(entity, given).filter(
    ([field, { required, ...rest }]) =>
      !columns.includes(field) &&
      ((entity.importBy ?? []).includes(field) || (mode === 'add' && required === true && !('default' in rest))),
  );
  if (missing.length > 0)
    return text('entityImport.error.missing', { columns: missing.map(([, field]) => field.label[lang]).join(', ') });
  const ignored = table.headings.filter((heading, index) => columns[index] === undefined && heading.trim() !== '');
  const added = Object.fromEntries(Object.entries(given).filter(([field]) => !columns.includes(field)));
  const reading = { zone: ownZone(), decimalComma: table.decimalComma };
  const rows = table.rows.map((cells, index) => {
    const read = cells.map((_, column) => cellAt(table, index, column));
    return { ...added, ...readCells(entity, { columns, headings: table.headings }, read, choices, reading) };
  });
  return { name, table, columns, ignored, rows };
}

/** What the browser itself finds wrong, by the rules of the declaration; the server finds more. */
export function checkLocally(
  entity: Entity,
  file: ReadFile,
  codesOf: (dict: string) => ReadonlySet<string> | undefined,
): Map<number, JudgedRow> {
  const lang = currentLang();
  const wrong = new Map<number, JudgedRow>();
  const seen = new Set<string>();
  const brought = new Set(file.columns);
  for (const [index, row] of file.rows.entries()) {
    const input: Record<string, unknown> = { ...row };
    for (const [name, field] of importedFields(entity)) {
      // The id behind a name is the server's business: any number stands for it here.
      const named = row[importedName(name, field)] ?? '';
      if (field.kind === 'reference' && named !== '') input[name] = isUnread(named) ? named : '1';
    }
    const problems = checkRow(entity, input, 'ADD', codesOf)
      .problems.filter(({ field }) => brought.has(field))
      .map((problem) => ({ field: problem.field, message: problem.text[lang] }));
    const key = keyOf(entity, row);
    if (key !== undefined && seen.has(key))
      problems.push({ field: entity.importBy?.[0] ?? '', message: text('entityImport.repeated') });
    if (key !== undefined) seen.add(key);
    if (problems.length > 0) wrong.set(index, { row: index + 1, plan: 'refused', problems });
  }
  return wrong;
}

/** Rows in the order of the preview: those with problems first. */
export function previewOrder(file: ReadFile, judged: ReadonlyMap<number, JudgedRow>, limit: number): number[] {
  const wrong: number[] = [];
  const right: number[] = [];
  for (let index = 0; index < file.rows.length && wrong.length < limit; index += 1) {
    if (judged.get(index)?.plan === 'refused') wrong.push(index);
    else if (right.length < limit) right.push(index);
  }
  return [...wrong, ...right].slice(0, limit);
}

/** The headings of an empty file, in the language of the reader. */
export const templateCsv = (entity: Entity, given: CellRow): string =>
  formatCsv([requestedFields(entity, given).map(([, field]) => field.label[currentLang()])], { bom: true });

/** What a cell of a file says as it was understood. */
export const shownCell = (entity: Entity, { table, columns }: ReadFile, row: number, column: number): string =>
  cellText(entity.fields[columns[column] ?? ''], cellAt(table, row, column));

/** The refused rows as they were in the file, with the reason beside them. */
export function refusedCsv(
  entity: Entity,
  file: ReadFile,
  refused: readonly { row: number; problems: readonly { message: string }[] }[],
): string {
  const rows = refused.map(({ row, problems }) => {
    return [
      ...file.table.headings.map((_, column) => escapeFormula(shownCell(entity, file, row - 1, column))),
      problems.map(({ message }) => message).join('; '),
    ];
  });
  return formatCsv([[...file.table.headings, text('entityImport.reasons')], ...rows], { bom: true });
}
