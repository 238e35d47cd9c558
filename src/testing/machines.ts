import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A machine of its own on this one: a network that can be cut, a disk that can be filled, a clock that can be set. */
export type Machine = {
  name: string;
  host: string;
  /** Its disk. */
  folder: string;
  /** What runs a program on it, before the name of the program. */
  prefix: (owner: Owner) => string[];
  /** What a program needs in its environment to follow the clock of this machine. */
  clock: Readonly<Record<string, string>>;
  /** Everything on it stands still until it is woken. */
  freeze: () => void;
  wake: () => void;
  /** Takes its network away, or gives it back. */
  setLink: (isUp: boolean) => void;
  /** Whether it and the others reach one another; everybody else reaches all of them. */
  setReach: (others: readonly Machine[], isReached: boolean) => void;
  /** A full disk has not one block left; what was written stays. */
  setDiskFull: (isFull: boolean) => void;
  /** Sets its clock so many seconds ahead of that of this machine. */
  setClock: (aheadSeconds: number) => void;
};

/** User and group of programs. */
export type Owner = { uid: number; gid: number };

const diskSize = '4g';
const folderOfNetworks = '/run/netns';
const prefixOfNames = 'ptl';

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });

const succeeds = (program: string, ...args: string[]): boolean => {
  try {
    run(program, ...args);
    return true;
  } catch {
    return false;
  }
};

/** The library that shows a program another time (package libfaketime), where it is installed. */
function clockLibrary(): string | undefined {
  const folder = '/usr/lib';
  return readdirSync(folder)
    .map((triplet) => path.join(folder, triplet, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file));
}

/** Environment of a program whose clock is set by `setClockFile`; a stopwatch in it goes on evenly, as on a real machine. */
export const clockEnvironment = (file: string): Record<string, string> => ({
  LD_PRELOAD: clockLibrary() ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
});

/** Sets the clock of the programs that follow a file, within a second. */
export const setClockFile = (file: string, aheadSeconds: number): void =>
  writeFileSync(file, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}s\n`);

/** What this machine lacks for machines of their own. */
export function missingForMachines(): string[] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return ['Linux, as root'];
  const probe = `${prefixOfNames}probe${process.pid}`;
  const hasNetworks = succeeds('ip', 'netns', 'add', probe) && succeeds('ip', 'netns', 'delete', probe);
  return [
    ...(hasNetworks ? [] : ['the right to make network namespaces (package iproute2)']),
    ...(clockLibrary() === undefined ? ['libfaketime'] : []),
  ];
}

const pidsIn = (space: string): number[] => run('ip', 'netns', 'pids', space).split('\n').filter(Boolean).map(Number);

/** Signals a process that may have ended meanwhile. */
function signalTo(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind);
  } catch {
    // It ended meanwhile.
  }
}

/** Ends what still runs in the networks of processes that were killed, and removes these. */
function sweepNetworks(): void {
  const names = existsSync(folderOfNetworks) ? readdirSync(folderOfNetworks) : [];
  for (const name of names) {
    const [, pid] = /^ptl(\d+)/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    for (const left of pidsIn(name)) signalTo(left, 'SIGKILL');
    succeeds('ip', 'netns', 'delete', name);
    succeeds('ip', 'link', 'delete', `${prefixOfNames}${pid}`);
  }
}

function setDiskFull(folder: string, isFull: boolean): void {
  if (!isFull) return void run('mount', '-o', `remount,size=${diskSize}`, folder);
  // A size below what is used is refused, and more may be used by the time it is set.
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const { blocks, bfree, bsize } = statfsSync(folder);
    const size = (blocks - bfree + attempt) * bsize;
    if (succeeds('mount', '-o', `remount,size=${size}`, folder)) return;
  }
  throw new Error(`${folder} could not be made full`);
}

function openMachine(home: string, bridge: string, net: string, name: string, number: number): Machine {
  const space = `${bridge}${name}`;
  const inside = (...args: string[]): string => run('ip', '-n', space, ...args);
  const host = `${net}.${number}`;
  const folder = path.join(home, name);
  const clockFile = path.join(home, `clock-${name}`);
  run('ip', 'netns', 'add', space);
  run('ip', 'link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  run('ip', 'link', 'set', space, 'master', bridge, 'up');
  inside('link', 'set', 'lo', 'up');
  inside('address', 'add', `${host}/24`, 'dev', 'eth0');
  inside('link', 'set', 'eth0', 'up');
  mkdirSync(folder);
  run('mount', '-t', 'tmpfs', '-o', `size=${diskSize},mode=777`, 'tmpfs', folder);
  setClockFile(clockFile, 0);
  chmodSync(clockFile, 0o644);
  const signal = (kind: 'SIGSTOP' | 'SIGCONT'): void => {
    // What was begun meanwhile is found by the second look.
    for (let look = 0; look < 2; look += 1) for (const pid of pidsIn(space)) signalTo(pid, kind);
  };
  const block = (from: string, to: string, isBlocked: boolean): boolean =>
    succeeds('ip', '-n', from, 'route', isBlocked ? 'replace' : 'delete', 'blackhole', `${to}/32`);
  return {
    name,
    host,
    folder,
    prefix: ({ uid, gid }) => [
      'nsenter',
      `--net=${path.join(folderOfNetworks, space)}`,
      `--setuid=${uid}`,
      `--setgid=${gid}`,
    ],
    clock: clockEnvironment(clockFile),
    freeze: () => signal('SIGSTOP'),
    wake: () => signal('SIGCONT'),
    setLink: (isUp) => void run('ip', 'link', 'set', space, isUp ? 'up' : 'down'),
    setReach: (others, isReached) => {
      for (const other of others) {
        block(space, other.host, !isReached);
        block(`${bridge}${other.name}`, host, !isReached);
      }
    },
    setDiskFull: (isFull) => setDiskFull(folder, isFull),
    setClock: (aheadSeconds) => setClockFile(clockFile, aheadSeconds),
  };
}

/** Makes machines in `home` that are joined by a network; programs on this machine reach them, too. */
export function openMachines(home: string, names: readonly string[]): { machines: Machine[]; close: () => void } {
  sweepNetworks();
  const bridge = `${prefixOfNames}${process.pid}`;
  // One of the networks that are free for private use; a number of this process tells it from those of others.
  const net = `10.213.${process.pid % 250}`;
  run('ip', 'link', 'add', bridge, 'type', 'bridge');
  run('ip', 'address', 'add', `${net}.254/24`, 'dev', bridge);
  run('ip', 'link', 'set', bridge, 'up');
  const machines = names.map((name, index) => openMachine(home, bridge, net, name, index + 1));
  return {
    machines,
    close: () => {
      for (const { name, folder } of machines) {
        succeeds('umount', '--lazy', folder);
        succeeds('ip', 'netns', 'delete', `${bridge}${name}`);
      }
      succeeds('ip', 'link', 'delete', bridge);
    },
  };
}
