import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { noteHeard, removeOtherFeeds, writeFeeds } from './feed-queries.ts';
import type { FeedHealth } from './feed-queries.ts';
import { readReception } from './voyage-views.ts';

const database = await testDatabase();
const t0 = Date.UTC(2026, 5, 10);

/** A receiver of one process: each call brings a message at an hour of the world, and is written. */
function receiver(code: string, state: FeedHealth['state'] = 'open') {
  const health: FeedHealth = {
    code,
    state,
    connectedAt: t0,
    lastMessageAt: null,
    heardSince: null,
    counts: {},
    samples: {},
    error: null,
  };
  const heard = { machineMs: 0 };
  let machineMs = 0;
  return {
    write: () => writeFeeds(database, [health], health.lastMessageAt ?? t0),
    /** `speed`: how many hours of the world pass in one of the machine. */
    async hear(hours: number, speed = 1) {
      const now = t0 + hours * HOUR_MS;
      machineMs += (now - (health.lastMessageAt ?? now)) / speed;
      noteHeard(health, heard, now, machineMs);
      await this.write();
    },
  };
}
const reception = async () => {
  const found = (await readReception(database))({ fixAt: t0, fixFeed: null });
  return found && [(found.since - t0) / HOUR_MS, (found.until - t0) / HOUR_MS];
};

test('reception is known since the last gap of a receiver, and until all were heard last', async () => {
  await removeOtherFeeds(database, []);
  expect(await reception()).toBeUndefined();
  const north = receiver('north');
  await north.hear(0);
  await north.hear(1);
  expect(await reception()).toEqual([0, 1]);

  // A process that has started over: it has heard nothing yet, then goes on without a gap.
  const again = receiver('north', 'connecting');
  await again.write();
  expect(await reception()).toEqual([0, 1]);
  await again.hear(4);
  expect(await reception()).toEqual([0, 4]);

  // Half a day without a message is a gap, for this process and for the next one, but not where the world runs so fast.
  await again.hear(16, 1000);
  expect(await reception()).toEqual([0, 16]);
  await again.hear(28);
  expect(await reception()).toEqual([28, 28]);
  await receiver('north').hear(40);
  expect(await reception()).toEqual([40, 40]);
});

test('another receiver may hear what this one does not; a recording that was read to its end hears nothing more', async () => {
  await removeOtherFeeds(database, []);
  const [north, south, file] = [receiver('north'), receiver('south'), receiver('file', 'done')];
  await file.hear(1);
  expect(await reception()).toEqual([1, 1]);
  await north.hear(2);
  await south.hear(3);
  await north.hear(3 + MINUTE_MS / HOUR_MS);
  expect(await reception()).toEqual([3, 3]);
});

test('a ship is excused by the gaps of the receiver that heard her, not by those of another', async () => {
  await removeOtherFeeds(database, []);
  const [north, south, file] = [receiver('north'), receiver('south'), receiver('file', 'done')];
  await Promise.all([north.hear(0), south.hear(0), file.hear(0)]);
  for (const hours of [1, 2, 3]) await north.hear(hours);
  const receptionOf = await readReception(database);
  const hoursOf = (feed: string | null) => {
    const found = receptionOf({ fixAt: t0, fixFeed: feed });
    return found && [(found.since - t0) / HOUR_MS, (found.until - t0) / HOUR_MS];
  };
  expect(hoursOf('north')).toEqual([0, 3]);
  expect(hoursOf('south')).toEqual([0, 0]);
  // Who heard her is not known, or it was a recording: all receivers count. One that was removed hears nothing.
  expect([hoursOf(null), hoursOf('file'), hoursOf('removed')]).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});
