import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { removeOtherFeeds, writeFeeds } from './feed-queries.ts';
import type { FeedHealth } from './feed-queries.ts';
import { readReception } from './voyage-views.ts';

const database = await testDatabase();
const t0 = Date.UTC(2026, 5, 10);

const write = (code: string, lastMessageAt: number | null, state: FeedHealth['state'] = 'open') =>
  writeFeeds(
    database,
    [{ code, state, connectedAt: t0, lastMessageAt, counts: {}, samples: {}, error: null }],
    lastMessageAt ?? t0,
  );

test('reception is known since the last gap of a receiver, and until all were heard last', async () => {
  await removeOtherFeeds(database, []);
  expect(await readReception(database)).toBeUndefined();

  await write('north', t0);
  await write('north', t0 + HOUR_MS);
  expect(await readReception(database)).toEqual({ since: t0, until: t0 + HOUR_MS });
  // A process that has begun anew and has heard nothing yet.
  await write('north', null, 'connecting');
  expect(await readReception(database)).toEqual({ since: t0, until: t0 + HOUR_MS });

  // A short break is none; one of half a day is.
  await write('north', t0 + 4 * HOUR_MS);
  expect(await readReception(database)).toEqual({ since: t0, until: t0 + 4 * HOUR_MS });
  await write('north', t0 + 16 * HOUR_MS);
  expect(await readReception(database)).toEqual({ since: t0 + 16 * HOUR_MS, until: t0 + 16 * HOUR_MS });

  // Another receiver may hear what this one does not, and a recording that was read to its end hears nothing more.
  await write('south', t0 + 17 * HOUR_MS);
  await write('north', t0 + 17 * HOUR_MS + MINUTE_MS);
  await write('file', t0 + HOUR_MS, 'done');
  expect(await readReception(database)).toEqual({ since: t0 + 17 * HOUR_MS, until: t0 + 17 * HOUR_MS });
  await removeOtherFeeds(database, ['file']);
  expect(await readReception(database)).toEqual({ since: t0 + HOUR_MS, until: t0 + HOUR_MS });
});
