import { contextOf } from '#server/platform/acting.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database, TenantScope } from '#server/platform/db/database.ts';
import { type ListExport, type SheetCell, textOfCell } from '#server/platform/sheet/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { silentLog } from './database-templates.ts';

/** What a file is asked with, and by whom; all columns unless stated. */
type Wanted = {
  scope: TenantScope;
  lang: Lang;
  query?: Readonly<Record<string, unknown>>;
  columns?: readonly string[];
};

/** The titles and then the rows of the file of a list, moments as their text, for a user of any tenant who may see the tenants of the scope; times are in UTC. */
export async function writtenFile(
  list: ListExport,
  { database, clock }: { database: Database; clock: Clock },
  { scope, lang, query = {}, columns }: Wanted,
): Promise<(readonly Exclude<SheetCell, object>[])[]> {
  const actor = {
    kind: 'user',
    userId: 1,
    userCode: 'reader',
    name: 'reader',
    userType: 'user',
    tenantId: 1,
    menus: [],
    writesShared: false,
  } as const;
  const ctx = contextOf({ database, clock, log: silentLog }, { actor, scope, zone: 'UTC', requestId: 'file' }, lang);
  const { titles, ids, cells } = list.prepare(ctx, query, columns);
  const statement = typeof ids === 'function' ? await ids() : ids;
  const found = await database.query<{ id: number }>(statement.sql, statement.parameters);
  const rows = found.length === 0 ? [] : await cells(found.map(({ id }) => Number(id)));
  return [
    titles,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'object' ? textOfCell(cell) || null : cell))),
  ];
}
