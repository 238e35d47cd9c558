// All suites, each in a process of its own, in two groups: journeys mostly wait, so the others are run meanwhile.
// The last line counts the tests of all of them.
// Arguments pick suites by name: npm test -- unit e2e
// A suite whose inputs are as they were when it last passed on this machine is skipped, but not in CI; `--all` runs all of them.
// `--full` tries everything on both databases, with five times as many odd messages: before a release, and at night.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../lint/read-source.ts';
import { bringChromium, installFromDistribution } from './bring.ts';
import { missingForCluster } from '#testing/patroni-cluster.ts';
import { countLastLine, countPlaywright, countVitest, suiteLine, summaryLine } from './counts.ts';
import { expectedLine } from './expected-time.ts';
import { type Failure, failureLines, failuresOfPlaywright, failuresOfVitest } from './failures.ts';
import type { SuiteName } from './inputs.ts';
import { killAll, run } from './process.ts';
import { measureProcessor, noteProcessorSeconds } from './processor-time.ts';
import { type Duration, unchangedLine, type Counts } from './records.ts';
import { slowestLines, type Took, timesOfPlaywright, timesOfVitest } from './slowest.ts';
import { serverProcessorSeconds, stopTestServer, testServer } from './test-server.ts';
import { openMemory } from './unchanged.ts';

type Outcome = Counts | { skipped: string };
type Suite = { name: SuiteName; run: () => Promise<Outcome> };

const temporary = mkdtempSync(join(tmpdir(), 'portolan-test-'));
// A database server that may not run as root has its folder below.
chmodSync(temporary, 0o755);
// Also for this process, which starts the database server.
process.env['TMPDIR'] = temporary;

const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('--'));
const wanted = words.filter((word) => !word.startsWith('--'));
const isFull = options.includes('--full');
const isInCi = !['', 'false'].includes(process.env['CI'] ?? '');

/** What tests see of the environment: the settings of anyone who runs them must not reach them. */
function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const settings =
    /^(?:PORT|HOST|DATA_DIR|DATABASE_URL|SECRET_KEY|PUBLIC_URL|SIMULATOR|OIDC_|DATA_PAGE_URL|FT_PAGE_URL|NODE_ENV|LOG_LEVEL|TEST_|METRICS_|OTEL_)/;
  const kept = Object.entries(process.env).filter(([name]) => !settings.test(name));
  const path = [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(
    delimiter,
  );
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    TMPDIR: temporary,
    NO_COLOR: '1',
    ...(isFull ? { TEST_FULL: '1' } : {}),
    ...extra,
  };
}

/** A suite that hangs is ended well before CI would end all of them. */
const suiteTimeoutMs = 75 * 60_000;
const node = (args: readonly string[], env: Record<string, string> = {}, quiet = false) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: environment(env),
    timeoutMs: suiteTimeoutMs,
    quiet,
  });

/** How long files and journeys took, and what failed. */
const times: (Took & { suite: string })[] = [];
const failures: (Failure & { suite: string })[] = [];

/** Keeps from a report what is printed at the end. */
function noteReport(
  suite: string,
  file: string,
  { timesOf, failuresOf }: { timesOf: (text: string) => Took[]; failuresOf: (text: string) => Failure[] },
): void {
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  times.push(...timesOf(text).map((took) => ({ suite, ...took })));
  failures.push(...failuresOf(text).map((failure) => ({ suite, ...failure })));
}

const reportFile = (name: string): string => join(temporary, `${name}.json`);

/** Counts a report; a suite that ended without one, or badly without a failed test, is one failure. */
function countReport(file: string, count: (text: string) => Counts, code: number): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts = count(readFileSync(file, 'utf8'));
  return counts.failed === 0 && code !== 0 ? { ...counts, failed: 1 } : counts;
}

