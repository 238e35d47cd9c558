import {
  findParser,
  mappingParser,
  type PageParser,
  pageParsers,
  readMapping,
  type Releases,
  shippedReleases,
} from '#server/connectors/rpa/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** The newest release of a parser. */
export type ReleaseRow = {
  parser_id: string;
  version: number;
  before_version: number;
  at: Instant;
  actor_name: string;
};

const newestReleases = `select distinct on (parser_id) parser_id, version, before_version, at, actor_name
     from robot_parser_release order by parser_id, id desc`;

/** The newest release of each parser that was ever released by a person. */
export const listReleases = (database: Database): Promise<ReleaseRow[]> => database.query<ReleaseRow>(newestReleases);

/** A version of a reader as it is kept. */
export type ReaderRow = {
  parser_id: string;
  version: number;
  carrier_code: string;
  name: string;
  /** Null once it was removed. */
  mapping: unknown;
};

const readerColumns = 'parser_id, version, carrier_code, name, mapping';

/** The parser that a kept version is; none for one that this product cannot read. */
function parserOf({ parser_id, version, carrier_code, name, mapping }: ReaderRow): PageParser[] {
  const known = readMapping(mapping);
  return known === undefined
    ? []
    : [mappingParser({ id: parser_id, version, carrierCode: carrier_code, name, mapping: known })];
}

/** All versions of readers that people have made. */
export async function listMade(database: Database): Promise<PageParser[]> {
  return (
    await database.query<ReaderRow>(`select ${readerColumns} from robot_reader order by parser_id, version`)
  ).flatMap(parserOf);
}

/** A version of a parser, of the product or made by people. */
export async function findVersion(database: Database, id: string, version: number): Promise<PageParser | undefined> {
  const shipped = findParser(id, version);
  if (shipped !== undefined || version < 1) return shipped;
  const rows = await database.query<ReaderRow>(
    `select ${readerColumns} from robot_reader where parser_id = $1 and version = $2`,
    [id, version],
  );
  return rows.flatMap(parserOf)[0];
}

/** The carrier whose pages a parser reads, of the product or made by people. */
export async function carrierOfParser(database: Database, id: string): Promise<string | undefined> {
  const shipped = pageParsers.find((parser) => parser.id === id);
  if (shipped !== undefined) return shipped.carrierCode;
  const [row] = await database.query<Pick<ReaderRow, 'carrier_code'>>(
    'select carrier_code from robot_reader where parser_id = $1 limit 1',
    [id],
  );
  return row?.carrier_code;
}

/** Who reads answers now: which version of each parser is released, and those of them that people have made. */
export type CurrentDecisions = { releases: Releases; made: readonly PageParser[] };

/** Which version of each parser reads answers now: as people released it, else as the product ships it. */
export async function currentReleases(database: Database): Promise<CurrentDecisions> {
  const releases = shippedReleases();
  const rows = await database.query<{ released_id: string; released: number } & ReaderRow>(
    `select n.parser_id as released_id, n.version as released, r.parser_id, r.version, r.carrier_code, r.name, r.mapping
     from (${newestReleases}) n left join robot_reader r on r.parser_id = n.parser_id and r.version = n.version`,
  );
  for (const { released_id, released } of rows) releases.set(released_id, released);
  return { releases, made: rows.filter(({ parser_id }) => parser_id !== null).flatMap(parserOf) };
}
