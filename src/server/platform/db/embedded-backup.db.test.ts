import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedTemplate, silentLog } from '#testing/database-templates.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { StartupError } from '../errors/startup-error.ts';
import { openDatabase } from './database.ts';
import { backUpEmbedded, restoreEmbedded } from './embedded-backup.ts';

const home = mkdtempSync(path.join(tmpdir(), 'portolan-backup-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const at = (name: string): string => path.join(home, name);
const open = async (name: string) =>
  openDatabase({ dataDir: at(name), poolSize: 1, log: silentLog, template: await embeddedTemplate() });

describe.skipIf(testDatabaseKind() !== 'embedded')('backup of the embedded database', () => {
  test('what was copied is there after restoring into another directory', { timeout: 120_000 }, async () => {
    const first = await open('first');
    await first.execute(`insert into app_state (key, value) values ('kept', '"值"')`);
    await first.close();
    await backUpEmbedded(at('first'), at('copy.gz'), silentLog);
    await restoreEmbedded(at('second'), at('copy.gz'), silentLog);
    const second = await openDatabase({ dataDir: at('second'), poolSize: 1, log: silentLog });
    expect(await second.query(`select value from app_state where key = 'kept'`)).toEqual([{ value: '值' }]);
    await second.close();
  });

  test(
    'a directory in use is not copied, one with a database not overwritten, a broken file refused',
    { timeout: 120_000 },
    async () => {
      const used = await open('used');
      await expect(backUpEmbedded(at('used'), at('used.gz'), silentLog)).rejects.toBeInstanceOf(StartupError);
      await used.close();
      await expect(restoreEmbedded(at('used'), at('copy.gz'), silentLog)).rejects.toBeInstanceOf(StartupError);
      await expect(backUpEmbedded(at('nothing'), at('nothing.gz'), silentLog)).rejects.toBeInstanceOf(StartupError);
      writeFileSync(at('broken.gz'), 'no copy');
      await expect(restoreEmbedded(at('third'), at('broken.gz'), silentLog)).rejects.toBeInstanceOf(StartupError);
    },
  );
});
