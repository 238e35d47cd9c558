import { execFileSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres, type TemporaryPostgres } from './postgres.ts';

const settings = ['synchronous_commit=on', 'wal_level=replica'];

/** A server that others may follow; undefined when no binaries are found. */
export const startPrimary = (): Promise<TemporaryPostgres | undefined> => startTemporaryPostgres({ settings });

/** A standby that follows a server, from a copy of its directory taken while it runs. */
export async function startReplica(primary: TemporaryPostgres): Promise<TemporaryPostgres> {
  const { port } = new URL(primary.url);
  const replica = await startTemporaryPostgres({
    settings,
    fill: async (data, asOwner) => {
      const write = (name: string, text: string): void =>
        void execFileSync('tee', [path.join(data, name)], {
          ...asOwner,
          input: text,
          stdio: ['pipe', 'ignore', 'pipe'],
        });
      const client = new pg.Client({ connectionString: primary.url });
      await client.connect();
      try {
        await client.query("select pg_backup_start('replica', true)");
        execFileSync('cp', ['-a', path.join(primary.directory, 'data'), data], asOwner);
        const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
        execFileSync('rm', ['-f', path.join(data, 'postmaster.pid'), path.join(data, 'postmaster.opts')], asOwner);
        write('backup_label', rows[0]?.label ?? '');
        write('standby.signal', '');
        write('postgresql.auto.conf', `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`);
      } finally {
        await client.end();
      }
    },
  });
  if (replica === undefined) throw new Error('there are no binaries of PostgreSQL');
  return replica;
}
