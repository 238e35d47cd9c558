import type { Job, JobTools } from '../robot/types.ts';
import { scriptExecutor, type ScriptLimits } from '../robot/script/run-script.ts';

/** Limits under which tests run scripts: small, so that a script reaches them soon. */
export const testLimits: ScriptLimits = {
  heapMb: 64,
  memoryMb: 320,
  cpuMs: 1_000,
  logBytes: 100_000,
  outputBytes: 10_000,
  stopMs: 2_000,
};

/** The same for scripts that shall reach another limit than that of time, also on a slow machine. */
export const patientLimits: ScriptLimits = { ...testLimits, cpuMs: 60_000 };

const executors = new Map<ScriptLimits, ReturnType<typeof scriptExecutor>>();
const executorOf = (limits: ScriptLimits): ReturnType<typeof scriptExecutor> => {
  const known = executors.get(limits) ?? scriptExecutor(limits);
  executors.set(limits, known);
  return known;
};

/** How a script ended, with everything that left it. */
export type ScriptRun = {
  output: unknown;
  error: { code?: string; message: string; name: string } | undefined;
  lines: string[];
  artifacts: Map<string, string>;
  reported: string;
};

type Options = {
  hosts?: string[];
  input?: unknown;
  stopAtLog?: boolean;
  replay?: unknown;
  limits?: ScriptLimits;
  /** Address of the carrier's site, how it is asked, and the shipment that the job is about. */
  siteUrl?: string;
  manners?: Job['work']['manners'];
  subscription?: Job['subscription'];
  /** What the product answers calls of the script with. */
  call?: JobTools['call'];
};

/** Runs a script as an agent does, with tools that keep what they are given. */
export async function runScript(script: string, options: Options = {}): Promise<ScriptRun> {
  const { hosts = [], input = null, stopAtLog = false, replay = null, limits = patientLimits } = options;
  const { siteUrl = null, manners = null, subscription = null, call = async () => null } = options;
  const lines: string[] = [];
  const artifacts = new Map<string, string>();
  let reported = '';
  const stop = new AbortController();
  const tools: JobTools = {
    log: (_level, text) => {
      lines.push(text);
      if (stopAtLog) stop.abort();
    },
    progress: (percent, text) => {
      reported = `${percent} ${text ?? ''}`;
    },
    artifact: async (name, _type, body) => void artifacts.set(name, String(body)),
    asset: async (type) => ({
      value: type === 'ACCOUNT' ? 'robot:Geheim-4711' : 'plain text',
      secret: type === 'ACCOUNT',
    }),
    stopping: stop.signal,
    killed: new AbortController().signal,
    call,
    robotName: 'test',
  };
  const job = {
    jobId: '7',
    processName: 'P',
    packageVersion: '1',
    attempt: 1,
    subscription,
    input,
    work: { kind: 'script', script, hosts, replay, siteUrl, manners },
  } as unknown as Job;
  const result = await executorOf(limits)(job, tools).then(
    (output) => ({ output, error: undefined }),
    (error: NonNullable<ScriptRun['error']>) => ({ output: undefined, error }),
  );
  return { ...result, lines, artifacts, reported };
}
