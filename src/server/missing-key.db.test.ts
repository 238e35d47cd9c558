import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { exchangeNext } from '#server/modules/commerce/booking/exchange-bookings.ts';
import { readAsset } from '#server/modules/administration/configuration/read-asset.ts';
import { seedCommerceSources } from '#server/modules/commerce/freight/index.ts';
import { refreshOffers } from '#server/modules/commerce/freight/refresh-offers.ts';
import {
  confirmKeys,
  followKeys,
  lacksKeys,
  MissingKeyError,
  seal,
  type SecretKeys,
} from '#server/platform/crypto/index.ts';
import { loadSettings } from '#server/platform/config/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openCore } from './core.ts';
import { parseCommand } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { runCommand } from './commands/run-command.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 0, 20);
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const errors: string[] = [];
const log = pino(
  { level: 'error' },
  { write: (line: string) => void errors.push((JSON.parse(line) as { msg: string }).msg) },
);

/** A process of the product: a worker and a web application with the same keys. */
async function startProcess(keys: SecretKeys) {
  await confirmKeys(database, keys);
  const stop = await followKeys(database, keys, log);
  afterAll(stop);
  const pipeline = await startPipeline(database, { start, keys });
  const { app } = await testApp(database, { settings: { keys }, clock: pipeline.clock });
  return { ...pipeline, ready: () => app.inject({ url: '/readyz' }) };
}

describe('a process without the key that the others have', () => {
  test('blames no source, gives its tasks back and is not ready; the others go on', async () => {
    const old = await startProcess([oldKey]);
    const next = await startProcess([newKey, oldKey]);
    const tenant = await buildTenant(database);
    const source = await startScriptedSource();
    const sourceId = await old.addCarrier('KEYS', source.baseUrl);
    const credential = seal('carrier-key', next.keys);
    await database.execute('update source set credential = $2 where id = $1', [sourceId, credential]);
    const targets = await Promise.all(
      Array.from({ length: 72 }, async () =>
        old.subscribe(await buildSubscription(database, { tenantId: tenant.id, carrierCode: 'KEYS' }), sourceId, start),
      ),
    );
    expect((await old.ready()).statusCode).toBe(200);
    const stateOfSource = () =>
      database.query(
        `select sum(s.consecutive_failures)::int + max(o.consecutive_failures) as failures,
           count(s.last_error)::int + count(o.last_error)::int as errors,
           (select count(*)::int from incident) as incidents, 
           (select count(*)::int from shipment_exception where type_code = 'SOURCE_FAILING') as exceptions
         from subscription_source s join source o on o.id = s.source_id where s.id = any($1)`,
        [targets],
      );
    const clean = [{ failures: 0, errors: 0, incidents: 0, exceptions: 0 }];

    await old.at(start + HOUR_MS);
    expect(await stateOfSource()).toEqual(clean);
    expect(source.asked).toEqual([]);
    expect(lacksKeys(old.keys)).toBe(true);
    const waiting = await database.query(
      `select from task where kind = 'pull' and status = 'waiting' and attempts = 0 and last_error is null`,
    );
    expect(waiting).toHaveLength(72);
    const notReady = await old.ready();
    expect([notReady.statusCode, notReady.json()]).toEqual([
      503,
      { status: 'not ready', database: 'ok', secretKey: 'missing' },
    ]);
    expect(errors).toEqual([expect.stringContaining('does not have a secret key that other processes use')]);

    expect((await next.ready()).statusCode).toBe(200);
    await next.at(start + HOUR_MS);
    expect(source.asked.length).toBeGreaterThanOrEqual(72);
    expect(await stateOfSource()).toEqual(clean);
  });

  test('leaves bookings, prices and secrets of jobs to the others as they are', async () => {
    const [old, next] = [await startProcess([oldKey]), await startProcess([newKey, oldKey])];
    const deps = { ...old, database, log: silentLog, schedulePulls: async () => {} };
    const tenant = await buildTenant(database);
    const credential = seal('carrier-key', next.keys);
    await seedCommerceSources(database, [{ carrierCode: 'KEYS', baseUrl: 'http://127.0.0.1:1', credential }], start);
    await database.execute(
      `insert into booking_record (tenant_id, carrier_code, pol_code, pod_code, equipment, containers, state, sending, next_ask_at,
         created_by, created_at, changed_at)
       values ($1, 'KEYS', 'CNSHA', 'USLAX', '[]', 1, 'submitted', 'create', $2, 'x', $2, $2)`,
      [tenant.id, new Date(start)],
    );
    const stored = () =>
      database.query(
        `select to_jsonb(b) as booking, to_jsonb(s) as source from booking_record b join commerce_source s using (carrier_code)`,
      );
    const before = await stored();
    await expect(exchangeNext(deps)).rejects.toThrow(MissingKeyError);
    await expect(refreshOffers(deps)).rejects.toThrow(MissingKeyError);
    expect(await stored()).toEqual(before);
    await database.execute(
      `insert into asset (asset_type, asset_desc, value_type, default_value) values ('SITE', 'd', 'CREDENTIAL', $1)`,
      [seal('secret', next.keys)],
    );
    const requested = { tenantId: tenant.id, assetType: 'SITE' };
    await expect(readAsset({ database, keys: old.keys }, requested)).rejects.toThrow(MissingKeyError);
    expect((await readAsset({ database, keys: next.keys }, requested)).reveal()).toBe('secret');
  });
});

// Several processes with settings of their own need PostgreSQL; a start on the embedded database goes through the same code.
describe.runIf(testDatabaseKind() === 'postgres')('a start of the product', () => {
  test('refuses data that another key encrypted, and takes the new key along with the old one', async () => {
    const { url, drop } = await createPostgresDatabase(await postgresTemplate());
    afterAll(drop);
    const open = async (...keys: Buffer[]) => {
      const secretKey = keys.map((key) => key.toString('base64')).join(',');
      const env = { DATABASE_URL: url, SECRET_KEY: secretKey, LOG_LEVEL: 'fatal', SIMULATOR: '0' };
      const { settings, problems } = loadSettings(env, []);
      if (settings === undefined) throw new Error(JSON.stringify(problems));
      const closers: (() => Promise<void>)[] = [];
      try {
        await openCore(settings, closers);
      } finally {
        for (const close of closers.toReversed()) await close();
      }
    };
    await open(oldKey);
    await expect(open(newKey)).rejects.toThrow('SECRET_KEY does not fit the existing data');
    await open(newKey, oldKey);
    await expect(open(newKey)).rejects.toThrow('SECRET_KEY does not fit the existing data');
    const { settings } = loadSettings(
      {
        DATABASE_URL: url,
        SECRET_KEY: [newKey, oldKey].map((key) => key.toString('base64')).join(','),
        LOG_LEVEL: 'fatal',
      },
      [],
    );
    const called = parseCommand(commands, ['--rotate-keys']);
    if (called === undefined || settings === undefined) throw new Error('there is such a command');
    const rotate = (given: typeof settings) => runCommand(called.command, called.requested, given, () => {});
    expect(await rotate(settings)).toBe(0);
    await open(newKey);
    await expect(open(oldKey)).rejects.toThrow('SECRET_KEY does not fit the existing data');
    const wrong = loadSettings({ DATABASE_URL: url, SECRET_KEY: oldKey.toString('base64'), LOG_LEVEL: 'fatal' }, []);
    await expect(wrong.settings && rotate(wrong.settings)).rejects.toThrow('SECRET_KEY does not fit');
  });
});
