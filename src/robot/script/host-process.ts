import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobError } from '../types.ts';
import { linesOf } from './host/lines.ts';

/** A process for one script, from the outside. */
export type ScriptHost = {
  /** Writes a message to it; nothing happens when it has ended. */
  send: (message: object) => void;
  /** What it writes, line by line, until it ends. A line longer than `longest` throws. */
  lines: (longest: number) => AsyncGenerator<string>;
  /** Memory of the process in megabytes, where the system says it; otherwise 0. */
  residentMb: () => number;
  /** Resolves when it has ended, with its exit code or signal. */
  ended: Promise<string>;
  kill: () => void;
};

const entry = fileURLToPath(new URL('./host/main.ts', import.meta.url));
const spareMs = 300_000;

/** The interpreter and the reader of pages, with what they are made of. */
const packages = [
  'quickjs-emscripten-core',
  '@jitl/quickjs-ffi-types',
  '@jitl/quickjs-wasmfile-release-sync',
  'htmlparser2',
  'domhandler',
  'domelementtype',
  'domutils',
  'dom-serializer',
  'entities',
];

/** Files that the process may read: its own code. */
function readable(): string[] {
  const found = fileURLToPath(import.meta.resolve('htmlparser2'));
  const folder = `${path.sep}node_modules${path.sep}`;
  const modules = found.slice(0, found.lastIndexOf(folder) + folder.length);
  return [
    path.dirname(entry) + path.sep,
    fileURLToPath(new URL('../fields.ts', import.meta.url)),
    fileURLToPath(new URL('../../../package.json', import.meta.url)),
    ...packages.map((name) => path.join(modules, name) + path.sep),
  ];
}

/** What the process around a sandbox is started with: it may read its own code, and nothing else of the machine. */
export const hostFlags = (): string[] => [
  '--permission',
  ...readable().map((one) => `--allow-fs-read=${one}`),
  '--disable-sigusr1',
  '--disallow-code-generation-from-strings',
  '--no-addons',
  // Of the process around the interpreter, whose memory is its own.
  '--max-old-space-size=96',
  '--max-semi-space-size=8',
  // One thread at a time optimizes the interpreter: each takes memory while it does.
  '--wasm-num-compilation-tasks=1',
  '--no-warnings',
];

const spawnHost = ({ heapMb, cpuMs }: { heapMb: number; cpuMs: number }): ChildProcess =>
  spawn(process.execPath, [...hostFlags(), entry, String(heapMb), String(cpuMs)], {
    // Not our environment, and pipes: on a channel of Node's own, messages of a certain form would be acted upon by Node itself.
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });

function startHost(limits: { heapMb: number; cpuMs: number }): ScriptHost & { keep: (alive: boolean) => void } {
  const child = spawnHost(limits);
  const { stdin, stdout, pid } = child;
  const ended = new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('exit', (code, signal) => resolve(String(signal ?? code)));
  });
  stdin?.on('error', () => {});
  return {
    // As bytes: what waits to be written is then not in the heap of the agent, which may be small.
    send: (message) => void stdin?.write(Buffer.from(`${JSON.stringify(message)}\n`)),
    lines: async function* (longest) {
      try {
        if (stdout !== null) yield* linesOf(stdout, longest);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new JobError('output_limit', `the script gave more than ${longest} bytes at once`);
      }
    },
    residentMb: () => {
      try {
        return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1_048_576;
      } catch {
        return 0;
      }
    },
    ended,
    kill: () => void child.kill('SIGKILL'),
    keep: (alive) => {
      for (const one of [child, stdin, stdout])
        if (one === child || one instanceof Socket) one[alive ? 'ref' : 'unref']();
    },
  };
}

/** Hands out processes, each for one script. Once a script has run, one is kept ready for the next. */
export function scriptHosts(limits: { heapMb: number; cpuMs: number }) {
  type Spare = { host: ReturnType<typeof startHost>; timer: NodeJS.Timeout };
  let spare: Spare | undefined;
  return {
    take: (): ScriptHost => {
      const kept = spare;
      spare = undefined;
      clearTimeout(kept?.timer);
      kept?.host.keep(true);
      return kept?.host ?? startHost(limits);
    },
    prepare: (): void => {
      if (spare !== undefined) return;
      const host = startHost(limits);
      host.keep(false);
      const timer = setTimeout(() => {
        host.kill();
        spare = undefined;
      }, spareMs).unref();
      spare = { host, timer };
      void host.ended.then(() => {
        if (spare?.host !== host) return;
        clearTimeout(timer);
        spare = undefined;
      });
    },
  };
}
