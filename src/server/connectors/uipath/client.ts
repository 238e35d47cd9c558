import { z } from 'zod';
import { read, remoteTransport, type RemoteSettings } from './transport.ts';
import { type RemoteAccess, RemoteFailure, type RemoteJob } from './types.ts';

const odata = 'UiPath.Server.Configuration.OData';

const job = z.object({
  Id: z.number(),
  State: z.string(),
  Info: z.string().nullish(),
  OutputArguments: z.string().nullish(),
});
const jobs = z.object({ value: z.array(job) });
const releases = z.object({ value: z.array(z.object({ Key: z.string() })) });
const robots = z.object({ '@odata.count': z.number() });

const isKey = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function parsedOutput(text: string | null | undefined): unknown {
  if (text == null || text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { text };
  }
}

const presentJob = (row: z.output<typeof job>): RemoteJob => ({
  id: String(row.Id),
  state: row.State,
  info: row.Info ?? null,
  output: parsedOutput(row.OutputArguments),
});

/** Speaks to one orchestrator over its published OData interface. */
export function uipathClient(access: RemoteAccess, settings: RemoteSettings) {
  const { call, hide } = remoteTransport(access, settings);
  const find = (path: string, filter: string): string => `${path}?$top=1&$filter=${encodeURIComponent(filter)}`;
  return {
    /** How many robots it has; also the sign that it answers. */
    countRobots: async (): Promise<number> =>
      read(robots, await call('GET', 'Robots?$top=1&$count=true'))['@odata.count'],
    /** The key of a process: a key as it is, a name as the folder has it. */
    releaseKey: async (process: string): Promise<string | undefined> => {
      if (isKey(process)) return process;
      const { value } = read(releases, await call('GET', find('Releases', `Name eq ${quoted(process)}`)));
      return value[0]?.Key;
    },
    /** The job that was started under a reference of ours, if one was. */
    findByReference: async (reference: string): Promise<RemoteJob | undefined> => {
      const { value } = read(jobs, await call('GET', find('Jobs', `Reference eq ${quoted(reference)}`)));
      return value[0] === undefined ? undefined : presentJob(value[0]);
    },
    /** Starts one job. */
    start: async (wanted: { releaseKey: string; reference: string; input: unknown }): Promise<RemoteJob> => {
      const startInfo = {
        ReleaseKey: wanted.releaseKey,
        Strategy: 'ModernJobsCount',
        JobsCount: 1,
        Reference: wanted.reference,
        ...(wanted.input == null ? {} : { InputArguments: JSON.stringify(wanted.input) }),
      };
      const [made] = read(jobs, await call('POST', `Jobs/${odata}.StartJobs`, { startInfo })).value;
      if (made === undefined) throw new RemoteFailure('noAnswer', 'no job was started');
      return presentJob(made);
    },
    /** One job as it is now. */
    job: async (id: string): Promise<RemoteJob> => presentJob(read(job, await call('GET', `Jobs(${Number(id)})`))),
    /** Asks a job to end safely, or ends it at once. */
    stop: async (id: string, strategy: 'SoftStop' | 'Kill'): Promise<void> => {
      await call('POST', `Jobs/${odata}.StopJobs`, { jobIds: [Number(id)], strategy });
    },
    /** Takes what must not be seen out of a text. */
    hide,
  };
}

/** Speaks to one orchestrator. */
export type UipathClient = ReturnType<typeof uipathClient>;
