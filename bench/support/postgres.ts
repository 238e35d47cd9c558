import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { findPostgresBinaries } from '#testing/postgres.ts';

/** A PostgreSQL server on a directory that is kept between runs. */
export type ReusablePostgres = {
  url: string;
  version: string;
  /** Is what was loaded earlier still there, complete? */
  loaded: boolean;
  /** Says that the data are complete, so that the next run finds them. */
  markLoaded: () => void;
  pid: number;
  stop: () => Promise<void>;
};

/** Durable as in production, but for the load; memory for a database of some gigabytes on a small machine. */
const settings = [
  'shared_buffers=1GB',
  'work_mem=16MB',
  'maintenance_work_mem=256MB',
  'effective_cache_size=6GB',
  'random_page_cost=1.1',
  'max_wal_size=4GB',
  'synchronous_commit=on',
  'jit=off',
  'max_connections=100',
];

function ownerForServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

async function waitUntilReady(url: string, server: ChildProcess): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended at once');
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
      return rows[0]?.version ?? '';
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error('PostgreSQL did not start');
}

/** Starts PostgreSQL on `directory`, making it when it is new; undefined when this machine has no PostgreSQL. */
export async function startReusablePostgres(
  directory: string,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ReusablePostgres | undefined> {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) return undefined;
  const owner = ownerForServer();
  const data = path.join(directory, 'data');
  const mark = path.join(directory, 'loaded');
  const asOwner = { ...owner, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
  const loaded = existsSync(mark);
  if (!loaded) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o700);
    if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
    const locale = ['--lc-collate=C', '--lc-ctype=C.UTF-8'];
    execFileSync(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-sync'],
      {
        ...asOwner,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  }
  const port = await freePort();
  const options = [...settings, ...more].flatMap((setting) => ['-c', setting]);
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', directory, ...options],
    {
      ...asOwner,
      env: { ...asOwner.env, ...env },
      stdio: 'ignore',
    },
  );
  // However this process ends, the server must not live on and hold the directory.
  process.once('exit', () => server.kill('SIGINT'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const version = await waitUntilReady(url, server);
  return {
    url,
    version,
    loaded,
    markLoaded: () => writeFileSync(mark, ''),
    pid: server.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve());
        server.kill('SIGINT');
      }),
  };
}
