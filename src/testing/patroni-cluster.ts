import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  askPatroni,
  etcdLeader,
  isWhole,
  listNotFollowing,
  nodeWith,
  primaryOf,
  roleAnswers,
  type Server,
} from './patroni-questions.ts';
import { type Machine, missingForMachines, openMachines } from './machines.ts';
import { freePort, ownerForServer } from './postgres.ts';

/** PostgreSQL servers that Patroni keeps, one of them primary, behind one address. */
export type PatroniCluster = {
  /** Of the proxy, which leads to the primary. */
  url: string;
  /** Ends the primary with everything on it at once, as the loss of its machine does; its name. */
  losePrimary: () => Promise<string>;
  /** Ends one server with everything on it at once. */
  lose: (name: string) => void;
  /** Starts what was lost again. */
  start: (name: string) => void;
  /** Starts what was lost again; resolves when it follows the primary. */
  bringBack: (name: string) => Promise<void>;
  /** Makes a server again from the primary, as `patronictl reinit` does; resolves when it follows. */
  reinitialize: (name: string) => Promise<void>;
  /** Changes settings that all servers share, as `patronictl edit-config` does. */
  configure: (settings: unknown) => Promise<void>;
  /** Lets a server that was lost write something that no other has. */
  diverge: (name: string) => void;
  /** The names of servers that do not follow the primary. */
  notFollowing: () => Promise<string[]>;
  /** The name of the primary, or an empty text while the cluster has none. */
  primary: () => Promise<string>;
  /** The name of the synchronous standby, or an empty text while the cluster has none. */
  synchronous: () => Promise<string>;
  /** Makes the synchronous standby the primary, as before maintenance of the primary. */
  switchOver: () => Promise<void>;
  /** Whether there is a primary, a synchronous standby, and every other server follows. */
  isWhole: () => Promise<boolean>;
  /** Ends the member of etcd that leads; its name. */
  loseEtcdLeader: () => Promise<string>;
  bringEtcdBack: (name: string) => void;
  /** The machine of a server; throws where all run on this one. */
  machine: (name: string) => Machine;
  machines: readonly Machine[];
  /** The last of what all programs wrote. */
  message: () => string;
  stop: () => Promise<void>;
};

type Node = Server & {
  data: string;
  listen: string;
  peer: string;
  machine?: Machine;
  child?: ChildProcess;
  etcd?: ChildProcess;
};

const configuration = path.resolve(import.meta.dirname, '../../deploy/ha');
const programs = ['patroni', 'etcd', 'haproxy'] as const;
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
const startLimitMs = 120_000;
const askEveryMs = 200;
/** Of what a program writes, to be read when something went wrong. */
const keptChars = 30_000;
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

/** What this machine lacks for a cluster on three machines of their own. */
export const missingForMachinesOfCluster = (): string[] => [...missingForCluster(), ...missingForMachines()];

/** What a machine lacks for a cluster, as packages of Debian. */
export function missingForCluster(): string[] {
  const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };
  const missing = programs.filter((name) => programOf(name) === undefined).map((name) => packages[name]);
  return serverPrograms() === undefined ? [...missing, 'postgresql'] : missing;
}

function killGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
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

/** Programs of one cluster, in a folder of their own; they are ended together. */
function openPrograms(home: string) {
  const owner = ownerForServer();
  chmodSync(home, 0o700);
  if (owner !== undefined) chownSync(home, owner.uid, owner.gid);
  const children = new Set<ChildProcess>();
  const messages = new Map<string, string>();
  return {
    message: () => [...messages].map(([name, text]) => `${name}: ${text}`).join('\n'),
    start: (
      name: (typeof programs)[number],
      args: readonly string[],
      env: Record<string, string> = {},
      machine?: Machine,
    ) => {
      const file = programOf(name) ?? name;
      const isThere = machine !== undefined && owner !== undefined;
      const [program = file, ...before] = isThere ? machine.prefix(owner) : [file];
      const child = spawn(program, isThere ? [...before, file, ...args] : args, {
        ...(isThere ? {} : owner),
        cwd: home,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: folders.join(path.delimiter), LC_ALL: 'C.UTF-8', HOME: home, ...env },
      });
      const label = `${path.basename(name)} ${machine?.name ?? ''}`;
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) =>
          messages.set(label, `${messages.get(label) ?? ''}${chunk}`.slice(-keptChars)),
        );
      children.add(child);
      return child;
    },
    kill: () => children.forEach(killGroup),
  };
}

