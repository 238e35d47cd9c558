import { migrate } from '../platform/db/migrate.ts';
import type { CommandInput, Outcome } from './command.ts';

/** Brings the schema up to this build and names what was applied. */
export async function runMigrate({ withDatabase, say }: CommandInput): Promise<Outcome> {
  const applied = await withDatabase((database) => migrate(database));
  for (const name of applied) say(name);
  say(
    `已执行 ${applied.length} 个迁移`,
    `${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied`,
  );
  return 0;
}
