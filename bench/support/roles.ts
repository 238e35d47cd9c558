import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchFlags, memoryEnvironment, memoryFlags } from '../../scripts/node-flags.mjs';
import { benchKey } from './product.ts';

export type Role = 'simulator' | 'web' | 'worker';

/** Processes of one role each on one PostgreSQL, as `npm start -- --role=...` starts them. */
export type Roles = {
  /** Where the web process answers. */
  url: string;
  /** Starts a process of a role; a second web process after the first has ended has its port. */
  start: (role: Role) => ChildProcess;
  /** Kills what still runs and removes its files. */
  kill: () => void;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Prepares the processes; web and worker run from the bundle, the simulated world from its sources. */
export async function openRoles(databaseUrl: string): Promise<Roles> {
  const { serverEntry } = (await import(new URL('../../scripts/prepare.mjs', import.meta.url).href)) as {
    serverEntry: () => string;
  };
  const bundled = serverEntry();
  const home = mkdtempSync(path.join(tmpdir(), 'portolan-roles-'));
  const [webPort, worldPort] = [await freePort(), await freePort()];
  const children = new Set<ChildProcess>();
  return {
    url: `http://127.0.0.1:${webPort}`,
    start(role) {
      const entry = role === 'simulator' ? path.join(root, 'src/server/main.ts') : bundled;
      const args = [...memoryFlags, ...launchFlags, entry, `--role=${role}`];
      const child = spawn(process.execPath, args, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
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
        },
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    kill() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
