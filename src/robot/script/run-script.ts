import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Executor, type Job, JobError, type JobTools, type LogLevel, Stopped } from '../types.ts';
import { errorText, isAbort } from '../error-text.ts';
import { fieldsOf } from '../fields.ts';
import { guardedRequests, type Page, type Wanted } from './guarded-request.ts';
import { masker } from './mask.ts';
import { realmSource } from './realm-source.ts';
import { recorder, replayer } from './recorded.ts';

const hostFile = fileURLToPath(new URL('./host.mts', import.meta.url));

/** What a script may use. */
export type ScriptLimits = { heapMb: number; memoryMb: number; logBytes: number; outputBytes: number; stopMs: number };
const standardLimits: ScriptLimits = {
  heapMb: 96,
  // Of the whole process; the runtime alone takes about 60.
  memoryMb: 256,
  logBytes: 2_000_000,
  outputBytes: 1_000_000,
  stopMs: 30_000,
};

type Message = {
  id?: number;
  what?: string;
  value?: unknown;
  done?: boolean;
  output?: unknown;
  failed?: string;
  code?: string;
  stopped?: boolean;
};

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const watchMs = 200;

/** Memory of a process in megabytes, where the system tells it. */
function residentMb(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1_048_576;
  } catch {
    return 0;
  }
}

function startHost(heapMb: number): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--permission',
      `--allow-fs-read=${hostFile}`,
      `--max-old-space-size=${heapMb}`,
      '--disallow-code-generation-from-strings',
      '--no-warnings',
      hostFile,
    ],
    // Neither files of ours, nor our environment, nor a place to print to.
    { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'json' },
  );
}

/** What a script may ask for, by name. */
function askable(job: Job, tools: JobTools, mask: ReturnType<typeof masker>) {
  const { hosts = [], replay } = job.work;
  const request = guardedRequests(hosts);
  const kept = recorder();
  const stored = replay == null ? undefined : replayer(replay);
  const input = fieldsOf(job.input);
  const asks: Readonly<Record<string, (value: never) => unknown>> = {
    fetch: async (wanted: Wanted): Promise<Page> => {
      if (stored !== undefined) return stored(wanted);
      const page = await request(wanted, tools.stopping);
      kept.note(wanted, page);
      return page;
    },
    asset: async (assetType: string) => {
      const { value, secret } = await tools.asset(assetType);
      if (secret) mask.add(value);
      return value;
    },
    artifact: ({ name, contentType, text }: { name: string; contentType: string; text: string }) =>
      tools.artifact(name, contentType, mask.text(text)),
    pagesDue: ({ carrierCode, most }: { carrierCode?: string; most?: number }) =>
      stored === undefined
        ? tools.call('/api/data-center/rpa/requests', {
            robotId: tools.robotName,
            jobId: job.jobId,
            carrierCode: carrierCode ?? input['carrierCode'] ?? null,
            limit: Math.max(1, Math.min(100, Math.round(most ?? 20))),
          })
        : [],
    bringPage: (page: object) =>
      stored === undefined
        ? tools.call('/api/data-center/rpa/answers', {
            ...page,
            collectedAt: Date.now(),
            sentAt: Date.now(),
            robotId: tools.robotName,
            jobId: job.jobId,
          })
        : { state: 'trial' },
    sleep: async (ms: number) => {
      await sleep(Math.max(0, Math.min(60_000, ms)), undefined, { signal: tools.stopping }).catch(() => {
        throw new Stopped('stopped');
      });
    },
  };
  return { asks, recorded: kept.text };
}

const reasonOf = (error: unknown): { error: string; code?: string; stopped?: boolean } => ({
  error: errorText(error),
  ...(error instanceof JobError ? { code: error.code } : {}),
  ...(error instanceof Stopped || isAbort(error) ? { stopped: true } : {}),
});

