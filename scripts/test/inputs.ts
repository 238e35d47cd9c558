import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lint/read-source.ts';

/** The suites of `npm test`. */
export type SuiteName = 'check' | 'unit' | 'web' | 'db-postgres' | 'db-embedded' | 'build' | 'e2e' | 'cluster';

const records = /^(?:CHANGELOG\.md|docs\/benchmarks\.md)/;
/** The manual is shown by the product. */
const documents = /^(?:docs\/(?!manual\/)|README[^/]*\.md$|[A-Z]+\.md$)/;
const browserTests = /^(?:e2e\/|playwright\.config\.ts$)/;
const screens = /^src\/web\//;
const benches = /^bench\//;
const databaseTests = /\.db\.test\.ts$/;
const clusterTests = /\.cluster\.test\.ts$/;
const tests = /\.test\.tsx?$/;
const clients = /^clients\//;

/** Files of the project that a suite does not read. All others are its inputs, so that a new file counts until somebody looks. */
const notRead: Readonly<Record<SuiteName, readonly RegExp[]>> = {
  check: [],
  unit: [records, browserTests, clusterTests],
  web: [documents, browserTests, benches, databaseTests, clusterTests, clients],
  'db-postgres': [records, browserTests, benches, screens, clusterTests],
  'db-embedded': [records, browserTests, benches, screens, clusterTests],
  build: [
    documents,
    browserTests,
    benches,
    tests,
    clients,
    /^(?:src\/(?:server|simulator|robot|testing)|migrations|seeds)\//,
  ],
  e2e: [documents, benches, tests, clients],
  cluster: [records, browserTests, screens, databaseTests, clients],
};

/** Whether a file of the project is an input of a suite. */
export const isInput = (suite: SuiteName, path: string): boolean => !notRead[suite].some((part) => part.test(path));

/** The files of the project, those that are not committed yet as well; undefined outside of a repository. */
function listFiles(): string[] | undefined {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
    return [...new Set(text.split('\0').filter((path) => path !== ''))].sort();
  } catch {
    return undefined;
  }
}

const digest = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

function digestOf(path: string): string {
  try {
    return digest(readFileSync(join(root, path)));
  } catch {
    return 'gone';
  }
}

/** What tells one state of a program of this machine from another. */
export function programState(path: string | undefined): string {
  if (path === undefined) return 'none';
  try {
    const real = realpathSync(path);
    const { size, mtimeMs } = statSync(real);
    return `${real} ${size} ${mtimeMs}`;
  } catch {
    return path;
  }
}

const mattering = /^(?:TZ|LANG|LANGUAGE|LC_\w+|NODE_OPTIONS|PORTOLAN_\w+)$/;

/** The Node and the variables of the environment that tests can see a difference by. */
function environmentState(): string {
  const variables = Object.entries(process.env).filter(([name]) => mattering.test(name));
  return JSON.stringify([process.version, process.platform, process.arch, variables.sort()]);
}

/** Fingerprints of the inputs of suites as they are now; undefined where they cannot be known. `about` says what else matters to a suite. */
export function readInputs(): ((suite: SuiteName, about: readonly string[]) => string) | undefined {
  const files = listFiles()?.map((path) => ({ path, content: digestOf(path) }));
  if (files === undefined) return undefined;
  return (suite, about) =>
    digest(
      JSON.stringify([
        environmentState(),
        about,
        files.filter(({ path }) => isInput(suite, path)).map(({ path, content }) => `${path} ${content}`),
      ]),
    );
}
