import { asRecord } from '#shared/values/objects.ts';
import { call } from '#web/base/client.ts';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import { importColumns } from '#domain/tracking/subscription/sheet-rows.ts';
import { type ColumnPlaces, plainHeading } from '#domain/tracking/subscription/match-columns.ts';

const preferenceName = 'import/subscription';
/** Kinds of files whose columns are remembered. */
const maxFiles = 30;

/** A kind of file: its headings, and which of them each column is. */
type Remembered = { headings: readonly string[]; columns: Readonly<Record<string, string>> };

/** What makes two files of one kind: the same headings, in any order. */
const kindOf = (headings: readonly string[]): string => headings.map(plainHeading).sort().join('\n');

const listOf = (value: unknown): Remembered[] =>
  (Array.isArray(value) ? value : []).map((item) => {
    const { headings, columns } = asRecord(item);
    return {
      headings: (Array.isArray(headings) ? headings : []).map(String),
      columns: Object.fromEntries(Object.entries(asRecord(columns)).map(([name, heading]) => [name, String(heading)])),
    };
  });

async function readMemory(): Promise<Remembered[]> {
  const kept = await call('preferenceGet', { preferenceName }, { quiet: true });
  return listOf(kept?.value);
}

/** The columns that this person chose for the last file with these headings; undefined where they chose none, or it cannot be asked. */
export async function recallColumns({ headings }: Pick<FileTable, 'headings'>): Promise<ColumnPlaces | undefined> {
  const known = await readMemory().catch(() => []);
  const found = known.find((one) => kindOf(one.headings) === kindOf(headings));
  if (found === undefined) return undefined;
  const plain = headings.map(plainHeading);
  return new Map(
    importColumns.flatMap((column) => {
      const place = plain.indexOf(plainHeading(found.columns[column] ?? ''));
      return found.columns[column] === undefined || place < 0 ? [] : [[column, { place, by: 'memory' } as const]];
    }),
  );
}

/** Remembers the columns for files with these headings, wherever this person signs in. Throws what the call throws. */
export async function rememberColumns({ headings }: Pick<FileTable, 'headings'>, places: ColumnPlaces): Promise<void> {
  const others = (await readMemory()).filter((one) => kindOf(one.headings) !== kindOf(headings));
  const columns = Object.fromEntries([...places].map(([column, { place }]) => [column, headings[place] ?? '']));
  const value = [{ headings, columns }, ...others].slice(0, maxFiles);
  await call('preferenceSave', { preferenceName, value, changedAt: Date.now() }, { quiet: true });
}
