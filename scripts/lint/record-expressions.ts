// A worker that loads modules and notes every regular expression that they build meanwhile, with the place that builds it.
import { parentPort, workerData } from 'node:worker_threads';

/** What a worker reports of one module: the expressions built while it was loaded, or why it cannot be loaded. */
export type Recorded = {
  file: string;
  built: { file: string; line: number; column: number; source: string; flags: string }[];
  problem?: string;
};

const built: Recorded['built'] = [];

/** The place that built an expression: the first one in the stack outside this file. */
function note(made: RegExp): RegExp {
  const frame = (new Error().stack ?? '')
    .split('\n')
    .find((line) => line.includes('file://') && !line.includes(import.meta.url));
  const [, url, line, column] = /(file:\/\/[^\s()]+):(\d+):(\d+)\)?$/.exec(frame ?? '') ?? [];
  if (url !== undefined)
    built.push({
      file: url,
      line: Number(line),
      column: Number(column),
      source: made.source,
      flags: made.flags,
    });
  return made;
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (native, [pattern, flags]: [string | RegExp, string?]) => note(new native(pattern, flags)),
  apply: (native, _self, [pattern, flags]: [string | RegExp, string?]) => note(new native(pattern, flags)),
});

const files: readonly string[] = workerData;
for (const file of files) {
  let problem: string | undefined;
  try {
    await import(file);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const recorded: Recorded = { file, built: built.splice(0), ...(problem === undefined ? {} : { problem }) };
  parentPort?.postMessage(recorded);
}
