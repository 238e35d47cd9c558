import { handlers } from './handlers/index.ts';
import { scriptExecutor } from './script/run-script.ts';
import { type Executor, JobError } from './types.ts';

/** Runs a handler that this agent has built in. */
const runHandler: Executor = (job, tools) => {
  const handler = handlers[job.work.name ?? ''];
  if (handler === undefined) throw new JobError('no_handler', `this robot has no handler "${job.work.name ?? ''}"`);
  return handler(job, tools);
};

/** What this agent can run, by the kind of work. */
export const executors: Readonly<Record<string, Executor>> = {
  handler: async (job, tools) => runHandler(job, tools),
  script: scriptExecutor(),
  none: () => Promise.reject(new JobError('nothing_to_run', 'the package version says nothing that could run')),
};
