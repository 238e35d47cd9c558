import { isInput, type SuiteName } from '../test/inputs.ts';
import type { Finding, SourceFile } from './read-source.ts';

/** The files that the tests of a suite, or the programs that it starts, begin with. */
const beginnings: readonly (readonly [SuiteName, RegExp])[] = [
  ['unit', /(?<!\.db|\.cluster)\.test\.ts$/],
  ['web', /^src\/web\/.*\.test\.tsx$|^src\/web\/kit\/test-setup\.ts$/],
  ['db-postgres', /\.db\.test\.ts$/],
  ['db-embedded', /\.db\.test\.ts$|^src\/testing\/setup-embedded\.ts$/],
  ['cluster', /\.cluster\.test\.ts$/],
  ['build', /^src\/web\/main\.tsx$|^vite\.config\.ts$/],
  ['e2e', /^e2e\/.*\.ts$|^src\/(?:server|robot)\/main\.ts$|^src\/web\/main\.tsx$|^scripts\/bundle-server\.ts$/],
];

/** Files that a suite imports although they do not count as its inputs: a change of them would not make it run. */
export function checkSuiteInputs(files: readonly SourceFile[]): Finding[] {
  const sources = new Map(files.map((file) => [file.path, file]));
  return beginnings.flatMap(([suite, beginning]) => {
    const reached = new Set([...sources.keys()].filter((path) => beginning.test(path)));
    // A set is walked to those that are added on the way as well.
    for (const path of reached)
      for (const { target } of sources.get(path)?.imports ?? []) if (target !== undefined) reached.add(target);
    return [...reached]
      .filter((path) => !isInput(suite, path))
      .map((path) => ({
        path,
        line: 1,
        message: `suite ${suite} imports this file, but it is not an input of it (scripts/test/inputs.ts)`,
      }));
  });
}