const etcdOptions = (home: string, one: Node, members: readonly Node[]): string[] => [
  '--enable-v2=true',
  `--name=${one.name}`,
  `--data-dir=${path.join(home, `etcd-${one.name}`)}`,
  `--listen-client-urls=http://${one.client}`,
  `--advertise-client-urls=http://${one.client}`,
  `--listen-peer-urls=http://${one.peer}`,
  `--initial-advertise-peer-urls=http://${one.peer}`,
  `--initial-cluster=${members.map(({ name, peer }) => `${name}=http://${peer}`).join(',')}`,
];

/** Where the server's programs are for Patroni: on a machine with a clock of its own, the server follows that clock. */
function programsFor(home: string, { name, machine }: Node): string {
  const real = serverPrograms() ?? '';
  if (machine === undefined) return real;
  const folder = path.join(home, `bin-${name}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  for (const program of readdirSync(real)) symlinkSync(path.join(real, program), path.join(folder, program));
  const settings = Object.entries(machine.clock).map(([key, value]) => `export ${key}='${value}'`);
  rmSync(path.join(folder, 'postgres'));
  writeFileSync(
    path.join(folder, 'postgres'),
    ['#!/bin/sh', ...settings, `exec ${real}/postgres "$@"`, ''].join('\n'),
    {
      mode: 0o755,
    },
  );
  return folder;
}

/** What differs from server to server, as in deploy/ha/patroni.env.example. */
const patroniEnvironment = (home: string, one: Node, etcd: readonly Node[]): Record<string, string> => ({
  PATRONI_NAME: one.name,
  PATRONI_ETCD_HOSTS: etcd.map(({ client }) => client).join(','),
  PATRONI_POSTGRESQL_LISTEN: one.listen,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: one.listen,
  PATRONI_POSTGRESQL_DATA_DIR: one.data,
  PATRONI_POSTGRESQL_BIN_DIR: programsFor(home, one),
  PATRONI_RESTAPI_LISTEN: one.api,
  PATRONI_RESTAPI_CONNECT_ADDRESS: one.api,
  // Passwords of the server that it follows: each has a file of its own, as on a machine of its own.
  PATRONI_POSTGRESQL_PGPASS: path.join(home, `pgpass-${one.name}`),
  PATRONI_SUPERUSER_PASSWORD: password,
  PATRONI_REPLICATION_PASSWORD: password,
});

/** What the proxy is given in its environment, as in deploy/ha/README.md. */
const proxyEnvironment = (listen: string, nodes: readonly Node[]): Record<string, string> => ({
  DB_LISTEN: listen,
  ...Object.fromEntries(
    nodes.flatMap((one) => [
      [`DB_${one.name.toUpperCase()}`, one.listen],
      [`DB_${one.name.toUpperCase()}_API`, one.api.split(':')[1] ?? ''],
    ]),
  ),
});

async function placeNode(home: string, name: string, machine?: Machine): Promise<Node> {
  const address = async (): Promise<string> => `${machine?.host ?? '127.0.0.1'}:${await freePort()}`;
  return {
    name,
    data: path.join(home, name, 'data'),
    listen: await address(),
    api: await address(),
    client: await address(),
    peer: await address(),
    ...(machine === undefined ? {} : { machine }),
  };
}

async function placeNodes(home: string, names: readonly string[], machines: readonly Machine[]): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const name of names) {
    nodes.push(
      await placeNode(
        home,
        name,
        machines.find((one) => one.name === name),
      ),
    );
  }
  return nodes;
}

/** Runs a stopped server for itself until it has written a checkpoint. */
function writeApart(home: string, one: Node): void {
  const args = ['--single', '-D', one.data, '-c', 'synchronous_standby_names=', 'postgres'];
  execFileSync(path.join(programsFor(home, one), 'postgres'), args, {
    ...ownerForServer(),
    cwd: home,
    input: 'checkpoint',
  });
}

type Started = {
  home: string;
  nodes: readonly Node[];
  members: readonly Node[];
  startNode: (one: Node) => void;
  startEtcd: (one: Node) => void;
};

/** What tests do to servers that run. */
function actsOn({
  home,
  nodes,
  members,
  startNode,
  startEtcd,
}: Started): Omit<PatroniCluster, 'url' | 'machines' | 'message' | 'stop'> {
  const named = (name: string): Node => {
    const found = nodes.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no server ${name}`);
    return found;
  };
  const follows = (name: string): Promise<void> =>
    until(`${name} follows`, () => roleAnswers(named(name), nodes.length > 2 ? 'replica' : 'synchronous'));
  const lose = (one: Node): void => {
    killGroup(one.child);
    killServer(one.data, 'SIGKILL');
  };
  return {
    primary: async () => (await primaryOf(nodes))?.name ?? '',
    synchronous: async () => (await nodeWith(nodes, 'synchronous'))?.name ?? '',
    isWhole: () => isWhole(nodes).catch(() => false),
    lose: (name) => lose(named(name)),
    losePrimary: async () => {
      const one = await primaryOf(nodes);
      if (one === undefined) throw new Error('there is no primary');
      lose(named(one.name));
      return one.name;
    },
    start: (name) => startNode(named(name)),
    bringBack: async (name) => {
      startNode(named(name));
      await follows(name);
    },
    reinitialize: async (name) => {
      await askPatroni(named(name), 'POST', 'reinitialize', { force: true });
      await until(`${name} follows`, async () => !(await listNotFollowing(nodes)).includes(name));
    },
    configure: async (settings) => askPatroni(await primaryOf(nodes), 'PATCH', 'config', settings),
    diverge: (name) => writeApart(home, named(name)),
    notFollowing: () => listNotFollowing(nodes),
    switchOver: async () => {
      const one = await primaryOf(nodes);
      await askPatroni(one, 'POST', 'switchover', { leader: one?.name });
    },
    loseEtcdLeader: async () => {
      const one = await etcdLeader(members);
      if (one === undefined) throw new Error('no member of etcd leads');
      killGroup(named(one.name).etcd);
      return one.name;
    },
    bringEtcdBack: (name) => startEtcd(named(name)),
    machine: (name) => {
      const { machine } = named(name);
      if (machine === undefined) throw new Error('all servers run on this machine');
      return machine;
    },
  };
}

