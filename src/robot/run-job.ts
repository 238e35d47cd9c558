import { errorText, isAbort } from './error-text.ts';
import type { ProtocolClient } from './protocol-client.ts';
import { Refused } from './protocol-client.ts';
import { type Executor, type Job, JobError, type JobTools, type LogLevel, Stopped } from './types.ts';

type Line = { at: number; level: LogLevel; text: string };

const flushMs = 300;
const batchLines = 1_000;
const retryMs = 1_000;
const attempts = 60;

/** A job that this agent runs at the moment. */
export type RunningJob = {
  job: Job;
  progress: { percent: number | undefined; text: string | undefined };
  stop: AbortController;
  kill: AbortController;
  done: Promise<void>;
};

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });

/** Makes a call until the server has answered it, however long the network is away within reason. */
async function insist<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Refused || attempt >= attempts || signal.aborted) throw error;
      await wait(retryMs, signal);
    }
  }
}

/** Collects lines and sends them in batches, in order, each line once. */
function logSender(send: (first: number, lines: readonly Line[]) => Promise<unknown>) {
  const lines: Line[] = [];
  let sent = 0;
  let sending: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    sending = sending.then(async () => {
      while (lines.length > 0) {
        const batch = lines.slice(0, batchLines);
        await send(sent, batch);
        lines.splice(0, batch.length);
        sent += batch.length;
      }
    });
    return sending;
  };
  return { add: (line: Line) => lines.push(line), flush };
}

/** Runs one leased job to its end and reports it; a lost lease ends quietly, since the server has settled the job. */
export function runJob(
  job: Job,
  parts: { client: ProtocolClient; session: string; robotName: string; executors: Readonly<Record<string, Executor>> },
): RunningJob {
  const { client, session, robotName, executors } = parts;
  const [stop, kill] = [new AbortController(), new AbortController()];
  kill.signal.addEventListener('abort', () => stop.abort());
  const lease = { session, jobId: job.jobId, fence: job.fence };
  const progress: RunningJob['progress'] = { percent: undefined, text: undefined };
  const log = logSender((first, lines) =>
    insist(() => client('/api/robot/v1/log', { ...lease, sentAt: Date.now(), first, lines }), kill.signal),
  );
  const tools: JobTools = {
    log: (level, text) => log.add({ at: Date.now(), level, text }),
    progress: (percent, text) => {
      progress.percent = Math.max(0, Math.min(100, Math.round(percent)));
      progress.text = text?.slice(0, 200);
    },
    artifact: async (name, contentType, body) => {
      const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
      const sent = { ...lease, name, contentType, body: bytes.toString('base64') };
      await insist(() => client('/api/robot/v1/artifact', sent), kill.signal);
    },
    asset: async (assetType) => {
      const given = await client<{ value: string; valueType: string }>('/api/robot/v1/asset', { ...lease, assetType });
      return { value: given.value, secret: given.valueType === 'CREDENTIAL' };
    },
    stopping: stop.signal,
    killed: kill.signal,
    call: (path, body) => client(path, body),
    robotName,
  };

  const work = async (): Promise<object> => {
    const executor = executors[job.work.kind];
    if (executor === undefined)
      return { status: 'Faulted', errorCode: 'no_executor', errorText: `nothing runs work of kind "${job.work.kind}"` };
    try {
      const output = await executor(job, tools);
      return { status: 'Successful', ...(output === undefined ? {} : { output }) };
    } catch (error) {
      if (error instanceof Stopped || (stop.signal.aborted && isAbort(error))) return { status: 'Stopped' };
      const text = errorText(error);
      tools.log('error', text);
      return {
        status: 'Faulted',
        errorCode: error instanceof JobError ? error.code : 'failed',
        errorText: text.slice(0, 4000),
      };
    }
  };
  const main = async (): Promise<void> => {
    const timer = setInterval(() => void log.flush().catch(() => {}), flushMs);
    try {
      const result = await Promise.race([
        work(),
        new Promise<undefined>((resolve) => kill.signal.addEventListener('abort', () => resolve(undefined))),
      ]);
      if (result === undefined) return;
      await log.flush();
      await insist(() => client('/api/robot/v1/complete', { ...lease, ...result }), kill.signal);
    } catch (error) {
      // The lease is lost, or the server is away for good: what the server knows of the job counts.
      if (!(error instanceof Refused) && !kill.signal.aborted)
        process.stderr.write(`job ${job.jobId}: ${String(error)}\n`);
    } finally {
      clearInterval(timer);
    }
  };
  return { job, progress, stop, kill, done: main() };
}
