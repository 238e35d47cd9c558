import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { readDetectionSettings } from './detection-settings.ts';

const database = await testDatabase();

test('shipments share what rules are settled to, unless a setting names their carrier', async () => {
  const scopes = ['MERI', 'SANJ'].map((carrierCode) => ({ tenantId: '1', carrierCode, lane: `CNSHA-${carrierCode}` }));
  const lookups = async () => {
    const { lookup } = await readDetectionSettings(database);
    return scopes.map(lookup);
  };
  const [one, other] = await lookups();
  expect(one).toBe(other);

  await database.execute(
    `insert into rule_setting (rule_code, carrier_code, enabled, settings) values ('ETA_SLIP', 'SANJ', false, '{}')`,
  );
  const [plain, named] = await lookups();
  expect([plain?.enabled('ETA_SLIP'), named?.enabled('ETA_SLIP')]).toEqual([true, false]);
});
