import type { CallData, ParsedQuery } from '#contract/index.ts';
import { findProfile, sourceProfiles } from '#server/connectors/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { forbidden } from '#server/platform/errors/app-error.ts';
import { openValues } from './keys.ts';
import { findFollowed, listMapKeys } from './map-queries.ts';

const withMap = sourceProfiles.filter(({ map }) => map !== undefined).map(({ name }) => name);

/**
 * The address of the aggregator's map of a followed bill or container, or what is missing for it. It has the keys of the tenant;
 * for people of the platform also those of the platform. The address holds a key: it is given to the browser that shows the map and kept nowhere.
 */
export async function findMap({
  ctx,
  input,
  keys,
}: {
  ctx: Ctx;
  input: ParsedQuery<'sourceMap'>;
  keys: SecretKeys;
}): Promise<CallData<'sourceMap'>> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw forbidden();
  const reference = (input.reference ?? '').normalize('NFKC').trim().toUpperCase().replaceAll(' ', '');
  const followed = reference === '' ? undefined : await findFollowed(ctx, reference);
  const sources = await listMapKeys(ctx, followed?.tenant_id ?? actor.tenantId, withMap);
  const maps = sources.flatMap(({ profile, sealed }) => {
    const map = findProfile(profile)?.map;
    const values = openValues(sealed, { profile }, keys);
    return map !== undefined && map.fields.every((name) => (values[name] ?? '') !== '') ? [{ map, values }] : [];
  });
  const [found] = maps;
  if (found === undefined) return { url: null, missing: sources.length === 0 ? 'source' : 'key' };
  if (reference === '') return { url: null, missing: null };
  if (followed === undefined) return { url: null, missing: 'subscription' };
  const question = {
    subject: followed.subject,
    billNo: followed.bill_no,
    containerNo: followed.container_no,
    carrierCode: followed.carrier_code,
  };
  return { url: found.map.urlOf(found.values, question, ctx.lang), missing: null };
}
