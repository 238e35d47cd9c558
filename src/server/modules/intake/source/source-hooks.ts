// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import { normalCarriers } from '#entities/source.ts';
import { findProfile, type SourceProfile } from '#server/connectors/index.ts';
import { type EntityHooks, problemsError, type RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';

const textOf = (row: RawRow, column: string): string => (typeof row[column] === 'string' ? row[column].trim() : '');

/** Carriers by their codes of the product: profiles, and many people, name them by the letters of their bills (SCAC). */
async function ownCodes(ctx: Ctx, carriers: string): Promise<string> {
  const rows = await ctx.unscoped.query<{ code: string }>(
    `select coalesce(own.code, other.code, named.code) as code
     from unnest(string_to_array($1, ',')) with ordinality as named (code, place)
       left join md_carrier own on own.code = named.code
       left join lateral (select c.code from md_carrier c where own.code is null and c.scac = named.code order by c.code limit 1) other on true
     order by named.place`,
    [carriers],
  );
  return normalCarriers(rows.map(({ code }) => code).join(','));
}

/**
 * What follows from the profile of a source: its protocol and mode, how its records are classified, addresses and carriers that were left
 * empty. Existing subscriptions are given to it afterwards.
 */
async function completes(ctx: Ctx, row: RawRow): Promise<RawRow> {
  const profile = findProfile(textOf(row, 'profile'));
  // A source without a profile is one of the simulated world or of a file: only names, limits and switches of it are changed.
  if (profile === undefined) return {};
  const isAggregator = profile.kind === 'aggregator';
  const carriers = await ownCodes(ctx, normalCarriers(textOf(row, 'carrier_codes')) || profile.carriers.join(','));
  return {
    protocol: profile.connector.protocol,
    mode: profile.modes[0] ?? 'sea',
    source_type: isAggregator ? 'FT' : profile.kind === 'positions' ? 'AIS' : 'CARRIER',
    asked: profile.connector.queriedBy !== 'nobody',
    channel: isAggregator ? 'CARRIER_DISTRIBUTE' : 'SHIPPING_TRACKING',
    base_url: textOf(row, 'base_url') || profile.endpoints.production.baseUrl,
    carrier_codes: carriers === '' ? null : carriers,
    carrier_code: carriers === '' ? null : (carriers.split(',')[0] ?? null),
    attached_at: null,
  };
}

const isPlatforms = (row: RawRow): boolean => (row['tenant_id'] ?? null) === null;

/** Sources of the platform are seen by every tenant and changed by those who see all of them. */
function refusePlatforms(ctx: Ctx, row: RawRow): void {
  if (isPlatforms(row) && ctx.scope.kind !== 'all') throw refused('source.platformOnly');
}

async function beforeRemove(ctx: Ctx, row: RawRow): Promise<void> {
  await Promise.resolve();
  refusePlatforms(ctx, row);
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

/** Stored keys go where they were entered for: another address, unless the counterpart's own, needs them entered again. */
async function keepKeysAtHome(ctx: Ctx, before: RawRow, after: RawRow, profile: SourceProfile): Promise<void> {
  const { production, test } = profile.endpoints;
  const ownOrigins = [production, test].flatMap((own) => [own?.baseUrl ?? '', own?.tokenUrl ?? '']).map(originOf);
  const field = (['base_url', 'access_url'] as const).find((column) => {
    const origin = originOf(textOf(after, column));
    return origin !== originOf(textOf(before, column)) && !ownOrigins.includes(origin);
  });
  if (field === undefined) return;
  const kept = await ctx.unscoped.query<{ id: number }>(
    `select a.id from asset a where a.id = $1
       and (a.default_value is not null or exists (select from tenant_asset own where own.asset_id = a.id))`,
    [after['asset_id']],
  );
  if (kept.length === 0) return;
  throw problemsError(ctx, [
    {
      field: field === 'base_url' ? 'baseUrl' : 'tokenUrl',
      text: {
        zh: '已保存的凭据只发往原地址；请先移除凭据，改好地址后重新填写',
        en: 'Stored keys are sent to the present address only: remove them, change the address, and enter them again',
      },
    },
  ]);
}

async function beforeWrite(ctx: Ctx, { before, after }: { before: RawRow | undefined; after: RawRow }): Promise<void> {
  if (before !== undefined) refusePlatforms(ctx, before);
  const profile = findProfile(textOf(after, 'profile'));
  if (before === undefined && profile === undefined)
    throw problemsError(ctx, [{ field: 'profile', text: { zh: '请选择对接方', en: 'Choose the counterpart' } }]);
  if (profile === undefined) return;
  if (profile.kind === 'positions' && !isPlatforms(after))
    throw problemsError(ctx, [
      {
        field: 'forTenantId',
        text: {
          zh: '船舶位置供所有租户使用，请将所属租户留空',
          en: 'Positions of vessels are used by all tenants: leave the tenant empty',
        },
      },
    ]);
  if (before !== undefined) await keepKeysAtHome(ctx, before, after, profile);
  if (textOf(after, 'base_url') === '' && profile.endpoints.production.baseUrl === '')
    throw problemsError(ctx, [
      {
        field: 'baseUrl',
        text: { zh: '该对接方没有固定地址，请填写接口地址', en: 'This counterpart has no fixed address: enter it' },
      },
    ]);
  if (profile.carriers.length === 0 && profile.kind === 'carrier' && textOf(after, 'carrier_codes') === '')
    throw problemsError(ctx, [
      {
        field: 'carrierCodes',
        text: { zh: '请填写它可以回答的船公司代码', en: 'Enter the carriers that it answers for' },
      },
    ]);
}

/** What the declaration of sources cannot say. */
export const sourceHooks: EntityHooks = { completes, beforeWrite, beforeRemove };
