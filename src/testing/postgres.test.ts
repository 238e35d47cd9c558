import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findPostgresBinaries, startTemporaryPostgres } from './postgres.ts';

const memory = '/dev/shm';
const hasMemory = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize >= 1_000_000_000;
/** Larger than every number of a process. */
const endedProcess = 2 ** 30;

test.runIf(findPostgresBinaries() !== undefined).each([{ inMemory: false }, { inMemory: true }])(
  'a temporary server answers on its own port, and leaves nothing behind: %o',
  async ({ inMemory }) => {
    const server = await startTemporaryPostgres({ inMemory });
    expect(server?.version).toMatch(/^1\d/);
    const client = new pg.Client({ connectionString: server?.url });
    client.on('error', () => {});
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const directory = server?.directory ?? '';
    expect(existsSync(directory)).toBe(true);
    expect(directory.startsWith(memory)).toBe(inMemory && hasMemory);
    await server?.stop();
    expect(existsSync(directory)).toBe(false);
  },
  60_000,
);

test.runIf(findPostgresBinaries() !== undefined && hasMemory)(
  'what a killed run left in memory is removed by the next one',
  async () => {
    const left = `${memory}/portolan-postgres-${endedProcess}-abc`;
    mkdirSync(left);
    const server = await startTemporaryPostgres({ inMemory: true });
    await server?.stop();
    expect(existsSync(left)).toBe(false);
  },
  60_000,
);

test.runIf(findPostgresBinaries() !== undefined)(
  'the server goes on while the process that started it is busy',
  async () => {
    const server = await startTemporaryPostgres({ settings: ['log_statement=all'] });
    const ask = `import pg from 'pg';
      const client = new pg.Client({ connectionString: '${server?.url}' });
      await client.connect();
      for (let number = 0; number < 2000; number += 1) await client.query(\`select '\${'x'.repeat(500)}'\`);
      await client.end();`;
    try {
      const args = ['--input-type=module', '-e', ask];
      expect(() => execFileSync(process.execPath, args, { timeout: 30_000 })).not.toThrow();
    } finally {
      await server?.stop();
    }
  },
  60_000,
);
