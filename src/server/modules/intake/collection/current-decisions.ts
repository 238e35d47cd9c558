import { detectionSettingsAt } from '#server/modules/exceptions/exception/index.ts';
import type { DetectionSettings } from '#server/modules/exceptions/exception/index.ts';
import { masterDataVersionSql } from '#server/modules/administration/masterdata/index.ts';
import { precedenceAt } from '#server/modules/tracking/shipment/index.ts';
import type { FusionOptions } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { itemAt } from '#shared/values/items.ts';

/** What people have decided that a batch works by; `version` is another one whenever any of it is. */
export type CurrentDecisions = { fusion: FusionOptions; settings: DetectionSettings; version: string };

/** Raised with a release whose rules or fusion judge otherwise than before: its own changes are no news of a shipment. */
const judgement = '2';

type Versions = { rules: string; precedence: number; master_data: string };

/** Brings this process's master data to what was in force when `version` was read. */
export type MasterDataCatchUp = (version: string) => Promise<void>;

/**
 * What is in force now that the subscriptions are locked, from the memory of this process wherever one look at the
 * versions says that it still is. Whatever was judged by older decisions is committed before what follows a change
 * (a recompute run, another detection) gets the locks; so that no look may be older than them.
 */
export async function loadCurrentDecisions(
  database: Database,
  fusion: FusionOptions,
  catchUp?: MasterDataCatchUp,
): Promise<CurrentDecisions> {
  const { rows } = await database.execute<Versions>(
    `select (select version::text from decision_version where name = 'rules') as rules,
       (select coalesce(max(version), 0) from fusion_precedence) as precedence,
       ${masterDataVersionSql} as master_data`,
  );
  const versions = itemAt(rows, 0);
  await catchUp?.(versions.master_data);
  return {
    fusion: { precedence: await precedenceAt(database, versions.precedence), ...fusion },
    settings: await detectionSettingsAt(database, versions.rules),
    version: [judgement, versions.rules, versions.precedence, versions.master_data].join(' '),
  };
}
