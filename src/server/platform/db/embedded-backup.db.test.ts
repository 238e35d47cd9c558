import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedTemplate, silentLog } from '#testing/database-templates.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { StartupError } from '../errors/startup-error.ts';
import { type Database, openDatabase } from './database.ts';
import { copyEmbedded, restoreEmbedded } from './embedded-backup.ts';
import { differences, readFingerprint } from './fingerprint.ts';

const home = mkdtempSync(path.join(tmpdir(), 'portolan-backup-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const at = (name: string): string => path.join(home, name);

/** Writes pairs of rows, each in one transaction of two statements, until it is ended. */
function writePairs(database: Database): () => Promise<number> {
  let written = 0;
  let ended = false;
  const done = (async () => {
    while (!ended) {
      await database.transaction(async () => {
        for (const side of ['left', 'right'])
          await database.execute(`insert into app_state (key, value) values ($1, '"值"')`, [`${side} ${written}`]);
      });
      written += 1;
    }
  })();
  return async () => {
    ended = true;
    await done;
    return written;
  };
}

describe.skipIf(testDatabaseKind() !== 'embedded')('backup of the embedded database', () => {
  test(
    'a copy taken under writes holds whole transactions, is what was noted, and never overwrites',
    { timeout: 120_000 },
    async () => {
      const first = await openDatabase({
        dataDir: at('first'),
        poolSize: 1,
        log: silentLog,
        template: await embeddedTemplate(),
      });
      const end = writePairs(first);
      await expect.poll(async () => (await first.query('select from app_state')).length).toBeGreaterThan(20);
      if (first.copy === undefined) throw new Error('the embedded database can be copied');
      const { bytes, fingerprint } = await copyEmbedded(first.copy);
      const before = await first.query('select from app_state');
      await expect
        .poll(async () => (await first.query('select from app_state')).length)
        .toBeGreaterThan(before.length + 10);
      const written = await end();
      await first.close();
      writeFileSync(at('copy.gz'), bytes);
      await expect(restoreEmbedded(at('first'), at('copy.gz'), silentLog)).rejects.toBeInstanceOf(StartupError);
      writeFileSync(at('broken.gz'), 'no copy');
      await expect(restoreEmbedded(at('third'), at('broken.gz'), silentLog)).rejects.toBeInstanceOf(StartupError);

      await restoreEmbedded(at('second'), at('copy.gz'), silentLog);
      const second = await openDatabase({ dataDir: at('second'), poolSize: 1, log: silentLog });
      const sides = await second.query<{ side: string; n: number }>(
        `select split_part(key, ' ', 1) as side, count(*)::int as n from app_state where key ~ '^(left|right) ' group by 1 order by 1`,
      );
      expect(sides.map(({ side }) => side)).toEqual(['left', 'right']);
      expect(sides[0]?.n).toBe(sides[1]?.n);
      expect(sides[0]?.n).toBeLessThan(written);
      expect(differences(fingerprint, await readFingerprint((text) => second.query(text)))).toEqual([]);
      await second.execute(`delete from app_state where key = 'left 0'`);
      expect(differences(fingerprint, await readFingerprint((text) => second.query(text)))).toMatchObject([
        { table: 'app_state' },
      ]);
      await second.close();
    },
  );
});
