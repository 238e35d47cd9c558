import type { Duration, Counts } from './records.ts';

type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
};

/** Counts of vitest's JSON report; a file that could not be loaded, or an error outside tests, is one failure. */
export function countVitest(text: string): Counts {
  const report: VitestReport = JSON.parse(text);
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: readonly unknown[];
};

/** Counts of Playwright's JSON report; a journey that passed only when repeated has passed, and is reported to be one. */
export function countPlaywright(text: string): Counts {
  const { stats, errors }: PlaywrightReport = JSON.parse(text);
  const failed = stats.unexpected === 0 && errors.length > 0 ? 1 : stats.unexpected;
  return { passed: stats.expected + stats.flaky, failed, repeated: stats.flaky };
}

/** Both counts together. */
const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  repeated: (a.repeated ?? 0) + (b.repeated ?? 0),
});

/** The line of one suite. */
export function suiteLine(name: string, { passed, failed, repeated = 0 }: Counts, took: Duration): string {
  const second = repeated > 0 ? `, ${repeated} only when repeated: unsteady` : '';
  const time = `${took.seconds.toFixed(0)} s, ${took.processorSeconds.toFixed(0)} s of processor time`;
  return `${name.padEnd(12)} ${passed} passed, ${failed} failed${second} (${time})`;
}

/** Counts of the last line `N passed, N failed` of what a script stated. */
export function countLastLine(message: string): Counts | undefined {
  const match = /(\d+) passed, (\d+) failed/.exec(message.trimEnd().split('\n').at(-1) ?? '');
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) };
}

/** The last line of a run; `before` are those of the counts that are of earlier runs on the same files. */
export function summaryLine(counts: readonly Counts[], skipped: number, before: readonly Counts[] = []): string {
  const { passed, failed } = counts.reduce(addCounts, { passed: 0, failed: 0 });
  const { passed: earlier } = before.reduce(addCounts, { passed: 0, failed: 0 });
  const others = `${skipped > 0 ? `, ${skipped} skipped` : ''}${earlier > 0 ? ` (${earlier} of them passed earlier, on the same files)` : ''}`;
  return `${passed} passed, ${failed} failed${others}`;
}
