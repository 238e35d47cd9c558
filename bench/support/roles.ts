import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchFlags, memoryEnvironment, memoryFlags } from '../../scripts/node-flags.mjs';
import { presentBuild } from './builds.ts';
import { benchKey } from './product.ts';

export type Role = 'simulator' | 'web' | 'worker';

/** Processes of one role each on one PostgreSQL, as `npm start -- --role=...` starts them. */
export type Roles = {
  /** Where the web process answers. */
  url: string;
  /**
   * Starts a process of a role; a web process has the port of `url` unless `settings` name another, so that it may follow one that
   * ended. `entry` is the file of another build to start it from.
   */
  start: (role: Role, settings?: Readonly<Record<string, string>>, entry?: string) => ChildProcess;
  /**
   * Starts the web process at a socket that stays open over its restarts, as with systemd: when the process ends, the next one
   * starts. Gives the id of the newest process.
   */
  superviseWeb: () => Promise<() => number | undefined>;
  /** Kills what still runs and removes its files. */
  kill: () => void;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A port that nobody listens on just now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Prepares the processes; web and worker run from the bundle, the simulated world from its sources. `ownSettings` come on top of the usual ones. */
export async function openRoles(
  databaseUrl: string,
  ownSettings: Readonly<Record<string, string>> = {},
): Promise<Roles> {
  const bundled = presentBuild().entry;
  const home = mkdtempSync(path.join(tmpdir(), 'portolan-roles-'));
  const [webPort, worldPort] = [await freePort(), await freePort()];
  const children = new Set<ChildProcess>();
  const groups: (() => void)[] = [];
  const commandOf = (role: Role, entry = bundled): string[] => {
    const file = role === 'simulator' ? path.join(root, 'src/server/main.ts') : entry;
    return [process.execPath, ...memoryFlags, ...launchFlags, file, `--role=${role}`];
  };
  const environmentOf = (role: Role): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    ...memoryEnvironment,
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(home, role),
    SECRET_KEY: benchKey,
    SIMULATOR: 'on',
    SIMULATOR_PORT: String(worldPort),
    SIMULATOR_URL: `http://127.0.0.1:${worldPort}`,
    JT808_PORT: '0',
    GT06_PORT: '0',
    PORT: String(webPort),
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...ownSettings,
  });
  const keep = (child: ChildProcess): ChildProcess => {
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  return {
    url: `http://127.0.0.1:${webPort}`,
    start(role, settings, entry) {
      const [program = '', ...args] = commandOf(role, entry);
      return keep(
        spawn(program, args, {
          cwd: root,
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...environmentOf(role), ...settings },
        }),
      );
    },
    async superviseWeb() {
      const socket = createServer().listen(webPort, '127.0.0.1');
      await once(socket, 'listening');
      // The shell holds the socket and takes no connection; what it prints is the id of each process.
      const loop = `while :; do sh -c 'LISTEN_PID=$$ LISTEN_FDS=1; export LISTEN_PID LISTEN_FDS; echo $$ >&2; exec "$@" 2>&1' sh "$@"; done`;
      const { fd } = (socket as Server & { _handle: { fd: number } })._handle;
      const shell = spawn('sh', ['-c', loop, 'sh', ...commandOf('web')], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe', fd],
        env: environmentOf('web'),
        detached: true,
      });
      socket.close();
      keep(shell);
      const end = (): void => void (shell.pid === undefined || process.kill(-shell.pid, 'SIGKILL'));
      groups.push(end);
      let newest: number | undefined;
      shell.stderr?.on('data', (chunk) => (newest = Number(String(chunk).trim().split('\n').at(-1))));
      return () => newest;
    },
    kill() {
      for (const end of groups) end();
      for (const child of children) child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
