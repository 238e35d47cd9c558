import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import config from '../../../vitest.config.ts';
import { root } from '../../lint/read-source.ts';

/** The projects of vitest that changed files can be tried with. */
export type Project = 'unit' | 'web' | 'db-embedded';

/** What tests stated: those that failed, and what else went wrong, such as a file that could not be loaded. */
export type Verdict = { passed: number; failed: readonly string[]; errors: readonly string[] };

/** Tests of some files, run again and again with one file of the product changed. */
export type ChangedTests = {
  /** Runs them; `changed` is read instead of the text of its file. Ends at the first failure if asked. */
  run: (changed?: { path: string; text: string }) => Promise<Verdict>;
  close: () => Promise<void>;
};

function configOf(project: Project) {
  for (const one of config.test?.projects ?? [])
    if (typeof one === 'object' && 'test' in one && one.test?.name === project) return one;
  throw new Error(`vitest.config.ts has no project ${project}`);
}

/** Opens tests as their project runs them, but in one thread; nothing is written to the files of the product. */
export async function openTests(project: Project, tests: readonly string[], bail = 0): Promise<ChangedTests> {
  const { test, plugins = [] } = configOf(project);
  let changed: { path: string; text: string } | undefined;
  const changing = {
    name: 'changed-file',
    enforce: 'pre' as const,
    load: (id: string) => (changed !== undefined && id === join(root, changed.path) ? changed.text : undefined),
  };
  const vitest = await createVitest(
    'test',
    {
      ...test,
      config: false,
      root,
      watch: false,
      pool: 'threads',
      maxWorkers: 1,
      include: [...tests],
      exclude: [],
      reporters: [{}],
      silent: true,
      fsModuleCache: false,
      bail,
    },
    { plugins: [...plugins, changing], logLevel: 'silent' },
  );
  const specifications = await vitest.globTestSpecifications();
  if (specifications.length !== tests.length) throw new Error(`not all tests were found: ${tests.join(', ')}`);
  const run: ChangedTests['run'] = async (next) => {
    const former = changed;
    changed = next;
    for (const file of [former, next]) if (file !== undefined) vitest.invalidateFile(join(root, file.path));
    vitest.state.errorsSet.clear();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const all = testModules.flatMap((module) => [...module.children.allTests()]);
    return {
      passed: all.filter((one) => one.result().state === 'passed').length,
      failed: all.filter((one) => one.result().state === 'failed').map(({ fullName }) => fullName),
      errors: [...testModules.flatMap((module) => module.errors()), ...unhandledErrors].map((error) =>
        error instanceof Object && 'message' in error ? String(error.message) : String(error),
      ),
    };
  };
  return { run, close: () => vitest.close() };
}
