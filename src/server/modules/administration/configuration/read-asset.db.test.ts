import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { seal } from '#server/platform/crypto/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { readAsset } from './read-asset.ts';

const database = await testDatabase();
const keys = [randomBytes(32)];
const deps = { database, keys };
const tenant = await buildTenant(database);
const other = await buildTenant(database);

async function addAsset(type: string, values: { default?: string; own?: string; kind?: 'TEXT' | 'CREDENTIAL' }) {
  const { id } = await database.system
    .insertInto('asset')
    .values({
      asset_type: type,
      asset_desc: 'd',
      value_type: values.kind ?? 'TEXT',
      default_value: values.default === undefined ? null : seal(values.default, keys),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (values.own !== undefined)
    await database.system
      .insertInto('tenant_asset')
      .values({ tenant_id: tenant.id, asset_id: id, asset_value: seal(values.own, keys) })
      .execute();
}

describe('a job reads', () => {
  test("the tenant's own value, and nobody else's", async () => {
    await addAsset('SITE', { default: 'common-pass', own: 'own-pass', kind: 'CREDENTIAL' });
    const own = await readAsset(deps, { tenantId: tenant.id, assetType: 'site' });
    expect(own).toMatchObject({ assetType: 'SITE', source: 'tenant', secret: true });
    expect(own.reveal()).toBe('own-pass');
    const standard = await readAsset(deps, { tenantId: other.id, assetType: 'SITE' });
    expect([standard.source, standard.reveal()]).toEqual(['default', 'common-pass']);
  });

  test('and says which one it was, never what it is', async () => {
    await addAsset('LOGGED', { default: 'common-word', own: 'own-word', kind: 'CREDENTIAL' });
    const own = await readAsset(deps, { tenantId: tenant.id, assetType: 'LOGGED' });
    const standard = await readAsset(deps, { tenantId: other.id, assetType: 'LOGGED' });
    expect([own.source, standard.source]).toEqual(['tenant', 'default']);
    for (const value of [own, standard])
      expect(`${JSON.stringify(value)} ${inspect(value, { depth: 9 })}`).not.toMatch(/common-word|own-word/);
  });

  test.each([
    ['an asset that does not exist', 'NOBODY', 'asset.unknown'],
    ['an asset without any value', 'EMPTY', 'asset.noValue'],
  ] as const)('%s: refused by name', async (_what, assetType, code) => {
    if (assetType === 'EMPTY') await addAsset('EMPTY', {});
    await expect(readAsset(deps, { tenantId: tenant.id, assetType })).rejects.toMatchObject({
      code,
      params: { assetType },
    });
    expect(serverText(code, { assetType }, 'zh')).toContain(assetType);
  });

  test('what no key opens any more is refused without a word of it', async () => {
    await addAsset('LOST', { default: 'lost-word' });
    const failure = readAsset({ database, keys: [randomBytes(32)] }, { tenantId: tenant.id, assetType: 'LOST' });
    await expect(failure).rejects.toMatchObject({ code: 'asset.keyGone' });
    await expect(failure).rejects.not.toThrow(/lost-word|v1\./);
  });
});
