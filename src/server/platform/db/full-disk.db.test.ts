import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { openDatabase } from './database.ts';
import { isDiskFull } from './refused-writes.ts';

const root = mkdtempSync(path.join(tmpdir(), 'portolan-full-'));
const megabyte = 1_000_000;
const reserveBytes = 60 * megabyte;

/** A small disk of its own, where this machine lets us have one. */
function mountSmall(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'none', root], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMounted = mountSmall();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', root]);
  rmSync(root, { recursive: true, force: true });
});

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize;
};

test.skipIf(!isMounted)(
  'a disk that fills up: writes are refused while a reserve is left, reads go on, and with room all is as before',
  async () => {
    const open = () =>
      openDatabase({
        dataDir: path.join(root, 'data'),
        poolSize: 1,
        disk: { directory: root, leastFreeBytes: reserveBytes },
        log: createLogger({ level: 'silent' }),
      });
    const database = await open();
    await database.execute('create table written (id int primary key, filler text)');
    await database.execute('alter table written alter filler set storage external');
    const count = async (): Promise<number> =>
      (await database.query<{ n: number }>('select count(*)::int as n from written'))[0]?.n ?? 0;
    const write = (id: number) => database.execute("insert into written values ($1, repeat('x', 1000000))", [id]);
    let acknowledged = 0;
    const writeUntilRefused = async (): Promise<unknown> => {
      for (;;) {
        try {
          await write(acknowledged);
          acknowledged += 1;
        } catch (error) {
          return error;
        }
      }
    };

    // The database itself fills it.
    expect(isDiskFull(await writeUntilRefused())).toBe(true);
    expect(database.refusedWrites.recently()).toBe(true);
    expect(await count()).toBe(acknowledged);
    await expect(database.transaction(() => write(-1))).rejects.toMatchObject({ code: '53100' });

    // Something else takes the rest.
    const other = path.join(root, 'other');
    writeFileSync(other, Buffer.alloc(freeBytes()));
    expect(await count()).toBe(acknowledged);
    expect(isDiskFull(await writeUntilRefused())).toBe(true);

    // There is room again.
    rmSync(other);
    await database.execute('select 1');
    execFileSync('mount', ['-o', 'remount,size=400m', root]);
    await expect
      .poll(
        () =>
          write(acknowledged).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    acknowledged += 1;
    await database.close();

    const again = await open();
    const [row] = await again.query<{ n: number }>('select count(*)::int as n from written');
    expect(row?.n).toBe(acknowledged);
    await again.close();
  },
  120_000,
);
