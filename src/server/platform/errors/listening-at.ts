import { createServer } from 'node:net';
import { codeOf } from '#shared/values/errors.ts';
import { StartupError } from './startup-error.ts';

/** The port where it can be had, else 0, which is any free one. */
export async function portOrAny(port: number, host: string): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(0));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}

/** The first descriptor that systemd passes on (sd_listen_fds). */
const firstPassed = 3;

/** Where a server listens: at a socket that systemd opened for this process, where calls wait over a restart, else at its address. */
export function whereToListen(
  address: { host: string; port: number },
  { LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv = process.env,
): { host?: string; port?: number; fd?: number } {
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? { fd: firstPassed } : address;
}

/** A setting that names a port, and its value. */
type PortSetting = { name: 'PORT' | 'SIMULATOR_PORT' | 'WORKER_PORT' | 'MAIL_IN_PORT'; port: number };

/** Runs what begins to listen at a port; a port that cannot be had is stated in plain words, with the setting that chooses it. */
export async function listeningAt<T>({ name, port }: PortSetting, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') {
      throw new StartupError(
        `端口 ${port} 已被其他程序占用。请结束该程序，或用 ${name}=<端口> 另选一个端口。`,
        `Port ${port} is in use by another program. End that program, or choose another port with ${name}=<port>.`,
      );
    }
    if (codeOf(error) === 'EACCES') {
      throw new StartupError(
        `没有权限监听端口 ${port}。请用 ${name}=<端口> 另选一个端口，例如 1024 以上的端口。`,
        `This user may not listen on port ${port}. Choose another port with ${name}=<port>, such as one above 1024.`,
      );
    }
    throw error;
  }
}
