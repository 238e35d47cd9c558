import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { countLatePulls } from './world-queries.ts';

test('questions to sources that are long due are counted, up to a limit', async () => {
  const database = await testDatabase();
  const now = Date.UTC(2026, 5, 1);
  for (const [n, kind] of ['pull', 'pull', 'pull', 'pushed'].entries())
    await database.execute(
      `insert into task (kind, payload, run_at, max_attempts, priority) values ($1, '{}', $2, 3, 50)`,
      [kind, new Date(now - n * HOUR_MS)],
    );
  expect(await countLatePulls(database, now, 10)).toBe(2);
  expect(await countLatePulls(database, now - 1.5 * HOUR_MS, 10)).toBe(1);
  expect(await countLatePulls(database, now, 1)).toBe(2);
  expect(await countLatePulls(database, now - 9 * HOUR_MS, 10)).toBe(0);
});
