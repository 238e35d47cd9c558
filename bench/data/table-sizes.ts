import { retention } from '#server/modules/administration/housekeeping/retention.ts';
import type { Database } from '#server/platform/db/database.ts';

/** What a table takes on the disk, in bytes: rows, their indexes, and large values beside them. */
export type TableSize = { name: string; rows: number; heap: number; indexes: number; toast: number };

/** Tables that grow with shipments and do not belong to them by `retention`. */
const alsoOfShipments: readonly string[] = [
  'subscription',
  'raw_answer',
  'refusal',
  'edi_message',
  'notification',
  'outward_delivery',
  'robot_answer',
];

function isOfShipments(table: string): boolean {
  const keeping = retention[table];
  return alsoOfShipments.includes(table) || (keeping?.kind === 'with' && isOfShipments(keeping.parent));
}

/** The sizes of all tables; those of partitions count for their table. */
export async function sizesOf(database: Database): Promise<TableSize[]> {
  const tables = await database.query<Omit<TableSize, 'rows'>>(
    `select coalesce(p.relname, c.relname)::text as name, sum(pg_indexes_size(c.oid))::float8 as indexes,
       sum(pg_table_size(c.oid) - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0))::float8 as heap,
       sum(coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0))::float8 as toast
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  const sizes: TableSize[] = [];
  for (const table of tables) {
    const [counted] = await database.query<{ rows: number }>(`select count(*)::float8 as rows from "${table.name}"`);
    sizes.push({ ...table, rows: counted?.rows ?? 0 });
  }
  return sizes;
}

const bytesOf = ({ heap, indexes, toast }: TableSize): number => heap + indexes + toast;

/** How much the tables that belong to shipments have grown. */
export function ofShipments(before: readonly TableSize[], after: readonly TableSize[]): TableSize[] {
  const earlier = new Map(before.map((size) => [size.name, size]));
  return after
    .filter(({ name }) => isOfShipments(name))
    .map(({ name, rows, heap, indexes, toast }) => {
      const was = earlier.get(name);
      return {
        name,
        rows: rows - (was?.rows ?? 0),
        heap: heap - (was?.heap ?? 0),
        indexes: indexes - (was?.indexes ?? 0),
        toast: toast - (was?.toast ?? 0),
      };
    })
    .filter((size) => bytesOf(size) > 0);
}

/** Bytes of all of them. */
export const totalOf = (sizes: readonly TableSize[]): number => sizes.reduce((sum, size) => sum + bytesOf(size), 0);

/** For each table what a shipment takes in it at its end and a year after, as Markdown. */
export function sizesTable(shipments: number, ended: readonly TableSize[], year: readonly TableSize[]): string {
  const endedOf = new Map(ended.map((size) => [size.name, size]));
  const each = (value: number): string => (value / shipments).toFixed(value / shipments < 10 ? 1 : 0);
  const cells = (size: TableSize | undefined): string[] =>
    size === undefined
      ? ['-', '-', '-', '-', '-']
      : [each(size.rows), each(size.heap), each(size.indexes), each(size.toast), each(bytesOf(size))];
  const names = [...new Set([...year, ...ended].map(({ name }) => name))];
  const yearOf = new Map(year.map((size) => [size.name, size]));
  const weight = (name: string): number => {
    const size = yearOf.get(name) ?? endedOf.get(name);
    return size === undefined ? 0 : bytesOf(size);
  };
  const columns = ['rows', 'heap', 'indexes', 'TOAST', 'bytes'];
  const head = ['table', ...columns.map((name) => `${name}, ended`), ...columns.map((name) => `${name}, a year`)];
  const lines = names
    .sort((a, b) => weight(b) - weight(a))
    .map((name) => [name, ...cells(endedOf.get(name)), ...cells(yearOf.get(name))]);
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
