import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, ownerForServer } from './postgres.ts';

/** Two PostgreSQL servers that Patroni keeps, one of them primary, behind one address. */
export type PatroniCluster = {
  /** Of the proxy, which leads to the primary. */
  url: string;
  /** Ends the primary with everything on it at once, as the loss of its machine does; its name. */
  losePrimary: () => Promise<string>;
  /** Starts what was lost again; resolves when it follows the new primary. */
  bringBack: (name: string) => Promise<void>;
  primary: () => Promise<string>;
  stop: () => Promise<void>;
};

type Node = { name: string; data: string; listen: string; api: string; child?: ChildProcess };

const configuration = path.resolve(import.meta.dirname, '../../deploy/ha');
const programs = ['patroni', 'etcd', 'haproxy'] as const;
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
const startLimitMs = 120_000;
const askEveryMs = 200;
const password = 'of-a-test';

const programOf = (name: string): string | undefined =>
  folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** Debian's server, which has all programs that Patroni calls. */
function serverPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(debian, version, 'bin'))
    .find((at) => existsSync(path.join(at, 'pg_rewind')));
}

/** What a machine lacks for a cluster, as packages of Debian. */
export function missingForCluster(): string[] {
  const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };
  const missing = programs.filter((name) => programOf(name) === undefined).map((name) => packages[name]);
  return serverPrograms() === undefined ? [...missing, 'postgresql'] : missing;
}

function killGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, 'SIGKILL');
}

/** Patroni starts the server as a process group of its own. */
function killServer(data: string, signal: 'SIGKILL' | 'SIGQUIT'): void {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(askEveryMs);
  }
}

const roleAnswers = async (node: Node, role: string): Promise<boolean> =>
  (await fetch(`http://${node.api}/${role}`, { signal: AbortSignal.timeout(1_000) })).status === 200;

/** Programs of one cluster, in a folder of their own; they are ended together. */
function openPrograms(home: string) {
  const owner = ownerForServer();
  chmodSync(home, 0o700);
  if (owner !== undefined) chownSync(home, owner.uid, owner.gid);
  const children = new Set<ChildProcess>();
  let message = '';
  return {
    message: () => message,
    start: (name: (typeof programs)[number], args: readonly string[], env: Record<string, string> = {}) => {
      const child = spawn(programOf(name) ?? name, args, {
        ...owner,
        cwd: home,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: folders.join(path.delimiter), LC_ALL: 'C.UTF-8', HOME: home, ...env },
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (message = `${message}${chunk.toString()}`.slice(-4_000)));
      children.add(child);
      return child;
    },
    kill: () => children.forEach(killGroup),
  };
}

const etcdOptions = (home: string, client: string, peer: string): string[] => [
  '--name=one',
  `--data-dir=${path.join(home, 'etcd')}`,
  `--listen-client-urls=http://${client}`,
  `--advertise-client-urls=http://${client}`,
  `--listen-peer-urls=http://${peer}`,
  `--initial-advertise-peer-urls=http://${peer}`,
  `--initial-cluster=one=http://${peer}`,
];

/** What differs from server to server, as in deploy/ha/patroni.env.example. */
const patroniEnvironment = ({ name, data, listen, api }: Node, etcd: string): Record<string, string> => ({
  PATRONI_NAME: name,
  PATRONI_ETCD3_HOSTS: etcd,
  PATRONI_POSTGRESQL_LISTEN: listen,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: listen,
  PATRONI_POSTGRESQL_DATA_DIR: data,
  PATRONI_POSTGRESQL_BIN_DIR: serverPrograms() ?? '',
  PATRONI_RESTAPI_LISTEN: api,
  PATRONI_RESTAPI_CONNECT_ADDRESS: api,
  PATRONI_SUPERUSER_PASSWORD: password,
  PATRONI_REPLICATION_PASSWORD: password,
});

/** Starts etcd, both servers and the proxy with the files of deploy/ha; resolves when the second server follows the first. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const home = mkdtempSync(path.join(tmpdir(), 'portolan-cluster-'));
  const { start, kill, message } = openPrograms(home);
  const address = async (): Promise<string> => `127.0.0.1:${await freePort()}`;
  const [etcd, peer, proxy] = [await address(), await address(), await address()];
  const node = async (name: string): Promise<Node> => ({
    name,
    data: path.join(home, name),
    listen: await address(),
    api: await address(),
  });
  const [a, b] = [await node('a'), await node('b')];
  const nodes = [a, b];
  const startNode = (one: Node): void => {
    one.child = start('patroni', [path.join(configuration, 'patroni.yml')], patroniEnvironment(one, etcd));
  };
  const primary = async (): Promise<Node | undefined> => {
    for (const one of nodes) if (await roleAnswers(one, 'primary').catch(() => false)) return one;
    return undefined;
  };
  const follows = (one: Node): Promise<void> => until(`${one.name} follows`, () => roleAnswers(one, 'synchronous'));
  const stop = (): Promise<void> => {
    kill();
    // Ended at once, but by itself: a server that is killed leaves its shared memory behind.
    for (const { data } of nodes) killServer(data, 'SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    return Promise.resolve();
  };
  try {
    start('etcd', etcdOptions(home, etcd, peer));
    nodes.forEach(startNode);
    start('haproxy', ['-db', '-f', path.join(configuration, 'haproxy.cfg')], {
      DB_LISTEN: proxy,
      DB_A: a.listen,
      DB_A_API: a.api.split(':')[1] ?? '',
      DB_B: b.listen,
      DB_B_API: b.api.split(':')[1] ?? '',
    });
    await until('a primary', async () => (await primary()) !== undefined);
    const first = await primary();
    await Promise.all(nodes.filter((one) => one !== first).map(follows));
  } catch (error) {
    await stop();
    throw new Error(`the cluster did not start: ${message()}`, { cause: error });
  }
  return {
    url: `postgres://postgres:${password}@${proxy}/postgres`,
    primary: async () => (await primary())?.name ?? '',
    losePrimary: async () => {
      const one = await primary();
      if (one === undefined) throw new Error('there is no primary');
      killGroup(one.child);
      killServer(one.data, 'SIGKILL');
      return one.name;
    },
    bringBack: async (name) => {
      const one = name === 'a' ? a : b;
      startNode(one);
      await follows(one);
    },
    stop,
  };
}