/**
 * Starts etcd, the servers and the proxy with the files of deploy/ha; resolves when the servers follow the first. Two servers and one
 * etcd on this machine; with `onMachines` three machines with a server and a member of etcd each.
 */
export async function startPatroniCluster({ onMachines = false } = {}): Promise<PatroniCluster> {
  const home = mkdtempSync(path.join(tmpdir(), 'portolan-cluster-'));
  const { start, kill, message } = openPrograms(home);
  const names = onMachines ? ['a', 'b', 'c'] : ['a', 'b'];
  const { machines, close } = onMachines ? openMachines(home, names) : { machines: [], close: () => {} };
  const nodes = await placeNodes(home, names, machines);
  const members = onMachines ? nodes : nodes.slice(0, 1);
  const startEtcd = (one: Node): void => {
    one.etcd = start('etcd', etcdOptions(home, one, members), {}, one.machine);
  };
  const startNode = (one: Node): void => {
    const file = path.join(configuration, 'patroni.yml');
    one.child = start('patroni', [file], patroniEnvironment(home, one, members), one.machine);
  };
  const stop = (): Promise<void> => {
    for (const { wake, setDiskFull } of machines) {
      wake();
      setDiskFull(false);
    }
    kill();
    // Ended at once, but by itself: a server that is killed leaves its shared memory behind.
    for (const { data } of nodes) killServer(data, 'SIGQUIT');
    close();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    return Promise.resolve();
  };
  const proxy = `127.0.0.1:${await freePort()}`;
  try {
    members.forEach(startEtcd);
    nodes.forEach(startNode);
    start('haproxy', ['-db', '-f', path.join(configuration, 'haproxy.cfg')], proxyEnvironment(proxy, nodes));
    await until('a primary with its standbys', () => isWhole(nodes));
  } catch (error) {
    await stop();
    throw new Error(`the cluster did not start: ${message()}`, { cause: error });
  }
  return {
    ...actsOn({ home, nodes, members, startNode, startEtcd }),
    url: `postgres://postgres:${password}@${proxy}/postgres`,
    machines,
    message,
    stop,
  };
}
