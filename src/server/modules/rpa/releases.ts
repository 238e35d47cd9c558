import { type Releases, shippedReleases } from '#server/connectors/rpa/index.ts';
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

/** The newest release of each parser that was ever released by a person. */
export const listReleases = (database: Database): Promise<ReleaseRow[]> =>
  database.query<ReleaseRow>(
    `select distinct on (parser_id) parser_id, version, before_version, at, actor_name
     from robot_parser_release order by parser_id, id desc`,
  );

/** Which version of each parser reads answers now: as people released it, else as the product ships it. */
export async function currentReleases(database: Database): Promise<Releases> {
  const releases = shippedReleases();
  for (const { parser_id, version } of await listReleases(database)) releases.set(parser_id, version);
  return releases;
}
