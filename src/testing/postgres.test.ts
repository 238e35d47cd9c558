import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findPostgresBinaries, startTemporaryPostgres } from './postgres.ts';

test.runIf(findPostgresBinaries() !== undefined)(
  'a temporary server answers on its own port, and leaves nothing behind',
  async () => {
    const server = await startTemporaryPostgres();
    expect(server?.version).toMatch(/^1\d/);
    const client = new pg.Client({ connectionString: server?.url });
    client.on('error', () => {});
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const directory = server?.directory ?? '';
    expect(existsSync(directory)).toBe(true);
    await server?.stop();
    expect(existsSync(directory)).toBe(false);
  },
  60_000,
);
