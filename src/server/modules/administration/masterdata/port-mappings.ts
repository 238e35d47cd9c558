import type { Database } from '#server/platform/db/database.ts';

/** By source code: what operators have stated its unknown codes mean; null = no port. */
export type PortMappings = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** By source code: the milestones that operators have stated its words for moves mean; null = none. */
export type WordMappings = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** Reads what operators have stated about codes of ports that no port and no alias has, and about words for moves. */
export async function readPortMappings(
  database: Database,
): Promise<{ portMappings: PortMappings; wordMappings: WordMappings }> {
  const rows = await database.system
    .selectFrom('unknown_port as u')
    .innerJoin('source as s', 's.id', 'u.source_id')
    .leftJoin('md_port as p', 'p.id', 'u.port_id')
    .select(['u.kind', 'u.raw_code', 'u.state', 'u.status_code', 's.code as source_code', 'p.code as port_code'])
    .where('u.state', '<>', 'open')
    .execute();
  const found = {
    port: new Map<string, Map<string, string | null>>(),
    word: new Map<string, Map<string, string | null>>(),
  };
  for (const row of rows) {
    const bySource = row.kind === 'word' ? found.word : found.port;
    const codes = bySource.get(row.source_code) ?? new Map<string, string | null>();
    codes.set(row.raw_code, row.state === 'mapped' ? (row.status_code ?? row.port_code) : null);
    bySource.set(row.source_code, codes);
  }
  return { portMappings: found.port, wordMappings: found.word };
}
