import { fieldsOf } from '../fields.ts';
import { type Executor, type Job, JobError, type JobTools, type LogLevel, Stopped } from '../types.ts';
import { answerTo, askable } from './asks.ts';
import { type ScriptHost, scriptHosts } from './host-process.ts';
import { type Masker, masker } from './mask.ts';

/** What a script may use. */
export type ScriptLimits = {
  /** Of the script. */
  heapMb: number;
  /** Of the process around it. */
  memoryMb: number;
  /** Processor time. */
  cpuMs: number;
  logBytes: number;
  outputBytes: number;
  stopMs: number;
};
const standardLimits: ScriptLimits = {
  heapMb: 96,
  // The process alone takes about 90.
  memoryMb: 320,
  cpuMs: 60_000,
  logBytes: 2_000_000,
  outputBytes: 1_000_000,
  stopMs: 30_000,
};

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const watchMs = 200;
/** Questions of a script that are answered at a time; it has to wait with further ones. */
const maxAtOnce = 6;
const longestLine = 12_000_000;

/** A line of a process that may write anything. */
function messageOf(line: string): ReturnType<typeof fieldsOf> {
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    throw new JobError('script_ended', 'the process of the script wrote what is no message');
  }
}

/** Reads what a script writes of its own accord; throws once it writes too much. */
function listener(tools: JobTools, mask: Masker, limits: ScriptLimits) {
  let written = 0;
  return (kind: unknown, value: unknown): void => {
    const { level, text, percent } = fieldsOf(value);
    const shown = typeof text === 'string' ? mask.text(text) : '';
    if (kind === 'progress') {
      const reached = typeof percent === 'number' ? percent : 0;
      return tools.progress(reached, text === undefined ? undefined : shown);
    }
    written += shown.length + 20;
    if (written > limits.logBytes)
      throw new JobError('output_limit', `the script wrote more than ${limits.logBytes} bytes`);
    tools.log(levels.find((one) => one === level) ?? 'info', shown);
  };
}

type Parts = {
  job: Job;
  tools: JobTools;
  mask: Masker;
  limits: ScriptLimits;
  asks: ReturnType<typeof askable>['asks'];
};

/** Answers a script until it ends; gives its output. */
async function converse(host: ScriptHost, { job, tools, mask, limits, asks }: Parts): Promise<unknown> {
  const { jobId, processName, packageVersion, attempt, subscription, work, input } = job;
  const about = { jobId, processName, packageVersion, attempt, subscription };
  const reported = { about, input: input ?? null, siteUrl: work.siteUrl ?? subscription?.siteUrl ?? null };
  host.send({ kind: 'start', script: work.script ?? '', reported });
  const listen = listener(tools, mask, limits);
  const underWay = new Set<Promise<void>>();
  for await (const line of host.lines(longestLine)) {
    const { kind, id, what, value, output, text, code, stopped } = messageOf(line);
    if (kind === 'done') {
      if (typeof output !== 'string' || output.length > limits.outputBytes)
        throw new JobError('output_limit', `the output is larger than ${limits.outputBytes} bytes`);
      return mask.value(fieldsOf(JSON.parse(output))['output']);
    }
    if (kind === 'failed') {
      const shown = mask.text(String(text));
      throw stopped === true
        ? new Stopped(shown)
        : new JobError(typeof code === 'string' ? code : 'script_failed', shown);
    }
    if (kind === 'ask' && typeof id === 'number') {
      const one = answerTo(asks, { what: String(what), value }).then((answer) => {
        underWay.delete(one);
        host.send({ kind: 'answer', id, ...answer });
      });
      underWay.add(one);
      if (underWay.size >= maxAtOnce) await Promise.race(underWay);
    } else listen(kind, value);
  }
  throw new JobError('script_ended', `the process of the script ended by itself (${await host.ended})`);
}

/** What ends a script from outside: a stop that it does not heed, a kill, its memory. */
function watched(host: ScriptHost, { tools, limits }: Parts): { ended: Promise<never>; clear: () => void } {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timers: NodeJS.Timeout[] = [];
  timers.push(
    setInterval(() => {
      if (host.residentMb() > limits.memoryMb)
        reject(new JobError('memory_limit', `the script uses more than ${limits.memoryMb} MB`));
    }, watchMs),
  );
  const kill = (): void => reject(new Stopped('killed'));
  const stop = (): void => {
    host.send({ kind: 'stop' });
    // A script that does not ask whether it should stop is ended.
    timers.push(setTimeout(() => reject(new Stopped('stopped')), limits.stopMs));
  };
  if (tools.killed.aborted) kill();
  tools.killed.addEventListener('abort', kill);
  if (tools.stopping.aborted) stop();
  tools.stopping.addEventListener('abort', stop);
  return {
    ended,
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
      tools.killed.removeEventListener('abort', kill);
      tools.stopping.removeEventListener('abort', stop);
    },
  };
}

/** Runs scripts of package versions, each in a sandbox in a process of its own, which can do nothing but ask this one. */
export function scriptExecutor(limits: ScriptLimits = standardLimits): Executor {
  const hosts = scriptHosts(limits);
  return async (job, tools) => {
    const mask = masker();
    const { asks, recorded, refused } = askable(job, tools, mask);
    const host = hosts.take();
    const parts = { job, tools, mask, limits, asks };
    const conversation = converse(host, parts);
    const watch = watched(host, parts);
    try {
      const output = await Promise.race([conversation, watch.ended]);
      // A script may go on after its site has refused it: the job has failed all the same.
      const refusal = refused();
      if (refusal !== undefined) throw refusal;
      return output;
    } catch (error) {
      // Also of a job that is being stopped: else the next one would ask the site again.
      throw refused() ?? error;
    } finally {
      watch.clear();
      host.kill();
      hosts.prepare();
      const requests = job.work.replay == null ? recorded() : undefined;
      if (requests !== undefined && !tools.killed.aborted)
        await tools.artifact('requests.json', 'application/json', mask.text(requests)).catch(() => {});
    }
  };
}
