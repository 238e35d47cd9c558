import { afterAll, describe, expect, test } from 'vitest';
import { createAisDecoder } from '#server/connectors/ais/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { classAPosition, sentencesOf, withTagBlock } from '#simulator/ais/encode.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { keepFences } from './fences.ts';
import { createIngest } from './ingest.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, {
  tenantId: tenant.id,
  userCode: 'fencer',
  userType: 'admin',
  allTenants: true,
  menus: menuCodes,
});
const client = await signedIn('fencer');
const fences = keepFences(database, reference.current);

const { data: ports } = await client.call('port.query', { body: { keyword: 'CNSHA' } });
const portId = ports.records.find((row: { portCode: string }) => row.portCode === 'CNSHA').mdPortId;
const outline = '122.9 29.9, 123.1 29.9, 123.1 30.1, 122.9 30.1';

const portAt = async (lon: number, lat: number): Promise<string | undefined> => {
  await fences.refresh();
  return fences.current()(lon, lat)?.portCode;
};
const find = async (keyword: string) =>
  (await client.call('portFence.query', { body: { keyword } })).data.records as Record<string, unknown>[];
const add = (values: Record<string, unknown>) =>
  client.call('portFence.insert', { body: { portId, fenceName: '测试区', ...values } });

describe('a fence', () => {
  test('comes with the product, under its names', async () => {
    const [row] = await find('洋山');
    expect(row).toMatchObject({ portCode: 'CNSHA', fenceNameEn: 'Yangshan', radiusNm: 7, enabled: 1, outline: null });
    expect(await portAt(122.07, 30.62)).toBe('CNSHA');
    expect(await portAt(103.78, 1.25)).toBe('SGSIN');
  });

  test('that is drawn, moved, switched off, deleted and brought back counts at once', async () => {
    expect(await portAt(123, 30)).toBeUndefined();
    const { data: added } = await add({ fenceNameEn: 'Outer roads', outline });
    expect(await portAt(123, 30)).toBe('CNSHA');
    expect(await portAt(123, 30.2)).toBeUndefined();
    const row = { mdPortFenceId: added.mdPortFenceId, recordVersion: added.recordVersion };
    const circle = { outline: '', longitude: 123, latitude: 30.3, radiusNm: 6 };
    const { data: moved } = await client.call('portFence.update', { body: { ...row, ...circle } });
    expect(await portAt(123, 30.3)).toBe('CNSHA');
    expect(await portAt(123, 30)).toBeUndefined();
    const off = { ...row, recordVersion: moved.recordVersion, enabled: 0 };
    const { data: still } = await client.call('portFence.update', { body: off });
    expect(await portAt(123, 30.3)).toBeUndefined();
    await client.call('portFence.update', { body: { ...row, recordVersion: still.recordVersion, enabled: 1 } });
    await client.call('portFence.delete', { body: { mdPortFenceId: row.mdPortFenceId } });
    expect(await portAt(123, 30.3)).toBeUndefined();
    const { data: history } = await client.call('portFence.history', { query: { mdPortFenceId: row.mdPortFenceId } });
    const removal = history.find((entry: { action: string }) => entry.action === 'delete');
    const { status } = await client.call('portFence.restore', { body: { auditId: removal.auditId } });
    expect(status).toBe(1);
    expect(await portAt(123, 30.3)).toBe('CNSHA');
  });

  test('makes arrivals of ships that are received while it is drawn', async () => {
    const ingest = createIngest({ database, fences: fences.current });
    const decoder = createAisDecoder();
    const [mmsi, start] = [244_999_001, Date.UTC(2026, 5, 10)];
    const lieAt = async (hours: number): Promise<unknown[]> => {
      const at = start + hours * HOUR_MS;
      const place = { lon: 123.5, lat: 28.5, speed: 0.1, course: 90, heading: 90, second: 0 };
      const sentences = sentencesOf(classAPosition({ mmsi, type: 1, status: 1, rateOfTurn: 0, ...place }), {
        channel: 'A',
        sequence: 0,
      });
      for (const line of sentences) {
        const message = decoder.line(withTagBlock(line, 'r1', at));
        if (message !== undefined) ingest.take(message, start + 100 * HOUR_MS);
      }
      await fences.refresh();
      await ingest.flush();
      return database.query('select port_code, arrived_at from port_visit where mmsi = $1', [mmsi]);
    };
    expect(await lieAt(1)).toEqual([]);
    await add({ fenceNameEn: 'Far roads', longitude: 123.5, latitude: 28.5, radiusNm: 5 });
    expect(await lieAt(2)).toEqual([{ port_code: 'CNSHA', arrived_at: start + 2 * HOUR_MS }]);
  });

  test.each([
    ['nothing drawn', {}, 'longitude'],
    ['both kinds', { longitude: 122, latitude: 31, radiusNm: 5, outline }, 'outline'],
    ['a radius of nothing', { longitude: 122, latitude: 31, radiusNm: 0.1 }, 'radiusNm'],
    ['a radius of an ocean', { longitude: 122, latitude: 31, radiusNm: 61 }, 'radiusNm'],
    ['corners that cross', { outline: '122 31, 122.2 31.2, 122.2 31, 122 31.2' }, 'outline'],
    ['an outline of an ocean', { outline: '122 31, 125 31, 125 33' }, 'outline'],
    ['two corners', { outline: '122 31, 122.2 31' }, 'outline'],
    ['a name that is taken', { fenceNameEn: 'yangshan', longitude: 122, latitude: 31, radiusNm: 5 }, 'fenceNameEn'],
  ])('of %s is refused at its field', async (_name, values, field) => {
    const { status, data } = await add({ fenceNameEn: 'Refused', ...values });
    expect(status).toBe(0);
    expect(JSON.stringify(data)).toContain(`"${field}"`);
  });

  test('far from its port asks first', async () => {
    const far = { fenceNameEn: 'Far away', longitude: 130, latitude: 31, radiusNm: 5 };
    const refused = await add(far);
    expect(refused).toMatchObject({ status: 0 });
    expect(JSON.stringify(refused.data)).toContain('"farFromPort"');
    expect(refused.msg).toMatch(/CNSHA \d{3} 海里/);
    expect(await add({ ...far, farFromPort: 1 })).toMatchObject({ status: 1 });
    expect(await portAt(130, 31)).toBe('CNSHA');
  });
});

test('fences are read again only when somebody has changed one', async () => {
  const texts: string[] = [];
  const noting = {
    ...database,
    execute: (text: string, values?: readonly unknown[]) => (texts.push(text), database.execute(text, values)),
  };
  const snapshot = reference.current();
  const own = keepFences(noting as typeof database, () => snapshot);
  await own.refresh();
  await own.refresh();
  expect(texts.filter((text) => text.includes('md_port_fence'))).toHaveLength(1);
});
