import { open, passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { refused } from '#server/platform/errors/app-error.ts';

/** Which value a job was given: the tenant's own one, or the default of the asset. */
export type AssetSource = 'tenant' | 'default';

/**
 * A value that a running job may use. What is written down of it says which one was used and never what it is: only
 * `reveal` gives the value, and neither JSON nor the inspection of the object does.
 */
export type AssetValue = {
  readonly assetType: string;
  readonly source: AssetSource;
  readonly secret: boolean;
  readonly reveal: () => string;
};

type Asset = { id: number; asset_type: string; value_type: string; default_value: string | null };

const findAsset = (database: Database, assetType: string): Promise<Asset | undefined> =>
  database.system
    .selectFrom('asset')
    .select(['id', 'asset_type', 'value_type', 'default_value'])
    .where((eb) => eb(eb.fn<string>('lower', ['asset_type']), '=', assetType.trim().toLowerCase()))
    .executeTakeFirst();

const ownValue = async (database: Database, tenantId: number, assetId: number): Promise<string | undefined> =>
  (
    await database.system
      .selectFrom('tenant_asset')
      .select('asset_value')
      .where('tenant_id', '=', tenantId)
      .where('asset_id', '=', assetId)
      .executeTakeFirst()
  )?.asset_value;

/** The value kept, or the refusal that its key is gone; the error never holds any of it. */
function opened(sealed: string, keys: SecretKeys, assetType: string): string {
  try {
    return open(sealed, keys);
  } catch (error) {
    passMissingKey(error);
    throw refused('asset.keyGone', { assetType });
  }
}

/**
 * Reads an asset for a job of a tenant: the tenant's own value, else the default of the asset. Refused when there is
 * no such asset or no value; letter case of the type does not matter.
 */
export async function readAsset(
  { database, keys }: { database: Database; keys: SecretKeys },
  { tenantId, assetType }: { tenantId: number; assetType: string },
): Promise<AssetValue> {
  const asset = await findAsset(database, assetType);
  if (asset === undefined) throw refused('asset.unknown', { assetType });
  const own = await ownValue(database, tenantId, asset.id);
  const sealed = own ?? asset.default_value;
  if (sealed === null) throw refused('asset.noValue', { assetType: asset.asset_type });
  const value = opened(sealed, keys, asset.asset_type);
  return {
    assetType: asset.asset_type,
    source: own === undefined ? 'default' : 'tenant',
    secret: asset.value_type === 'CREDENTIAL',
    reveal: () => value,
  };
}

/** Reads assets for jobs. */
export const assetReader =
  (deps: { database: Database; keys: SecretKeys }) =>
  (tenantId: number, assetType: string): Promise<AssetValue> =>
    readAsset(deps, { tenantId, assetType });
