import { fork } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './load-worker.ts';

/** A load generator in a process of its own. */
export type LoadGenerator = { run: (order: LoadOrder) => Promise<LoadResult>; stop: () => void };

/** Starts the load generator. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('load-worker.ts', import.meta.url)), { serialization: 'advanced' });
  process.once('exit', () => child.kill());
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { result?: LoadResult; error?: string }) =>
          message.result === undefined ? reject(new Error(message.error)) : resolve(message.result),
        );
        child.send(order);
      }),
    stop: () => child.kill(),
  };
}

/** A request as it goes over the socket. */
export function httpRequest(path: string, body: unknown, cookie: string): string {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'source: Manual',
    'x-lang: zh',
    'content-type: application/json',
    `cookie: ${cookie}`,
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

const tickSeconds = 0.01;

type Stat = { parent: number; seconds: number; endedSeconds: number };

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (from: number): number => Number(fields[from]) + Number(fields[from + 1]);
    return { parent: Number(fields[1]), seconds: ticks(11) * tickSeconds, endedSeconds: ticks(13) * tickSeconds };
  } catch {
    return undefined;
  }
}

/** Processor seconds that a process has used so far; 0 where the system does not tell. */
export const processorSeconds = (pid: number): number => statOf(pid)?.seconds ?? 0;

/** Processor seconds of the children of a process, running and ended, such as the connections of a PostgreSQL server. */
export function childrenSeconds(pid: number): number {
  let sum = statOf(pid)?.endedSeconds ?? 0;
  try {
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
      if (stat?.parent === pid) sum += stat.seconds;
    }
  } catch {
    return 0;
  }
  return sum;
}

/** The value in the middle. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which the share `at` of the values lies. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}