/** Reads what a script writes of its own accord; gives an error once it writes too much. */
function listener(tools: JobTools, mask: ReturnType<typeof masker>, limits: ScriptLimits) {
  let written = 0;
  return ({ what, value }: Message): JobError | undefined => {
    if (what === 'log') {
      const { level, text: said } = fieldsOf(value);
      const text = String(said);
      written += text.length + 20;
      if (written > limits.logBytes)
        return new JobError('output_limit', `the script wrote more than ${limits.logBytes} bytes`);
      tools.log(levels.find((one) => one === level) ?? 'info', mask.text(text));
    } else if (what === 'progress') {
      const { percent, text } = fieldsOf(value);
      tools.progress(Number(percent), text === undefined ? undefined : mask.text(String(text)));
    }
    return undefined;
  };
}

/** Runs the script of a package version in a process of its own, which can do nothing but ask this one. */
export const scriptExecutor =
  (limits: ScriptLimits = standardLimits): Executor =>
  async (job, tools) => {
    const { script, siteUrl, replay } = job.work;
    const mask = masker();
    const { asks, recorded } = askable(job, tools, mask);
    const listen = listener(tools, mask, limits);
    const child = startHost(limits.heapMb);
    const { jobId, processName, packageVersion, attempt, subscription } = job;
    const about = { jobId, processName, packageVersion, attempt, subscription };
    try {
      return await new Promise<unknown>((resolve, reject) => {
        let started = false;
        const fail = (error: Error): void => reject(error);
        const answer = async ({ id, what = '', value }: Message): Promise<void> => {
          const ask = Object.hasOwn(asks, what) ? asks[what] : undefined;
          const result = await Promise.resolve()
            .then(() => ask?.(value as never))
            .then((given) => ({ value: given ?? null }), reasonOf);
          if (child.connected) child.send({ kind: 'answer', text: JSON.stringify({ id, ...result }) }, () => {});
        };
        const read = (message: Message): void => {
          if (message.failed !== undefined) {
            const text = mask.text(message.failed);
            fail(message.stopped === true ? new Stopped(text) : new JobError(message.code ?? 'script_failed', text));
          } else if (message.done === true) resolve(mask.value(message.output));
          else if (message.id !== undefined) void answer(message);
          else {
            const error = listen(message);
            if (error !== undefined) fail(error);
          }
        };
        child.on('message', (raw: { kind: string; text?: string }) => {
          if (raw.kind === 'ready') {
            const told = { about, input: job.input ?? null, siteUrl: siteUrl ?? subscription?.siteUrl ?? null };
            child.send({ kind: 'start', script, realm: realmSource(), job: told });
            started = true;
            if (tools.stopping.aborted) child.send({ kind: 'stop' });
          } else if (typeof raw.text === 'string' && raw.text.length > limits.outputBytes + 10_000_000)
            fail(new JobError('output_limit', 'the script gave more than it may'));
          else read(JSON.parse(raw.text ?? '{}') as Message);
        });
        child.on('error', fail);
        child.on('exit', (code, signal) =>
          fail(
            new JobError(
              'script_ended',
              `the process of the script ended by itself (${signal ?? code}): out of memory?`,
            ),
          ),
        );
        const watch = setInterval(() => {
          if (child.pid !== undefined && residentMb(child.pid) > limits.memoryMb)
            fail(new JobError('memory_limit', `the script uses more than ${limits.memoryMb} MB`));
        }, watchMs);
        child.on('close', () => clearInterval(watch));
        const ended = (): void => {
          clearInterval(watch);
          fail(new Stopped('killed'));
        };
        tools.killed.addEventListener('abort', ended);
        const stop = (): void => {
          // The first message that a host reads is the script.
          if (started && child.connected) child.send({ kind: 'stop' }, () => {});
          // A script that does not ask whether it should stop is ended.
          setTimeout(() => fail(new Stopped('stopped')), limits.stopMs).unref();
        };
        if (tools.stopping.aborted) stop();
        else tools.stopping.addEventListener('abort', stop);
      }).then((output) => {
        if (JSON.stringify(output ?? null).length > limits.outputBytes)
          throw new JobError('output_limit', `the output is larger than ${limits.outputBytes} bytes`);
        return output;
      });
    } finally {
      child.removeAllListeners('message');
      child.kill('SIGKILL');
      const requests = replay == null ? recorded() : undefined;
      if (requests !== undefined && !tools.killed.aborted)
        await tools.artifact('requests.json', 'application/json', mask.text(requests)).catch(() => {});
    }
  };
