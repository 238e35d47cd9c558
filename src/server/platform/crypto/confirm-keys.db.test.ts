import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { StartupError } from '#server/platform/errors/startup-error.ts';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { confirmKeys, followKeys, keepNewestId, lacksKeys, MissingKeyError, open, rotateKeys, seal } from './index.ts';

const database = await testDatabase();
const [oldKey, newKey, strange] = [1, 2, 3].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer];

const store = (name: string, key: Buffer) =>
  database.execute(
    `insert into asset (asset_type, asset_desc, value_type, default_value) values ($1, 'd', 'CREDENTIAL', $2)`,
    [name, seal(name, [key])],
  );
const confirmed = (...keys: Buffer[]) => confirmKeys(database, keys);
/** What a start with these keys is refused by; undefined when it is not refused. */
const refusal = async (...keys: Buffer[]): Promise<StartupError | undefined> => {
  const error: unknown = await confirmKeys(database, keys).catch((thrown: unknown) => thrown);
  return error instanceof StartupError ? error : undefined;
};

beforeEach(async () => {
  await database.execute(`delete from app_state where key = 'secret_keys'`);
  await database.execute('delete from asset');
});

describe('a start', () => {
  test('on empty data decides which key is the right one; another one is refused in one sentence', async () => {
    await confirmed(oldKey);
    await confirmed(oldKey);
    const { zh, en } = (await refusal(strange)) ?? expect.fail('the keys were taken');
    expect(zh).toMatch(/^SECRET_KEY 与已有数据不符，[^。]+。$/);
    expect(en).toMatch(/^SECRET_KEY does not fit the existing data, [^.]+\.$/);
    await confirmed(oldKey);
  });

  test('names the file where the key is from the data directory', async () => {
    await confirmed(oldKey);
    const error = await confirmKeys(database, [strange], '/srv/data').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      zh: expect.stringContaining('/srv/data 中的 secret.key'),
      en: expect.stringContaining('secret.key in /srv/data'),
    });
  });

  test('of two processes with different keys at once one is refused', async () => {
    const starts = await Promise.allSettled([confirmed(oldKey), confirmed(newKey), confirmed(oldKey)]);
    const failed = starts.filter(({ status }) => status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(3);
  });

  test('on data of an older version tries what is sealed in it', async () => {
    await store('A', oldKey);
    expect(await refusal(strange)).toBeDefined();
    expect(await database.query(`select from app_state where key = 'secret_keys'`)).toEqual([]);
    await confirmed(oldKey);
    expect(await refusal(strange)).toBeDefined();
  });

  test('on data of an older version in the middle of a rotation asks for the old key', async () => {
    await store('A', oldKey);
    await store('B', newKey);
    await confirmed(newKey, oldKey);
    expect(await refusal(newKey)).toBeDefined();
    await confirmed(oldKey);
  });

  test('on data of an older version one value whose key is lost is in nobody’s way', async () => {
    await store('LOST', strange);
    await store('A', oldKey);
    await expect(confirmed(oldKey)).resolves.toBeUndefined();
  });
});

describe('a rotation', () => {
  test('works with the new and the old key all the time, and needs the old one until it is over', async () => {
    await confirmed(oldKey);
    await store('A', oldKey);
    await confirmed(newKey, oldKey);
    expect(await refusal(newKey)).toBeDefined();
    const broken = rotateKeys({
      database,
      keys: [newKey, oldKey],
      onProgress: () => {
        throw new Error('the process ends here');
      },
    });
    await expect(broken).rejects.toThrow('the process ends here');
    expect(await refusal(newKey)).toBeDefined();
    await confirmed(newKey, oldKey);
    expect(await rotateKeys({ database, keys: [newKey, oldKey] })).toMatchObject({ left: [] });
    await keepNewestId(database, newKey);
    await confirmed(newKey, oldKey);
    await confirmed(newKey);
    expect(await refusal(oldKey)).toBeDefined();
  });
});

describe('a process that runs meanwhile', () => {
  const start = async (...keys: Buffer[]) => {
    await confirmKeys(database, keys);
    const stop = await followKeys(database, keys, silentLog);
    return { keys, stop };
  };

  test('tells a value under the key of another process from one whose key is lost', async () => {
    const old = await start(oldKey);
    const sealed = seal('a', [newKey]);
    expect(() => open(sealed, old.keys)).toThrow('no secret key of this installation opens this value');
    expect(lacksKeys(old.keys)).toBe(false);
    const next = await start(newKey, oldKey);
    await expect.poll(() => errorOf(() => open(sealed, old.keys))).toBeInstanceOf(MissingKeyError);
    expect(lacksKeys(old.keys)).toBe(true);
    expect(() => open(seal('b', [strange]), old.keys)).toThrow('no secret key of this installation opens this value');
    expect(open(sealed, next.keys)).toBe('a');
    expect(lacksKeys(next.keys)).toBe(false);
    await Promise.all([old.stop(), next.stop()]);
  });

  test('goes on while it meets nothing that it cannot open, until the rotation is over', async () => {
    const old = await start(oldKey);
    await store('A', oldKey);
    const next = await start(newKey, oldKey);
    expect(open(seal('a', [oldKey]), old.keys)).toBe('a');
    expect(lacksKeys(old.keys)).toBe(false);
    await rotateKeys({ database, keys: next.keys });
    await keepNewestId(database, newKey);
    await expect.poll(() => lacksKeys(old.keys)).toBe(true);
    expect(lacksKeys(next.keys)).toBe(false);
    await Promise.all([old.stop(), next.stop()]);
  });
});

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
