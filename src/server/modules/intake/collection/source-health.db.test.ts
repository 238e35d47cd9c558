import { expect, test } from 'vitest';
import { SECOND_MS } from '#shared/time/instant.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { updateSourceHealth } from './source-health.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 0, 28);
const pipeline = await startPipeline(database, { start });

test('a source that answers all workers is written every few seconds, and at once when it fails or is well again', async () => {
  const id = await pipeline.addCarrier('WELL', 'http://127.0.0.1:9');
  const note = async (counts: { successes?: number; failures?: number }, afterMs: number) => {
    const row = { id, successes: 0, failures: 0, pushes: 0, error: null, ...counts };
    await updateSourceHealth(database, [row], start + afterMs);
    const [found] = await database.query<{ version: string; failures: number; at: number | null }>(
      'select xmin::text as version, consecutive_failures as failures, last_success_at as at from source where id = $1',
      [id],
    );
    return found;
  };
  const first = await note({ successes: 3 }, 0);
  expect(first).toMatchObject({ failures: 0, at: start });
  expect(await note({ successes: 50 }, 2 * SECOND_MS)).toEqual(first);
  expect(await note({ successes: 50 }, 6 * SECOND_MS)).toMatchObject({ at: start + 6 * SECOND_MS });
  expect(await note({ failures: 2 }, 7 * SECOND_MS)).toMatchObject({ failures: 2 });
  expect(await note({ successes: 1 }, 8 * SECOND_MS)).toMatchObject({ failures: 0, at: start + 8 * SECOND_MS });
  // A clock that was set back.
  expect(await note({ successes: 1 }, 0)).toMatchObject({ at: start });
});
