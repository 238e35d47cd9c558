import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { clockEnvironment, setClockFile } from '#testing/machines.ts';
import { freePort, type Role, type Roles } from './roles.ts';

/** A process of the product that can be ended and started again. */
export type Part = {
  name: string;
  role: Role;
  url: string;
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Starts it again, from the file of another build where one is named; resolves when it answers that it is ready. */
  start: (entry?: string) => Promise<void>;
  setClock: (aheadSeconds: number) => void;
};

/** Processes of the product, and how often one of them ended by itself. */
export type Parts = { parts: readonly Part[]; endedByThemselves: () => readonly string[]; stop: () => Promise<void> };

const readyWithinMs = 120_000;

async function untilReady(url: string): Promise<void> {
  for (const from = performance.now(); performance.now() - from < readyWithinMs; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok === true) return;
  }
  throw new Error(`${url} was not ready in time`);
}

/**
 * Starts processes of the named roles from the file of a build, each with a clock of its own whose file is in `home`. What ends by
 * itself is started again.
 */
export async function startParts(
  { start }: Roles,
  home: string,
  wanted: readonly Role[],
  first: string,
): Promise<Parts> {
  const ended: string[] = [];
  const openPart = async (role: Role, index: number): Promise<Part> => {
    const name = `${role} ${wanted.slice(0, index + 1).filter((one) => one === role).length}`;
    const port = String(await freePort());
    const ports = { PORT: role === 'web' ? port : '0', WORKER_PORT: port };
    const url = `http://127.0.0.1:${port}`;
    const clockFile = `${home}/clock-${name.replace(' ', '-')}`;
    setClockFile(clockFile, 0);
    chmodSync(clockFile, 0o644);
    let child: ChildProcess | undefined;
    let entry = first;
    const begin = (): void => {
      const begun = start(role, { ...ports, ...clockEnvironment(clockFile) }, entry);
      child = begun;
      begun.once('exit', (code, signal) => {
        if (child !== begun) return;
        ended.push(`${name} with ${code ?? signal}`);
        begin();
      });
    };
    return {
      name,
      role,
      url,
      end: async (signal) => {
        const ending = child;
        child = undefined;
        if (ending === undefined || ending.exitCode !== null) return;
        const gone = once(ending, 'exit');
        ending.kill(signal);
        await gone;
      },
      start: async (newer = entry) => {
        entry = newer;
        begin();
        await untilReady(url);
      },
      setClock: (aheadSeconds) => setClockFile(clockFile, aheadSeconds),
    };
  };
  const parts: Part[] = [];
  for (const [index, role] of wanted.entries()) parts.push(await openPart(role, index));
  // One after the other, as on the first day.
  for (const part of parts) await part.start();
  return {
    parts,
    endedByThemselves: () => ended,
    stop: async () => void (await Promise.all(parts.map((part) => part.end('SIGKILL')))),
  };
}
