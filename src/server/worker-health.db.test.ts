import packageJson from '../../package.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { realClock } from './platform/clock/clock.ts';
import { loadSettings } from './platform/config/index.ts';
import { openWorkerHealth } from './worker-health.ts';

const database = await testDatabase();

test('a worker answers about its health at a port of its own, and tells metrics under the rules of the web role', async () => {
  const { settings } = loadSettings({ METRICS_TOKEN: 'a token of the test', DISK_LEAST_FREE_MB: '0' }, []);
  if (settings === undefined) throw new Error('the settings are right');
  const stopping = new AbortController();
  const core = {
    settings,
    keys: [Buffer.alloc(32, 7)],
    database,
    clock: realClock,
    log: silentLog,
    stopping: stopping.signal,
  };
  const { port, stop } = await openWorkerHealth(core, 0);
  const ask = async (path: string, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask('/healthz')).toEqual({
    status: 200,
    text: JSON.stringify({ status: 'ok', version: packageJson.version }),
  });
  expect(await ask('/readyz?x=1')).toMatchObject({ status: 200, text: expect.stringContaining('"ready"') });
  expect((await ask('/metrics')).status).toBe(403);
  const metrics = await ask('/metrics', { authorization: 'Bearer a token of the test' });
  expect(metrics).toMatchObject({ status: 200, text: expect.stringContaining('portolan_process_memory_bytes') });
  expect((await ask('/api/auth/user/session')).status).toBe(404);
  // What differs from the schema of this build makes the worker not ready.
  await database.execute(`delete from schema_migration where name = (select max(name) from schema_migration)`);
  expect(await ask('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('missingMigrations') });
  stopping.abort();
  expect(await ask('/readyz')).toMatchObject({ status: 503, text: '{"status":"stopping"}' });
  await stop();
  await expect(ask('/healthz')).rejects.toThrow();
});