async function vitest(project: string, env: Record<string, string> = {}): Promise<Counts> {
  const file = reportFile(project);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await node(['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters], env);
  noteReport(project, file, {
    timesOf: (text) => timesOfVitest(text, root),
    failuresOf: (text) => failuresOfVitest(text, root),
  });
  return countReport(file, countVitest, code);
}

async function script(path: string): Promise<Counts> {
  const { code, message } = await node([path]);
  return countLastLine(message) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

async function onPostgres(): Promise<Outcome> {
  const server = await testServer();
  if (server === undefined) return { skipped: 'no PostgreSQL on this machine, and none could be brought' };
  try {
    return await vitest('db-postgres', { TEST_POSTGRES_URL: server.url });
  } finally {
    noteProcessorSeconds(await serverProcessorSeconds());
  }
}

/** A sample, as all of them run on PostgreSQL; all of them where there is none. */
async function onEmbedded(): Promise<Outcome> {
  const sampled = !isFull && (await testServer()) !== undefined;
  return vitest('db-embedded', sampled ? { TEST_SAMPLED: 'embedded' } : {});
}

/** A pair of database servers that take each other's place. */
async function onCluster(): Promise<Outcome> {
  const missing = missingForCluster();
  if (missing.length > 0 && !(await installFromDistribution(missing)))
    return { skipped: `this machine lacks ${missing.join(', ')}, and they could not be installed` };
  return vitest('cluster');
}

async function build(): Promise<Counts> {
  const built = await node(['scripts/run.mjs', 'build']);
  if (built.code !== 0) return { passed: 0, failed: 1 };
  const { code, message } = await node(['scripts/check-budgets.ts']);
  const verdicts = message.split('\n').map((line) => line.split(' ')[0]);
  const over = verdicts.filter((verdict) => verdict === 'OVER').length;
  const within = verdicts.filter((verdict) => verdict === 'ok').length;
  return { passed: within + 1, failed: over === 0 && code !== 0 ? 1 : over };
}

async function playwright(): Promise<Outcome> {
  const chromium = await bringChromium();
  if (chromium === undefined) return { skipped: 'no Chromium on this machine, and none could be brought' };
  const file = reportFile('e2e');
  const env = {
    PORTOLAN_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Built by the suite before, unless journeys run alone.
    ...(results.has('build') ? { PORTOLAN_BUILT: '1' } : {}),
  };
  const args = ['--workers=2', '--reporter=dot,json'];
  // Shown when it is over, as other suites say something meanwhile.
  const { code, message } = await node(['node_modules/@playwright/test/cli.js', 'test', ...args], env, true);
  console.log(`\n== e2e\n${message}`);
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  noteReport('e2e', file, { timesOf: timesOfPlaywright, failuresOf: (text) => failuresOfPlaywright(text, read) });
  return countReport(file, countPlaywright, code);
}

/** Suites of a group run one after the other, the groups at the same time. */
const groups: readonly (readonly Suite[])[] = [
  [
    { name: 'unit', run: () => vitest('unit') },
    { name: 'web', run: () => vitest('web') },
    { name: 'db-postgres', run: onPostgres },
  ],
  [
    { name: 'check', run: () => script('scripts/check.ts') },
    { name: 'build', run: build },
    { name: 'e2e', run: playwright },
    { name: 'db-embedded', run: onEmbedded },
    { name: 'cluster', run: onCluster },
  ],
];
const suites = groups.flat();

async function end(code: number): Promise<never> {
  killAll();
  await stopTestServer();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(130));

const unknown =
  wanted.find((name) => !suites.some((suite) => suite.name === name)) ??
  options.find((option) => !['--full', '--all'].includes(option));
if (unknown !== undefined) {
  console.error(`Unknown "${unknown}"; --all, --full, or one of ${suites.map((suite) => suite.name).join(', ')}`);
  await end(1);
}

const memory = openMemory(
  suites.map(({ name }) => name),
  { full: isFull, maySkip: !isInCi && !options.includes('--all') },
);
const results = new Map<string, { outcome: Outcome; took: Duration }>();

async function runSuite(suite: Suite): Promise<void> {
  console.log(`\n== ${suite.name}`);
  const startedAt = performance.now();
  const { result: outcome, processorSeconds } = await measureProcessor(() =>
    suite.run().catch((error: unknown): Outcome => {
      console.error(error);
      return { passed: 0, failed: 1 };
    }),
  );
  const took = { seconds: (performance.now() - startedAt) / 1000, processorSeconds };
  results.set(suite.name, { outcome, took });
  if (!('skipped' in outcome)) memory.keep(suite.name, outcome, took);
}

const requested = groups.map((group) => group.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
const toRun = requested.map((group) => group.filter(({ name }) => memory.passedBefore(name) === undefined));
const names = toRun.map((group) => group.map(({ name }) => name));
console.log(expectedLine({ groups: names, records: memory.records, cores: availableParallelism(), full: isFull }));

await Promise.all(
  toRun.map(async (group) => {
    for (const suite of group) await runSuite(suite);
  }),
);

const counts: Counts[] = [];
const before: Counts[] = [];
const lines: string[] = [];
const skipped: string[] = [];
for (const { name } of requested.flat()) {
  const passed = memory.passedBefore(name);
  const result = results.get(name);
  if (passed !== undefined) {
    before.push(passed.counts);
    lines.push(unchangedLine(name, passed));
  }
  if (result === undefined) continue;
  const { outcome, took } = result;
  if ('skipped' in outcome) {
    skipped.push(`Skipped: ${name} (${outcome.skipped})`);
  } else {
    counts.push(outcome);
    lines.push(suiteLine(name, outcome, took));
  }
}
if (times.length > 0) console.log(['', 'The slowest ten:', ...slowestLines(times)].join('\n'));
// Near the end: who reads a long log begins there.
if (failures.length > 0) console.log(['', 'Failed:', ...failureLines(failures)].join('\n'));
console.log(['', ...lines, ...skipped, summaryLine([...counts, ...before], skipped.length, before)].join('\n'));
await end(counts.some(({ failed }) => failed > 0) ? 1 : 0);
