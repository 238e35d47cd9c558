import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PatroniCluster, startPatroniCluster } from '#testing/patroni-cluster.ts';
import { openWriter, type Writer } from './support/keyed-writes.ts';
import { openRoles, type Roles } from './support/roles.ts';

/** How long the product may be without a primary before the test gives up; how long it was is printed, and no part of the test. */
const maxAwayMs = 120_000;
const writers = 4;
const writesBefore = 300;
const writesAfter = 300;

let cluster: PatroniCluster;
let roles: Roles;
beforeAll(async () => {
  cluster = await startPatroniCluster();
  roles = await openRoles(cluster.url);
}, 180_000);
afterAll(async () => {
  roles?.kill();
  await cluster?.stop();
});

/** Several people write without a pause; a write is sent again under its key until it is acknowledged, as the browser does it. */
function startWriters({ tryWrite }: Writer) {
  const acknowledged = new Map<string, string>();
  let isOver = false;
  const writeOne = async (codeValue: string): Promise<void> => {
    const key = randomUUID();
    while (!isOver) {
      const id = await tryWrite(codeValue, key);
      if (id !== undefined) return void acknowledged.set(codeValue, id);
      await sleep(50);
    }
  };
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; !isOver; number += 1) await writeOne(`W${writer}N${number}`);
  };
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return {
    acknowledged,
    reach: (count: number) =>
      vi.waitFor(() => expect(acknowledged.size).toBeGreaterThanOrEqual(count), { timeout: maxAwayMs, interval: 20 }),
    end: async () => {
      isOver = true;
      await all;
    },
  };
}

test('the primary is lost while people write: nothing that was acknowledged is lost or doubled, and no process restarts', async () => {
  const web = roles.start('web');
  const isReady = async (): Promise<void> => expect((await fetch(`${roles.url}/readyz`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 120_000, interval: 200 });
  const worker = roles.start('worker');
  const writer = await openWriter(roles.url, cluster.url, 'FAILOVER');
  const { acknowledged, reach, end } = startWriters(writer);
  await reach(writesBefore);
  const lost = await cluster.losePrimary();
  const lostAt = performance.now();
  await vi.waitFor(async () => expect(['', lost]).not.toContain(await cluster.primary()), {
    timeout: maxAwayMs,
    interval: 100,
  });
  const promotedAt = performance.now();
  await reach(acknowledged.size + 1);
  const backAt = performance.now();
  await reach(acknowledged.size + writesAfter);
  await end();
  // What was lost comes back and follows the new primary.
  await cluster.bringBack(lost);

  const rows = await writer.kept();
  expect([...acknowledged].filter(([code, id]) => rows.get(code) !== id)).toEqual([]);
  // At most the one write of each writer that was under way at the end was never acknowledged.
  expect(rows.size - acknowledged.size).toBeLessThanOrEqual(writers);
  expect([web.exitCode, worker.exitCode]).toEqual([null, null]);
  await isReady();
  const seconds = (at: number): string => ((at - lostAt) / 1000).toFixed(1);
  console.log(
    `Primary lost under ${writers} writers: a new one after ${seconds(promotedAt)} s, writes after ${seconds(backAt)} s; ${acknowledged.size} writes acknowledged, none lost or doubled.`,
  );
}, 600_000);

test('a standby that cannot follow is made again from the primary, as the operations say', async () => {
  // A server that Patroni does not rewind stands for one of which it decided too early that nothing was to be rewound.
  await cluster.configure({ postgresql: { use_pg_rewind: false } });
  const lost = await cluster.losePrimary();
  const isReplaced = async (): Promise<void> => expect(['', lost]).not.toContain(await cluster.primary());
  await vi.waitFor(isReplaced, { timeout: maxAwayMs, interval: 100 });
  cluster.diverge(lost);
  cluster.start(lost);
  const isRefused = (): void => expect(cluster.message()).toContain('before current recovery point');
  await vi.waitFor(isRefused, { timeout: maxAwayMs, interval: 100 });
  expect(await cluster.notFollowing()).toEqual([lost]);
  await cluster.reinitialize(lost);
  expect(await cluster.notFollowing()).toEqual([]);
}, 600_000);
