import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { soon } from '#testing/soon.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { Database } from '../db/database.ts';
import type { HeldKey } from '../db/engine.ts';
import { type TakeFile, watchFolder } from './index.ts';

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'portolan-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('of two processes one looks into a folder, and the other goes on with what it had in hand when it died', async () => {
  const keys: HeldKey[] = [];
  const holdKey: Database['holdKey'] = async () => {
    const key = await database.holdKey();
    keys.push(key);
    return key;
  };
  const taken: string[] = [];
  const { promise: never, resolve: end } = Promise.withResolvers<'taken'>();
  const watch = (take: TakeFile, view = database) =>
    watchFolder(folder, take, { everyMs: 30, log: silentLog, database: view });
  const dying = await watch(
    async (_path, name) => {
      taken.push(`one ${name}`);
      return name === 'second.edi' ? never : 'taken';
    },
    { ...database, holdKey },
  );
  await writeFile(join(folder, 'first.edi'), 'first');
  await vi.waitFor(async () => expect(await readdir(join(folder, 'done'))).toEqual(['first.edi']), soon);
  const other = await watch(async (_path, name) => {
    taken.push(`two ${name}`);
    return 'taken';
  });
  await writeFile(join(folder, 'second.edi'), 'second');
  await vi.waitFor(() => expect(taken).toEqual(['one first.edi', 'one second.edi']), soon);
  await Promise.all(keys.map((key) => key.release()));
  const diedAt = performance.now();
  await vi.waitFor(() => expect(taken.at(-1)).toBe('two second.edi'), soon);
  expect(performance.now() - diedAt).toBeLessThan(5_000);
  await vi.waitFor(async () => expect(await readdir(join(folder, 'done'))).toHaveLength(2), soon);
  await other.stop();
  end('taken');
  await dying.stop();
});
