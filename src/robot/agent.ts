import { hostname } from 'node:os';
import { executors as ownExecutors } from './executors.ts';
import { protocolClient, Refused } from './protocol-client.ts';
import { runJob, type RunningJob } from './run-job.ts';
import type { Executor, Job } from './types.ts';
import { agentVersion } from './version.ts';

/** What an agent is started with. */
export type AgentOptions = {
  server: string;
  key: string;
  log: (text: string) => void;
  /** Ends the agent: it takes no more jobs and asks those at hand to stop. */
  signal: AbortSignal;
  executors?: Readonly<Record<string, Executor>>;
};

type Session = {
  robotName: string;
  session: string;
  heartbeatSeconds: number;
  pollSeconds: number;
  slots: number;
};
type Signals = { enabled: boolean; signals: { jobId: string; signal: 'stop' | 'kill' }[] };

const longestWaitMs = 15_000;
const stopWaitMs = 20_000;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });

/** Asks for jobs and runs them, until it is ended or another agent takes its place; gives why it ended. */
export async function runAgent({
  server,
  key,
  log,
  signal,
  executors = ownExecutors,
}: AgentOptions): Promise<'ended' | 'replaced' | 'key'> {
  const client = protocolClient({ server, key });
  const register = () =>
    client<Session>('/api/robot/v1/register', {
      protocol: 1,
      agentVersion,
      capabilities: Object.keys(executors),
      host: hostname(),
      sentAt: Date.now(),
    });
  let pauseMs = 500;
  let session: Session | undefined;
  while (session === undefined && !signal.aborted) {
    try {
      session = await register();
    } catch (error) {
      if (error instanceof Refused) {
        log(`refused: ${error.message}`);
        return 'key';
      }
      log(`no answer from ${server}, trying again: ${String(error)}`);
      await wait(pauseMs, signal);
      pauseMs = Math.min(longestWaitMs, pauseMs * 2);
    }
  }
  if (session === undefined) return 'ended';
  log(`robot ${session.robotName} is ready`);
  return work(session, { client, log, signal, executors });
}

type Parts = Required<Pick<AgentOptions, 'log' | 'signal' | 'executors'>> & {
  client: ReturnType<typeof protocolClient>;
};

async function work(
  session: Session,
  { client, log, signal, executors }: Parts,
): Promise<'ended' | 'replaced' | 'key'> {
  const running = new Map<string, RunningJob>();
  const gone = new AbortController();
  let why: 'ended' | 'replaced' | 'key' = 'ended';
  const over = AbortSignal.any([signal, gone.signal]);
  /** Another agent has taken the session, or the key has ended: nothing of this one counts any more. */
  const failed = (error: unknown): void => {
    if (error instanceof Refused && (error.code === 'session_replaced' || error.http === 401)) {
      why = error.http === 401 ? 'key' : 'replaced';
      gone.abort();
    }
  };
  const beat = async (): Promise<void> => {
    const jobs = [...running.values()].map(({ job, progress }) => ({
      jobId: job.jobId,
      fence: job.fence,
      progress: progress.percent ?? null,
      progressText: progress.text ?? null,
    }));
    const { signals } = await client<Signals>('/api/robot/v1/heartbeat', {
      session: session.session,
      sentAt: Date.now(),
      jobs,
    });
    for (const { jobId, signal: wanted } of signals) running.get(jobId)?.[wanted].abort();
  };
  const start = (job: Job): void => {
    log(`job ${job.jobId} ${job.processName}`);
    const one = runJob(job, { client, session: session.session, robotName: session.robotName, executors });
    running.set(job.jobId, one);
    void one.done.finally(() => running.delete(job.jobId));
  };
  const heartbeats = (async () => {
    while (!gone.signal.aborted && (!signal.aborted || running.size > 0)) {
      await beat().catch(failed);
      // While jobs run the server is asked more often, so that a stop is heard soon.
      await wait(
        (running.size > 0 ? Math.min(1, session.heartbeatSeconds) : session.heartbeatSeconds) * 1000,
        running.size > 0 ? gone.signal : over,
      );
    }
  })();
  while (!over.aborted) {
    const free = session.slots - running.size;
    try {
      const jobs = free > 0 ? await client<Job[]>('/api/robot/v1/lease', { session: session.session, most: free }) : [];
      for (const job of jobs) start(job);
      if (jobs.length === 0) await wait(session.pollSeconds * 1000, over);
    } catch (error) {
      failed(error);
      await wait(session.pollSeconds * 2000, over);
    }
  }
  for (const one of running.values()) (gone.signal.aborted ? one.kill : one.stop).abort();
  await Promise.race([
    Promise.all([...running.values()].map(({ done }) => done)),
    wait(stopWaitMs, new AbortController().signal),
  ]);
  gone.abort();
  await heartbeats;
  if (why === 'ended') await client('/api/robot/v1/disconnect', { session: session.session }).catch(() => {});
  return why;
}
