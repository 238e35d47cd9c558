/** Tests of a suite by their result. */
export type Counts = { passed: number; failed: number };

type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
};

/** Counts of vitest's JSON report; a file that could not be loaded, or an error outside tests, is one failure. */
export function countVitest(text: string): Counts {
  const report = JSON.parse(text) as VitestReport;
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

/** Counts of Playwright's JSON report; a test that passed only when repeated has failed. */
export function countPlaywright(text: string): Counts {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: failed === 0 && errors.length > 0 ? 1 : failed };
}

/** Counts of the last line `N passed, N failed` of what a script said. */
export function countLastLine(said: string): Counts | undefined {
  const match = /(\d+) passed, (\d+) failed/.exec(said.trimEnd().split('\n').at(-1) ?? '');
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) };
}

/** The last line of a run. */
export function summaryLine(counts: readonly Counts[], skipped: number): string {
  const sum = (key: keyof Counts): number => counts.reduce((total, one) => total + one[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
